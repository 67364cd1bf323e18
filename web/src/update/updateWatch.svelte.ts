/** How far the update is, asked again and again; the service may be away for a moment in between. */

import { troubleText } from "../box/task.svelte";
import { t } from "../i18n/catalogue.svelte";
import { table } from "../state/table.svelte";
import { ServiceError } from "../wire/api";
import type { UpdateAnswer, UpdateStep } from "../wire/protocol";
import { tableCode } from "../wire/seat";
import { bringFile, bringPlace, fetchUpdate, resetAll, wish, type UpdateWish } from "../wire/update";

const ASK_AGAIN_MS = 1000;
export const UNDER_WAY: readonly UpdateStep[] = ["checking", "environment", "trial", "switching"];

export class UpdateWatch {
  answer = $state.raw<UpdateAnswer | null>(null);
  busy = $state(false);
  trouble = $state("");
  forgotten = $state(false);
  private host = "";
  private timer = 0;
  private first = "";

  async open(): Promise<void> {
    await this.work(async () => {
      this.host = await table.hostToken(tableCode());
      return fetchUpdate(this.host);
    });
    this.timer = window.setInterval(() => void this.look(), ASK_AGAIN_MS);
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Quiet when nobody answers: that is how a switch looks from here. */
  private async look(): Promise<void> {
    if (this.busy || this.forgotten) return;
    const now = await fetchUpdate(this.host).catch(() => null);
    if (now) this.show(now);
  }

  private show(now: UpdateAnswer): void {
    this.first ||= now.version;
    // Another version has another tablet.
    if (now.version !== this.first) location.reload();
    this.answer = now;
  }

  private async work(what: () => Promise<UpdateAnswer>): Promise<void> {
    this.busy = true;
    this.trouble = "";
    try {
      this.show(await what());
    } catch (error) {
      const isBad = error instanceof ServiceError && error.code === "update/bad_release";
      this.trouble = isBad ? t(`update.why.${String(error.facts["why"])}`) : troubleText(error);
    } finally {
      this.busy = false;
    }
  }

  bring = (file: File): Promise<void> => this.work(() => bringFile(this.host, file));
  bringFrom = (name: string): Promise<void> => this.work(() => bringPlace(this.host, name));
  wish = (what: UpdateWish): Promise<void> => this.work(() => wish(this.host, what));

  /** Every seat and code is gone afterwards, this one too. */
  async reset(everything: boolean): Promise<void> {
    this.busy = true;
    try {
      await resetAll(this.host, everything);
      this.forgotten = true;
    } catch (error) {
      this.trouble = troubleText(error);
    } finally {
      this.busy = false;
    }
  }
}
