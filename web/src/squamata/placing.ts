/** Squamata dice being placed: which die lies on which space, and what they give together. */

import type { Talent } from "../wire/protocol";
import type { Instinct, Values } from "../wire/types";
import type { DoOf } from "../wire/verbs";

/** The place of War Cry among the parts; it has one space. */
export const WAR_CRY = "war_cry";

/** A space of a part, counted from 0. */
export type Place = { part: string; space: number };

/** Position of a die in the roll → where it lies; null where it was taken back. */
export type Lying = Record<number, Place | null>;

type Space = Instinct["parts"][number]["spaces"][number];

function spaceAt(board: Instinct, place: Place): Space | undefined {
  return board.parts.find((one) => one.part === place.part)?.spaces[place.space];
}

/** The die that lies on a space: its position in the roll, or -1. */
export function dieOn(lying: Lying, place: Place): number {
  const found = Object.entries(lying).find(([, at]) => at?.part === place.part && at.space === place.space);
  return found ? Number(found[0]) : -1;
}

/** May a die that is picked up lie there? */
export function canGo(board: Instinct, lying: Lying, at: number, place: Place): boolean {
  const face = board.dice[at];
  if (face === undefined || dieOn(lying, place) >= 0) return false;
  return place.part === WAR_CRY ? board.war_cry : Boolean(spaceAt(board, place)?.faces.includes(face));
}

/** The places that lie on a part of the board. */
export function placesOn(board: Instinct, part: string): Place[] {
  const spaces = board.parts.find((one) => one.part === part)?.spaces ?? [];
  return spaces.map((_space, space) => ({ part, space }));
}

/** The values and talents of the turn. */
export function outcome(board: Instinct, lying: Lying): { values: Values; talents: Talent[] } {
  const values = { ...board.base };
  const talents = new Set<Talent>(board.talents);
  for (const place of Object.values(lying)) {
    const space = place && spaceAt(board, place);
    if (!space) continue;
    for (const stat of ["mvt", "cbt", "def"] as const) values[stat] += space[stat];
    space.talents.forEach((talent) => talents.add(talent));
  }
  for (const stat of ["mvt", "cbt", "def"] as const) values[stat] = Math.min(values[stat], board.most[stat]);
  return { values, talents: [...talents].sort() };
}

/** All dice at once, as the verb has them, each with its space. */
export function placed(board: Instinct, lying: Lying): DoOf<"instinct"> {
  const instinct: Record<string, number[]> = {};
  const spaces: Record<string, number[]> = {};
  board.dice.forEach((face, at) => {
    const place = lying[at];
    if (!place) return;
    (instinct[place.part] ??= []).push(face);
    if (place.part !== WAR_CRY) (spaces[place.part] ??= []).push(place.space);
  });
  return { instinct, spaces };
}
