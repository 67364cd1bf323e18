/** Where things are on the map. A tile is 124 wide, with a seam of 3 between tiles. */

import type { Tile, Warrior } from "../wire/types";

export const TILE = 124;
export const PITCH = 127;
const MARGIN = 44;

export interface Spot {
  x: number;
  y: number;
  scale: number;
}

export interface Bounds {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A place for a tile: so far east and south of the first one. */
export type Cell = [number, number];
export const sameCell = (one: Cell, other: Cell): boolean => one[0] === other[0] && one[1] === other[1];

export const STEPS: Record<string, [number, number]> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

export function corner([x, y]: [number, number]): [number, number] {
  return [x * PITCH, y * PITCH];
}

export function centre(at: [number, number]): [number, number] {
  const [x, y] = corner(at);
  return [x + TILE / 2, y + TILE / 2];
}

export function bounds(cells: [number, number][]): Bounds {
  if (cells.length === 0) return { x: 0, y: 0, w: TILE, h: TILE };
  const xs = cells.map(([x]) => x);
  const ys = cells.map(([, y]) => y);
  const [left, top] = corner([Math.min(...xs), Math.min(...ys)]);
  const [right, bottom] = corner([Math.max(...xs), Math.max(...ys)]);
  return {
    x: left - MARGIN,
    y: top - MARGIN,
    w: right - left + TILE + 2 * MARGIN,
    h: bottom - top + TILE + 2 * MARGIN,
  };
}

/** Size and distance of tokens in a row of so many. */
const ROWS: Record<number, [scale: number, apart: number]> = { 1: [1.178, 0], 2: [1.085, 54], 3: [0.86, 40] };
const CROWD: [number, number] = [0.62, 24.5];
/** Four or five of one side alone on a large tile stand in two rows. */
const ROW_APART = 44;

/** Whoever has a place on a tile. */
export type Standing = Pick<Warrior, "id" | "tile" | "side">;

/** The name of a place for where somebody is about to stand. */
export const ghostId = (warrior: string): string => `ghost of ${warrior}`;

function row(crowd: Standing[], cx: number, y: number, spots: Map<string, Spot>): void {
  const [scale, apart] = ROWS[crowd.length] ?? CROWD;
  crowd.forEach((warrior, i) => {
    spots.set(warrior.id, { x: cx + (i - (crowd.length - 1) / 2) * apart, y, scale });
  });
}

function alone(crowd: Standing[], cx: number, cy: number, spots: Map<string, Spot>): void {
  if (crowd.length <= 3) {
    row(crowd, cx, cy, spots);
    return;
  }
  const front = Math.ceil(crowd.length / 2);
  row(crowd.slice(0, front), cx, cy - ROW_APART / 2, spots);
  row(crowd.slice(front), cx, cy + ROW_APART / 2, spots);
  for (const warrior of crowd) {
    const spot = spots.get(warrior.id);
    if (spot) spot.scale = 0.86;
  }
}

/** Everybody's place: the Humans stand in the lower half of a tile, who is against them in the upper. */
export function places(tiles: Tile[], warriors: Standing[]): Map<string, Spot> {
  const spots = new Map<string, Spot>();
  for (const tile of tiles) {
    const here = warriors.filter((w) => w.tile === tile.label);
    if (here.length === 0) continue;
    const [cx, cy] = centre(tile.at);
    // Kartikeya stands against whoever is there; with both other sides, beside the Demon's.
    const against = here.some((w) => w.side === "human") ? "human" : "squamata";
    const upper = here.filter((w) => w.side !== against);
    const lower = here.filter((w) => w.side === against);
    if (upper.length > 0 && lower.length > 0) {
      row(upper, cx, cy - 27, spots);
      row(lower, cx, cy + 21, spots);
    } else {
      alone([...upper, ...lower], cx, cy - 4, spots);
    }
  }
  return spots;
}

/** The middle of an opening's mark, just outside the tile. */
export function outside(at: [number, number], edge: string): [number, number] {
  const [cx, cy] = centre(at);
  const [dx, dy] = STEPS[edge] ?? [0, 0];
  return [cx + dx * (TILE / 2 + 14), cy + dy * (TILE / 2 + 14)];
}

const EDGES = "NESW";

/** Openings after a clockwise turn. */
export function turned(openings: string, rotation: number): string {
  const by = (((rotation / 90) % 4) + 4) % 4;
  return [...EDGES].filter((_edge, i) => openings.includes(EDGES[(i - by + 4) % 4] as string)).join("");
}

export type Shape = "dead_end" | "straight" | "bend" | "junction" | "cross";

/** How hands know a tile, however it is turned: by its openings. */
export function shapeOf(openings: string): Shape {
  if (openings.length === 2) return ["NS", "EW"].includes(openings) ? "straight" : "bend";
  return ({ 1: "dead_end", 3: "junction" } as const)[openings.length] ?? "cross";
}
