/** Two hundred random games with the scenario as it stands: how far they are, how they end, what went wrong. */

import { Working } from "../box/working.svelte";
import { beginTrial, fetchTrial, stopTrial, type Trial } from "./sheet";

const OFTEN_MS = 700;

export class Trying extends Working {
  trial = $state.raw<Trial | null>(null);
  private id = "";
  private timer = 0;

  get running(): boolean {
    return this.trial?.state === "running";
  }

  async begin(sheet: unknown): Promise<void> {
    this.close();
    await this.work(async () => {
      this.id = await beginTrial(sheet);
      await this.look();
    });
  }

  private async look(): Promise<void> {
    const about = this.id;
    const trial = await fetchTrial(about);
    if (about !== this.id) return;
    this.trial = trial;
    if (trial.state === "running") this.timer = window.setTimeout(() => void this.work(() => this.look()), OFTEN_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.work(async () => {
      await stopTrial(this.id);
      await this.look();
    });
  }

  /** What was found is about another sheet by now. */
  close(): void {
    clearTimeout(this.timer);
    if (this.running) void stopTrial(this.id);
    this.id = "";
    this.trial = null;
  }
}
