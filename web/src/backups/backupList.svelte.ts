/** The backups of the service: all of them, the one that is shown, and what is being done. */

import { Task } from "../box/task.svelte";
import { table } from "../state/table.svelte";
import { bringBackup, deleteBackup, fetchBackups, makeBackup, restoreBackup } from "../wire/backups";
import { saveBackup } from "../wire/files";
import type { BackupJson } from "../wire/protocol";
import { tableCode } from "../wire/seat";

const ASK_AGAIN_MS = 500;
/** A service that has to be there again after a restore is asked so often. */
const MOST_TRIES = 240;

export class BackupList extends Task {
  backups = $state.raw<BackupJson[] | null>(null);
  shown = $state("");
  /** What takes its time, for the line that says so. */
  doing = $state<"" | "make" | "bring" | "restore">("");
  /** The backup that is in place now. */
  restored = $state("");
  private host = "";

  get entry(): BackupJson | undefined {
    return this.backups?.find(({ name }) => name === this.shown);
  }

  async open(): Promise<void> {
    await this.work(async () => {
      this.host = await table.hostToken(tableCode());
      await this.read("");
    });
  }

  private async read(shown: string): Promise<void> {
    this.backups = await fetchBackups(this.host);
    this.shown = shown || (this.backups[0]?.name ?? "");
  }

  private async long(doing: "make" | "bring" | "restore", what: () => Promise<void>): Promise<void> {
    this.doing = doing;
    this.restored = "";
    await this.work(what);
    this.doing = "";
  }

  make = (): Promise<void> => this.long("make", async () => this.read(await makeBackup(this.host)));
  bring = (file: File): Promise<void> => this.long("bring", async () => this.read(await bringBackup(this.host, file)));
  drop = (name: string): Promise<void> =>
    this.work(async () => {
      await deleteBackup(this.host, name);
      await this.read("");
    });

  /** The answer means that the backup is good; then the service starts anew, and today is its newest backup. */
  restore = (name: string): Promise<void> =>
    this.long("restore", async () => {
      const newest = this.backups?.[0]?.name;
      await restoreBackup(this.host, name);
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        await new Promise((again) => setTimeout(again, ASK_AGAIN_MS));
        const now = await fetchBackups(this.host).catch(() => null);
        if (now && now[0]?.name !== newest) break;
      }
      await this.read("");
      this.restored = name;
    });

  /** Into the tablet's downloads, to be kept elsewhere. */
  save = (name: string): Promise<void> => this.work(() => saveBackup(this.host, name));
}
