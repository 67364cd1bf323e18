/** A trial: games of the companion against itself with the sheet as it is now, how far they are and how they ended. */

import { Task } from "../box/task.svelte";
import { beginTrial, fetchTrial, stopTrial, type ScenarioSheet, type Trial } from "./scenarioSheet";

const OFTEN_MS = 700;
/** As many as a trial has unless somebody says otherwise: TRIAL_GAMES of the service. */
export const GAMES = 200;

export class TrialRun extends Task {
  trial = $state.raw<Trial | null>(null);
  private id = "";
  private timer = 0;

  get running(): boolean {
    return this.trial?.state === "running";
  }

  async begin(sheet: Partial<ScenarioSheet>): Promise<void> {
    this.close();
    await this.work(async () => {
      this.id = await beginTrial(sheet);
      await this.poll();
    });
  }

  private async poll(): Promise<void> {
    const about = this.id;
    const trial = await fetchTrial(about);
    if (about !== this.id) return;
    this.trial = trial;
    if (trial.state === "running") this.timer = window.setTimeout(() => void this.work(() => this.poll()), OFTEN_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.work(async () => {
      await stopTrial(this.id);
      await this.poll();
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
