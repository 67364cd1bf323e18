/** Setting the corners: dragged here, tried and kept by the service, which says what is wrong with the picture. */

import { ServiceError } from "../wire/api";
import { fetchFlat, fetchSetup, saveCorners, type CameraSetup } from "../wire/camera";
import type { Corner } from "../wire/protocol";

const POLL_MS = 1500;
const REST_MS = 6000;
const INSET = 0.12;

export class CornerSetup {
  /** The corners while they are set; null when nobody sets them. */
  corners = $state.raw<Corner[] | null>(null);
  advice = $state.raw<CameraSetup | null>(null);
  flat = $state("");
  /** The key of what went wrong, for the catalogue. */
  trouble = $state("");
  busy = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  private running = false;

  start(): void {
    this.running = true;
    void this.poll();
  }

  stop(): void {
    this.running = false;
    clearTimeout(this.timer);
    this.show("");
  }

  begin(): void {
    const size = this.advice?.size;
    if (!size) return;
    this.trouble = "";
    this.corners = this.advice?.saved ?? this.advice?.marks ?? inset(size);
    void this.poll();
  }

  cancel(): void {
    this.corners = null;
    this.trouble = "";
    this.show("");
  }

  move(at: number, x: number, y: number): void {
    const size = this.advice?.size;
    if (!this.corners || !size) return;
    const to: Corner = [clamp(x, size[0]), clamp(y, size[1])];
    this.corners = this.corners.map((corner, i) => (i === at ? to : corner));
  }

  /** One tap: where the printed marks are. */
  find(): void {
    if (this.advice?.marks) this.corners = this.advice.marks;
    void this.poll();
  }

  async save(forget = false): Promise<void> {
    this.busy = true;
    try {
      await saveCorners(forget ? null : this.corners);
      this.cancel();
      await this.poll();
    } catch (error) {
      this.trouble = error instanceof ServiceError ? error.key : "http_error";
    } finally {
      this.busy = false;
    }
  }

  /** Asks what is wrong, and again after a while: often while corners are set, seldom otherwise. */
  async poll(): Promise<void> {
    clearTimeout(this.timer);
    const { corners } = this;
    try {
      this.advice = await fetchSetup(corners);
      if (corners) this.show(await fetchFlat(corners));
      if (this.trouble === "bad_corners") this.trouble = "";
    } catch (error) {
      if (error instanceof ServiceError && error.key === "bad_corners") this.trouble = error.key;
      else this.advice = null;
    }
    if (this.corners === null || !this.running) this.show("");
    if (this.running) this.timer = setTimeout(() => void this.poll(), this.corners ? POLL_MS : REST_MS);
  }

  private show(flat: string): void {
    if (this.flat) URL.revokeObjectURL(this.flat);
    this.flat = flat;
  }
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}

function inset([width, height]: [number, number]): Corner[] {
  const [x, y] = [width * INSET, height * INSET];
  return [
    [x, y],
    [width - x, y],
    [width - x, height - y],
    [x, height - y],
  ];
}
