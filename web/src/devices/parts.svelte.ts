/** How the parts are: asked again every few seconds, and at once while buttons and cards are tried. */

import { ServiceError } from "../wire/api";
import { fetchParts, tryTray, type Parts } from "../wire/devices";

const PAUSE_MS = 3000;
const TRYING_MS = 300;

export class PartsWatch {
  parts = $state.raw<Parts | null>(null);
  trying = $state(false);
  /** Why the service does not say, by its key; empty if it does not answer at all. */
  refusal = $state("");
  /** How long the service took to answer. */
  millis = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watching = false;

  start(): void {
    this.watching = true;
    void this.look();
  }

  stop(): void {
    this.watching = false;
    clearTimeout(this.timer);
    if (this.trying) void tryTray(false);
  }

  async tryout(on: boolean): Promise<void> {
    await tryTray(on);
    this.trying = on;
    await this.look();
  }

  async look(): Promise<void> {
    clearTimeout(this.timer);
    const begun = performance.now();
    try {
      this.parts = await fetchParts();
      this.millis = Math.round(performance.now() - begun);
      this.trying = this.parts.tray.test?.lasts ?? false;
    } catch (error) {
      this.parts = null;
      this.refusal = error instanceof ServiceError ? error.key : "";
    }
    if (this.watching) this.timer = setTimeout(() => void this.look(), this.trying ? TRYING_MS : PAUSE_MS);
  }
}
