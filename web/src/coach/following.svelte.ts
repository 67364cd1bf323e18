/** Work of the coach in the background: begun, looked at again and again until it ends, stopped. */

import { troubleOf } from "../i18n/sentences";
import type { WorkState } from "../wire/protocol";

interface Answer<Now> {
  state: WorkState | null;
  now: Now | null;
}

const OFTEN_MS = 700;

export class Following<Now> {
  state = $state<WorkState | null>(null);
  now = $state.raw<Now | null>(null);
  trouble = $state("");
  private timer = 0;
  private ended = false;

  constructor(
    private readonly fetch: () => Promise<Answer<Now>>,
    private readonly halt: () => Promise<unknown>,
  ) {}

  get running(): boolean {
    return this.state === "running";
  }

  /** What `begin` answers, and whatever comes after it. */
  async follow(begin: () => Promise<Answer<Now>>): Promise<void> {
    clearTimeout(this.timer);
    this.trouble = "";
    try {
      const found = await begin();
      if (this.ended) return;
      this.state = found.state;
      this.now = found.now ?? (this.running ? null : this.now);
      if (this.running) this.timer = window.setTimeout(() => void this.follow(this.fetch), OFTEN_MS);
    } catch (error) {
      this.state = null;
      this.trouble = troubleOf(error);
    }
  }

  async stop(): Promise<void> {
    await this.follow(async () => {
      await this.halt();
      return this.fetch();
    });
  }

  /** Nobody looks any more. */
  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }
}
