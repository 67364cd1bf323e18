/** The first tiles on the map: which can still be laid, turned, taken away, and who stands on them. */

import { sameCell, turned, type Cell } from "../map/geometry";
import type { Box } from "../wire/box";
import type { Tile } from "../wire/types";
import type { Laid, Setup, ScenarioSheet } from "./scenarioSheet";

export const labelOf = ({ tile }: Laid): string => String(tile ?? "");

/** Every first tile with its number, and every warrior on a tile by number; the service tells tiles of one kind apart. */
export function numbered(sheet: ScenarioSheet, setup: Setup | null): ScenarioSheet {
  const laid = setup?.tiles ?? [];
  const start = sheet.start.map((one) => ({
    ...one,
    rotation: one.rotation ?? 0,
    tile: one.tile ?? Number(laid.find((tile) => sameCell(tile.at, one.at))?.label),
  }));
  const label = (named: string): string =>
    named ? (laid.find((tile) => named === tile.label || named === tile.kind)?.label ?? named) : "";
  const humans = sheet.humans.map((one) => ({ ...one, objects: one.objects ?? [], tile: label(one.tile ?? "") }));
  const reinforcements = sheet.reinforcements.map((one) => ({ ...one, most: one.most ?? 0 }));
  return {
    ...sheet,
    start,
    humans,
    reinforcements,
    foes: sheet.foes.map((foe) => ({ ...foe, tile: label(foe.tile) })),
  };
}

/** The first tiles as the map draws them. */
export function drawn(start: Laid[], box: Box): Tile[] {
  return start.map((one) => {
    const openings = turned(box.tiles[labelOf(one)]?.openings ?? "", one.rotation);
    return {
      label: labelOf(one),
      kind: one.kind,
      at: one.at,
      openings,
      rotation: one.rotation,
      unexplored: "",
      hole: one.kind === "hole",
      entered: false,
      tokens: [],
      water: null,
    };
  });
}

/** Free places: everywhere around the tiles, and in the gaps between them. */
export function freeCells(start: Laid[]): Cell[] {
  const xs = start.map(({ at }) => at[0]);
  const ys = start.map(({ at }) => at[1]);
  if (!start.length) return [[0, 0]];
  const cells: Cell[] = [];
  for (let y = Math.min(...ys) - 1; y <= Math.max(...ys) + 1; y += 1)
    for (let x = Math.min(...xs) - 1; x <= Math.max(...xs) + 1; x += 1)
      if (!start.some(({ at }) => sameCell(at, [x, y]))) cells.push([x, y]);
  return cells;
}

export interface TileOption {
  kind: string;
  openings: string;
  /** The numbers of the tiles of this shape that are not laid yet. */
  left: number[];
}

/** The tiles of the box that are not laid yet, alike ones together. */
export function choices(start: Laid[], box: Box): TileOption[] {
  const used = new Set(start.map(labelOf));
  const found = new Map<string, TileOption>();
  for (const [label, { kind, openings }] of Object.entries(box.tiles)) {
    if (used.has(label)) continue;
    const key = `${kind}/${openings}`;
    const choice = found.get(key) ?? { kind, openings, left: [] };
    choice.left.push(Number(label));
    found.set(key, choice);
  }
  return [...found.values()];
}

export function laidAt(start: Laid[], at: Cell, { kind, left }: TileOption): Laid[] {
  return left[0] === undefined ? start : [...start, { kind, at, tile: left[0], rotation: 0 }];
}

export function turnedTo(start: Laid[], label: string, rotation: number): Laid[] {
  return start.map((one) => (labelOf(one) === label ? { ...one, rotation } : one));
}

/** Humans begin on the first tile of the list. */
export function asFirst(start: Laid[], label: string): Laid[] {
  const first = start.filter((one) => labelOf(one) === label);
  return [...first, ...start.filter((one) => labelOf(one) !== label)];
}

/** A tile taken away: whoever stood on it stands nowhere, or on the first tile. */
export function without(sheet: ScenarioSheet, label: string): Partial<ScenarioSheet> {
  return {
    start: sheet.start.filter((one) => labelOf(one) !== label),
    foes: sheet.foes.filter((foe) => foe.tile !== label),
    humans: sheet.humans.map((one) => (one.tile === label ? { ...one, tile: "" } : one)),
  };
}

/** So many warriors of a card on a tile. */
export function withFoes(
  foes: ScenarioSheet["foes"],
  card: string,
  label: string,
  count: number,
): ScenarioSheet["foes"] {
  const others = foes.filter((foe) => foe.card !== card || foe.tile !== label);
  return [...others, ...Array.from({ length: count }, () => ({ card, tile: label }))];
}
