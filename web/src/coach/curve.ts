/** Where the points of a chance curve lie in the picture. */

import type { ChancePoint } from "../wire/protocol";

export interface Frame {
  left: number;
  top: number;
  wide: number;
  high: number;
}

export interface Spot {
  x: number;
  y: number;
  low: number;
  high: number;
}

/** By step from left to right; the chance from the bottom, with its limits cut off where there is nothing beyond. */
export function spots(points: readonly ChancePoint[], frame: Frame): Spot[] {
  const last = Math.max(1, ...points.map(({ seq }) => seq));
  const y = (chance: number): number => frame.top + (1 - Math.min(1, Math.max(0, chance))) * frame.high;
  return points.map(({ seq, chance, either_way }) => ({
    x: frame.left + (seq / last) * frame.wide,
    y: y(chance),
    low: y(chance - either_way),
    high: y(chance + either_way),
  }));
}

/** The first point of each round: where its number stands. */
export function rounds(points: readonly ChancePoint[]): { round: number; at: number }[] {
  return points.flatMap(({ round }, at) => (at === 0 || points[at - 1]?.round !== round ? [{ round, at }] : []));
}
