/** Finding verbs among the legal ones of a view. Nothing is worked out here. */

import type { Do, Odds, View } from "../wire/types";
import { isDo, textOf, type DoKey, type DoOf } from "../wire/verbs";

export function verbs<K extends DoKey>(view: View, name: K): DoOf<K>[] {
  return view.legal.filter((act) => isDo(act, name));
}

/** Verbs of a warrior: its id is the value of the leading key. */
export function of<K extends "move" | "explore" | "attack" | "leave" | "finish">(
  view: View,
  name: K,
  warrior: string,
): DoOf<K>[] {
  return verbs(view, name).filter((act) => textOf(act, name) === warrior);
}

export function has(view: View, name: DoKey): boolean {
  return view.legal.some((act) => name in act);
}

/** Where a warrior can step: label of the tile to the verb that goes there; a plain step before a Hole. */
export function destinations(view: View, warrior: string): Map<string, DoOf<"move">> {
  const found = new Map<string, DoOf<"move">>();
  for (const act of of(view, "move", warrior)) if (!found.has(act.to) || !act.via) found.set(act.to, act);
  return found;
}

export function openings(view: View, warrior: string): Map<string, DoOf<"explore">> {
  return new Map(of(view, "explore", warrior).map((act) => [act.edge, act]));
}

export function attacks(view: View, warrior: string): DoOf<"attack">[] {
  return of(view, "attack", warrior);
}

export function sameDo(a: Do, b: Do): boolean {
  const [one, other] = [a, b].map((act) => JSON.stringify(Object.entries(act).sort()));
  return one === other;
}

export function oddsOf(view: View, attack: Do): Odds | null {
  return view.attack_odds?.find((entry) => sameDo(entry.do, attack)) ?? null;
}

/** Does this tablet hold the seat the game waits for? */
export function mine(view: View): boolean {
  return view.seat === "both" || view.seat === view.waiting.side;
}

/** Verbs by the value of a key. */
function grouped<T extends Do>(acts: T[], valueOf: (act: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const act of acts) {
    const value = valueOf(act);
    if (value) found.set(value, [...(found.get(value) ?? []), act]);
  }
  return found;
}

/** Cards that may be played now, each with all the ways it may be aimed. */
export function playable(view: View): Map<string, Do[]> {
  return grouped(view.legal, (act) => textOf(act, "play") || textOf(act, "gift"));
}

/** Warriors and tiles an aimed verb could mean. */
export function aims(options: Do[]): { warriors: Map<string, Do[]>; tiles: Map<string, Do[]> } {
  const who = (act: Do): string =>
    textOf(act, "target") || textOf(act, "bless") || textOf(act, "hit") || textOf(act, "guard");
  const tile = (act: Do): string => (who(act) ? "" : textOf(act, "tile") || textOf(act, "hole"));
  return { warriors: grouped(options, who), tiles: grouped(options, tile) };
}

export function entries(view: View): Map<string, DoOf<"enter">[]> {
  return grouped(verbs(view, "enter"), (act) => act.enter);
}

/** The placing of these dice on a square, if it is legal; the order of the dice does not matter. */
export function placement(view: View, square: string, dice: number[]): DoOf<"place"> | undefined {
  const wanted = JSON.stringify([...dice].sort());
  return verbs(view, "place").find((act) => act.place === square && JSON.stringify([...act.dice].sort()) === wanted);
}

/** Could more dice make a legal placing together with these? */
export function couldPlace(view: View, square: string, dice: number[]): boolean {
  return verbs(view, "place").some((act) => act.place === square && contains(act.dice, dice));
}

function contains(all: number[], some: number[]): boolean {
  const left = [...all];
  return some.every((die) => {
    const at = left.indexOf(die);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
