/** Sorting the legal verbs of a view: the tablet decides nothing, it only looks things up here. */

import type { Do, Odds, View } from "../wire/types";

export function verbs(view: View, verb: string): Do[] {
  return view.legal.filter((act) => verb in act);
}

export function of(view: View, verb: string, warrior: string): Do[] {
  return view.legal.filter((act) => act[verb] === warrior);
}

export function has(view: View, verb: string): boolean {
  return view.legal.some((act) => verb in act);
}

/** Destinations of a warrior: label of the tile to the verb that goes there; a plain step before a Hole. */
export function destinations(view: View, warrior: string): Map<string, Do> {
  const found = new Map<string, Do>();
  for (const act of of(view, "move", warrior)) {
    const to = String(act["to"]);
    if (!found.has(to) || !act["via"]) found.set(to, act);
  }
  return found;
}

export function openings(view: View, warrior: string): Map<string, Do> {
  return new Map(of(view, "explore", warrior).map((act) => [String(act["edge"]), act]));
}

export function attacks(view: View, warrior: string): Do[] {
  return of(view, "attack", warrior);
}

export function sameDo(a: Do, b: Do): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]));
}

export function oddsOf(view: View, attack: Do): Odds | null {
  return view.attack_odds?.find((entry) => sameDo(entry.do, attack)) ?? null;
}

/** Does this tablet hold the seat the game waits for? */
export function mine(view: View): boolean {
  return view.seat === "both" || view.seat === view.waiting.side;
}

/** Cards that may be played now, each with all the ways it may be aimed. */
export function playable(view: View): Map<string, Do[]> {
  const found = new Map<string, Do[]>();
  for (const act of view.legal) {
    const card = act["play"] ?? act["gift"];
    if (typeof card !== "string") continue;
    const ways = found.get(card);
    if (ways) ways.push(act);
    else found.set(card, [act]);
  }
  return found;
}

/** Warriors and tiles an aimed verb could mean. */
export function aims(options: Do[]): { warriors: Map<string, Do[]>; tiles: Map<string, Do[]> } {
  const warriors = new Map<string, Do[]>();
  const tiles = new Map<string, Do[]>();
  for (const act of options) {
    const who = act["target"] ?? act["bless"] ?? act["hit"] ?? act["guard"];
    const where = act["tile"] ?? act["hole"];
    if (typeof who === "string") warriors.set(who, [...(warriors.get(who) ?? []), act]);
    else if (typeof where === "string") tiles.set(where, [...(tiles.get(where) ?? []), act]);
  }
  return { warriors, tiles };
}

export function entries(view: View): Map<string, Do[]> {
  const found = new Map<string, Do[]>();
  for (const act of verbs(view, "enter")) {
    const card = String(act["enter"]);
    found.set(card, [...(found.get(card) ?? []), act]);
  }
  return found;
}

/** The placing of these dice on a square, if it is legal; the order of the dice does not matter. */
export function placement(view: View, square: string, dice: number[]): Do | undefined {
  const wanted = JSON.stringify([...dice].sort());
  return view.legal.find(
    (act) => act["place"] === square && JSON.stringify([...(act["dice"] as number[])].sort()) === wanted,
  );
}

/** Could more dice make a legal placing together with these? */
export function couldPlace(view: View, square: string, dice: number[]): boolean {
  return view.legal.some((act) => {
    if (act["place"] !== square) return false;
    const left = [...(act["dice"] as number[])];
    return dice.every((die) => {
      const at = left.indexOf(die);
      if (at < 0) return false;
      left.splice(at, 1);
      return true;
    });
  });
}
