/** Finding verbs among the legal ones of a view. Nothing is worked out here. */

import type { Walk } from "../wire/protocol";
import type { Do, Odds, Reach, View, Warrior, Way } from "../wire/types";
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

/** Every tile a warrior can get to in this activation, with the way there. */
export function ways(view: View, warrior: string): Map<string, Reach> {
  const reach = view.warriors.find((w) => w.id === warrior)?.options?.reach ?? [];
  return new Map(reach.map((one) => [one.tile, one]));
}

/** A way as the verb that goes it. */
export function goes(way: Way): Do {
  const [only] = way.steps;
  return way.steps.length === 1 && only ? only : { walk: way.steps as Walk["walk"] };
}

export function openings(view: View, warrior: string): Map<string, DoOf<"explore">> {
  return new Map(of(view, "explore", warrior).map((act) => [act.edge, act]));
}

export function attacks(view: View, warrior: string): DoOf<"attack">[] {
  return of(view, "attack", warrior);
}

/** Dice of a split attack: so many as are wanted, or all that are left. */
export function splitDice(warrior: Warrior, wanted: number): number {
  const left = warrior.dice_left ?? 0;
  return wanted > 0 ? Math.min(wanted, left) : left;
}

export function sameDo(a: Do, b: Do): boolean {
  const [one, other] = [a, b].map((act) => JSON.stringify(Object.entries(act).sort()));
  return one === other;
}

export function oddsOf(view: View, attack: Do): Odds | null {
  return view.attack_odds?.find((entry) => sameDo(entry.do, attack)) ?? null;
}

/** Does this tablet hold the seat the game waits for? Whoever rolls or draws for the companion does it too. */
export function mine(view: View): boolean {
  return view.seat === "both" || view.seat === view.waiting.side || (view.companion?.hands ?? false);
}

/** Does this tablet act for a side, or lend the companion hands for it? */
export function plays(view: View, side: string): boolean {
  return view.seat === "both" || view.seat === side || Boolean(view.companion?.sides.some((one) => one === side));
}

/** Does the game wait for a decision of the companion, or for hands to do what it decided? */
export function companionDecides(view: View): boolean {
  return view.companion !== null && (view.companion.thinking || view.companion.order !== null);
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

/** The most dice a square takes at once, if there is one way only to choose them. */
export function mostFor(view: View, square: string): number[] {
  const fitting = verbs(view, "place").filter((act) => act.place === square);
  const most = Math.max(0, ...fitting.map((act) => act.dice.length));
  const largest = fitting.filter((act) => act.dice.length === most).map((act) => [...act.dice].sort());
  const [first] = largest;
  return first && largest.every((dice) => dice.join() === first.join()) ? first : [];
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
