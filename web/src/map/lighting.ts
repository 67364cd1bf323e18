/** What glows on the map: where the chosen warrior may go, what it may explore, whom it may attack. */

import { aims, destinations, entries, openings, attacks, verbs } from "../legal/filter";
import type { choice as Choice } from "../state/choice.svelte";
import type { Do, View } from "../wire/types";
import { textOf } from "../wire/verbs";

export interface Lighting {
  /** Lit tiles and what they cost: MVT for a step, TP for an entry, nothing for other choices. */
  tiles: Map<string, { cost: string; sign: "foot" | "skull" | "hole" | "" }>;
  openings: Map<string, Do>;
  warriors: Set<string>;
  /** Tiles whose crowd of Troglodytes is one target. */
  crowds: Set<string>;
  dashed: boolean;
}

function dark(): Lighting {
  return { tiles: new Map(), openings: new Map(), warriors: new Set(), crowds: new Set(), dashed: false };
}

function target(lit: Lighting, view: View, attack: Do): void {
  const whom = textOf(attack, "target");
  const attacker = view.warriors.find((w) => w.id === textOf(attack, "attack"));
  const tile = textOf(attack, "tile") || (attacker?.tile ?? "");
  if (whom === "troglodytes") lit.crowds.add(tile);
  else if (whom) lit.warriors.add(whom);
  else lit.tiles.set(tile, { cost: "", sign: "" });
}

function ofWarrior(view: View, id: string, stepOf: (id: string) => number): Lighting {
  const lit = dark();
  const step = stepOf(id);
  for (const [label, act] of destinations(view, id)) {
    lit.tiles.set(label, { cost: String(step), sign: act.via ? "hole" : "foot" });
  }
  for (const [edge, act] of openings(view, id)) lit.openings.set(edge, act);
  for (const attack of attacks(view, id)) {
    if (!attack.with) target(lit, view, attack);
  }
  return lit;
}

function ofOptions(view: View, options: Do[]): Lighting {
  const lit = dark();
  const found = aims(options.filter((act) => !("attack" in act)));
  for (const id of found.warriors.keys()) lit.warriors.add(id);
  for (const label of found.tiles.keys()) lit.tiles.set(label, { cost: "", sign: "" });
  for (const act of options) if ("attack" in act) target(lit, view, act);
  return lit;
}

function ofEntry(view: View, card: string, cost: number): Lighting {
  const lit = dark();
  for (const act of entries(view).get(card) ?? []) lit.tiles.set(act.tile, { cost: String(cost), sign: "skull" });
  lit.dashed = true;
  return lit;
}

/** What things cost, as the box says: a warrior's next step in MVT, an entry in TP. */
export interface Prices {
  step(warrior: string): number;
  entry(card: string): number;
}

export function lighting(view: View, picked: typeof Choice, prices: Prices): Lighting {
  if (picked.aiming) return ofOptions(view, picked.aiming.options);
  if (view.waiting.what === "hole") return ofOptions(view, verbs(view, "hole"));
  if (view.waiting.what === "hit") return ofOptions(view, verbs(view, "hit"));
  if (picked.entering) return ofEntry(view, picked.entering, prices.entry(picked.entering));
  if (picked.warrior) return ofWarrior(view, picked.warrior, prices.step);
  return dark();
}
