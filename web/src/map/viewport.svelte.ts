/** The visible part of the map. It fits itself to the board until a finger moves it. */

import type { Bounds } from "./geometry";

const LARGEST = 2.2;
const SMALLEST = 0.25;
/** Tiles are not drawn larger than this by fitting. */
const ROOMY = 1.15;

export class Viewport {
  x = $state(0);
  y = $state(0);
  zoom = $state(1);
  width = $state(0);
  height = $state(0);
  /** The players have moved the map themselves; it stays where they put it. */
  held = $state(false);

  /** The whole board, or on a small screen the tiles around a point at a readable size. */
  fit(board: Bounds, focus: [number, number] | null, smallest: number): void {
    if (!this.width || !this.height) return;
    const whole = Math.min(this.width / board.w, this.height / board.h, ROOMY);
    this.zoom = Math.max(whole, smallest);
    const overflows = this.zoom > whole;
    const [cx, cy] = overflows && focus ? focus : [board.x + board.w / 2, board.y + board.h / 2];
    this.x = this.width / 2 - this.between(cx, board.x, board.w, this.width) * this.zoom;
    this.y = this.height / 2 - this.between(cy, board.y, board.h, this.height) * this.zoom;
  }

  /** The centre moved so that no space beyond the board is shown while the board itself is cut. */
  private between(centre: number, start: number, size: number, screen: number): number {
    const half = screen / this.zoom / 2;
    if (size <= half * 2) return start + size / 2;
    return Math.min(Math.max(centre, start + half), start + size - half);
  }

  pan(dx: number, dy: number): void {
    this.held = true;
    this.x += dx;
    this.y += dy;
  }

  /** Zoom about a point of the screen, which stays where it is. */
  zoomAt(factor: number, px = this.width / 2, py = this.height / 2): void {
    const zoom = Math.min(LARGEST, Math.max(SMALLEST, this.zoom * factor));
    const real = zoom / this.zoom;
    this.held = true;
    this.x = px - (px - this.x) * real;
    this.y = py - (py - this.y) * real;
    this.zoom = zoom;
  }
}

let newest = { game: "", viewport: new Viewport() };

/** The viewport of a game's map. It outlives the map, which goes and comes with the panels that take its place. */
export function viewportOf(game: string): Viewport {
  if (newest.game !== game) newest = { game, viewport: new Viewport() };
  return newest.viewport;
}
