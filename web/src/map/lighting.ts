/** What glows on the map: where the chosen warrior may go, what it may explore, whom it may attack. */

import { aims, entries, openings, attacks, verbs, ways } from "../legal/filter";
import type { choice as Choice } from "../state/choice.svelte";
import type { OrderJson } from "../wire/protocol";
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

function ofWarrior(view: View, id: string): Lighting {
  const lit = dark();
  for (const [label, { cost, steps }] of ways(view, id)) {
    lit.tiles.set(label, { cost: String(cost), sign: steps.some((step) => "via" in step) ? "hole" : "foot" });
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
  const cheaper = view.entries.find((entry) => entry.card === card)?.cheaper ?? {};
  for (const { tile } of entries(view).get(card) ?? []) {
    lit.tiles.set(tile, { cost: String(cheaper[tile] ?? cost), sign: "skull" });
  }
  lit.dashed = true;
  return lit;
}

/** War Cry: whom it may move, and where to once somebody is chosen. */
function ofCry(view: View, chosen: string): Lighting {
  const lit = dark();
  for (const { cry, to } of verbs(view, "cry")) {
    if (cry === chosen) lit.tiles.set(to, { cost: "", sign: "" });
    else if (!chosen) lit.warriors.add(cry);
  }
  return lit;
}

/** Where an order of the companion puts something, and whom it strikes. */
function ofOrder(view: View, order: OrderJson): Lighting {
  const lit = dark();
  for (const { tile } of order.ghosts) lit.tiles.set(tile, { cost: "", sign: "" });
  for (const step of order.steps) {
    const tile = textOf(step, "tile") || textOf(step, "hole");
    if (tile) lit.tiles.set(tile, { cost: "", sign: "" });
    const where = order.ghosts.find((ghost) => ghost.warrior === textOf(step, "attack"))?.tile;
    if ("attack" in step) target(lit, view, where ? { ...step, tile: where } : step);
    else for (const id of aims([step]).warriors.keys()) lit.warriors.add(id);
  }
  return lit;
}

/** `price`: what an entry costs in TP, as the box says. */
export function lighting(view: View, picked: typeof Choice, price: (card: string) => number): Lighting {
  if (view.companion?.order) return ofOrder(view, view.companion.order);
  if (picked.aiming) return ofOptions(view, picked.aiming.options);
  if (view.waiting.what === "hole") return ofOptions(view, verbs(view, "hole"));
  if (view.waiting.what === "beside") return ofOptions(view, verbs(view, "enter"));
  if (["hit", "fall"].includes(view.waiting.what)) return ofOptions(view, verbs(view, "hit"));
  if (view.waiting.what === "cry") return ofCry(view, picked.warrior);
  if (picked.entering) return ofEntry(view, picked.entering, price(picked.entering));
  if (picked.warrior) return ofWarrior(view, picked.warrior);
  return dark();
}
