/** Where the actions that the coach names are on the map: where they begin, and where they lead. */

import type { Do, View } from "../wire/types";
import { isDo } from "../wire/verbs";
import { centre, outside, type Spot } from "./geometry";

type Point = [x: number, y: number];

export interface CoachMark {
  number: number;
  from: Point | null;
  to: Point;
}

/** Marks of those that have a place; what is done with dice or cards alone has none. */
export function coachMarks(ideas: readonly Do[], view: View, spots: ReadonlyMap<string, Spot>): CoachMark[] {
  return ideas.flatMap((idea, at) => {
    const found = placed(idea, view, spots);
    return found ? [{ number: at + 1, ...found }] : [];
  });
}

function placed(idea: Do, view: View, spots: ReadonlyMap<string, Spot>): Omit<CoachMark, "number"> | null {
  const spot = (id: string | undefined): Point | null => {
    const found = spots.get(id ?? "");
    return found ? [found.x, found.y] : null;
  };
  const tileOf = (id: string): string => view.warriors.find((w) => w.id === id)?.tile ?? "";
  const tile = (label: string): Point | null => {
    const found = view.tiles.find((one) => one.label === label);
    return found ? centre(found.at) : null;
  };
  const mark = (from: Point | null, to: Point | null): Omit<CoachMark, "number"> | null => (to ? { from, to } : null);
  if (isDo(idea, "move")) return mark(spot(idea.move), tile(idea.to));
  if (isDo(idea, "enter")) return mark(null, tile(idea.tile));
  if (isDo(idea, "leave")) return mark(null, spot(idea.leave));
  if (isDo(idea, "attack")) {
    const label = idea.tile || tileOf(idea.attack);
    return mark(spot(idea.attack), spot(idea.target) ?? crowd(label, view, spot) ?? tile(label));
  }
  if (isDo(idea, "explore")) {
    const from = view.tiles.find((one) => one.label === tileOf(idea.explore));
    return from ? mark(spot(idea.explore), outside(from.at, idea.edge)) : null;
  }
  return null;
}

/** All Troglodytes of a tile are one target. */
function crowd(label: string, view: View, spot: (id: string) => Point | null): Point | null {
  const here = view.warriors.filter((w) => w.tile === label && w.figure === "troglodyte").map((w) => spot(w.id));
  const known = here.filter((one) => one !== null);
  if (!known.length) return null;
  const middle = (at: 0 | 1): number => known.reduce((sum, one) => sum + one[at], 0) / known.length;
  return [middle(0), middle(1)];
}
