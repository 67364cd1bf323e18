/** The status of the parts, polled every few seconds, faster while buttons and cards are tried. */

import { ServiceError } from "../wire/api";
import { fetchParts, tryTray, type DeviceParts } from "../wire/devices";

const PAUSE_MS = 3000;
const TRYING_MS = 300;

export class PartsWatch {
  parts = $state.raw<DeviceParts | null>(null);
  trying = $state(false);
  /** Why the service does not say, by its key; empty if it does not answer at all. */
  refusal = $state("");
  /** How long the service took to answer. */
  millis = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watching = false;

  start(): void {
    this.watching = true;
    void this.poll();
  }

  stop(): void {
    this.watching = false;
    clearTimeout(this.timer);
    if (this.trying) void tryTray(false);
  }

  async tryout(on: boolean): Promise<void> {
    await tryTray(on);
    this.trying = on;
    await this.poll();
  }

  async poll(): Promise<void> {
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
    if (this.watching) this.timer = setTimeout(() => void this.poll(), this.trying ? TRYING_MS : PAUSE_MS);
  }
}
