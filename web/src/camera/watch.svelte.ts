/** Looking through the camera: asks for the next picture when the last one is there, as long as somebody looks. */

import { ServiceError } from "../wire/api";
import { fetchGlimpse, fetchPicture, type Glimpse } from "../wire/camera";

const PAUSE_MS = 250;
const AGAIN_MS = 1500;

export class CameraWatch {
  seen = $state.raw<Glimpse | null>(null);
  /** The picture's address; empty while there is none. */
  picture = $state("");
  /** The service answers, but does not let this tablet look. */
  refused = $state(false);
  /** Pictures a second the camera gives; 0 before it is known. */
  rate = $state(0);
  private shown = 0;
  private before: { number: number; at: number } | null = null;
  private looking = false;

  start(): void {
    if (this.looking) return;
    this.looking = true;
    void this.look();
  }

  stop(): void {
    this.looking = false;
    this.show("", 0);
  }

  private async look(): Promise<void> {
    while (this.looking) {
      const pause = document.hidden ? AGAIN_MS : await this.glance();
      await new Promise((done) => setTimeout(done, pause));
    }
  }

  private async glance(): Promise<number> {
    try {
      const seen = await fetchGlimpse();
      const fresh = seen.number !== this.shown && !seen.hidden && seen.number > 0;
      const picture = fresh ? await fetchPicture() : "";
      if (!this.looking) URL.revokeObjectURL(picture);
      else if (picture) this.show(picture, seen.number);
      else if (seen.hidden || !seen.number) this.show("", 0);
      this.count(seen.number);
      this.seen = seen;
      this.refused = false;
      return seen.camera ? PAUSE_MS : AGAIN_MS;
    } catch (error) {
      // If the service is away the bar says so; this asks again.
      this.refused = error instanceof ServiceError;
      return AGAIN_MS;
    }
  }

  /** Over a second or more: single pictures come too unevenly. */
  private count(number: number): void {
    const at = performance.now();
    if (!this.before || number < this.before.number) this.before = { number, at };
    const seconds = (at - this.before.at) / 1000;
    if (seconds < 1) return;
    this.rate = Math.round((number - this.before.number) / seconds);
    this.before = { number, at };
  }

  private show(picture: string, number: number): void {
    if (this.picture) URL.revokeObjectURL(this.picture);
    this.picture = picture;
    this.shown = number;
  }
}
