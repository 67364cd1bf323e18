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
  private shown = 0;
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
      this.seen = seen;
      this.refused = false;
      return seen.camera ? PAUSE_MS : AGAIN_MS;
    } catch (error) {
      // If the service is away the bar says so; this asks again.
      this.refused = error instanceof ServiceError;
      return AGAIN_MS;
    }
  }

  private show(picture: string, number: number): void {
    if (this.picture) URL.revokeObjectURL(this.picture);
    this.picture = picture;
    this.shown = number;
  }
}
