/** Tiles as hands know them: by kind and shape. What looks the same, however it is turned, is one thing with a count. */

import { shapeOf, type Shape } from "../map/geometry";
import type { Box } from "../wire/box";
import type { View } from "../wire/types";

type Tiles = Box["tiles"];

/** From the plainest to the widest: so they stand in the gallery. */
const SHAPES: readonly Shape[] = ["straight", "bend", "junction", "cross", "dead_end"];

/** Tiles that look the same. */
export interface Alike {
  shape: Shape;
  kind: string;
  /** The first stands for all. */
  labels: string[];
}

export interface KindGroup {
  kind: string;
  alike: Alike[];
}

/** The tiles by kind, plain ones first, then the kinds with most shapes. */
export function gallery(labels: readonly string[], tiles: Tiles): KindGroup[] {
  const groups = new Map<string, Map<Shape, string[]>>();
  for (const label of [...labels].sort((one, other) => Number(one) - Number(other))) {
    const tile = tiles[label];
    if (!tile) continue;
    const shapes = groups.get(tile.kind) ?? new Map<Shape, string[]>();
    const shape = shapeOf(tile.openings);
    shapes.set(shape, [...(shapes.get(shape) ?? []), label]);
    groups.set(tile.kind, shapes);
  }
  return [...groups]
    .map(([kind, shapes]) => ({ kind, alike: SHAPES.flatMap((shape) => alike(kind, shape, shapes.get(shape))) }))
    .sort((one, other) => rank(other) - rank(one));
}

const alike = (kind: string, shape: Shape, labels?: string[]): Alike[] => (labels ? [{ shape, kind, labels }] : []);
const rank = (group: KindGroup): number => (group.kind === "plain" ? 100 : group.alike.length);

/** Kinds that are in the stack but cannot come yet, and after how many tiles each can. */
export function later(view: View, drawable: readonly string[], tiles: Tiles): { kind: string; after: number }[] {
  const now = new Set(drawable.map((label) => tiles[label]?.kind));
  const found = new Map<string, number>();
  let before = 0;
  for (const layer of view.stack) {
    for (const kind of layer.flatMap((part) => part.tiles).map((label) => tiles[label]?.kind ?? ""))
      if (!now.has(kind) && !found.has(kind)) found.set(kind, before);
    before += layer.reduce((sum, part) => sum + part.left, 0);
  }
  return [...found].map(([kind, after]) => ({ kind, after }));
}
