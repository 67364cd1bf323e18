/** The live image: the next one is fetched when the last one has arrived, while the component is shown. */

import { ServiceError } from "../wire/api";
import { fetchLiveCamera, fetchPicture, type LiveCamera } from "../wire/camera";

const PAUSE_MS = 250;
const AGAIN_MS = 1500;

export class CameraWatch {
  live = $state.raw<LiveCamera | null>(null);
  /** The picture's address; empty while there is none. */
  picture = $state("");
  /** The service answers, but does not let this tablet see the image. */
  refused = $state(false);
  /** Pictures a second the camera gives; 0 before it is known. */
  rate = $state(0);
  private shown = 0;
  private before: { number: number; at: number } | null = null;
  private running = false;

  start(): void {
    if (this.running) return;
    this.running = true;
    void this.poll();
  }

  stop(): void {
    this.running = false;
    this.show("", 0);
  }

  private async poll(): Promise<void> {
    while (this.running) {
      const pause = document.hidden ? AGAIN_MS : await this.pollOnce();
      await new Promise((done) => setTimeout(done, pause));
    }
  }

  private async pollOnce(): Promise<number> {
    try {
      const live = await fetchLiveCamera();
      const fresh = live.number !== this.shown && !live.hidden && live.number > 0;
      const picture = fresh ? await fetchPicture() : "";
      if (!this.running) URL.revokeObjectURL(picture);
      else if (picture) this.show(picture, live.number);
      else if (live.hidden || !live.number) this.show("", 0);
      this.count(live.number);
      this.live = live;
      this.refused = false;
      return live.camera ? PAUSE_MS : AGAIN_MS;
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
