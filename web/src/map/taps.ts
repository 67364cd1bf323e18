/** What a tap on the map means. An impossible one is sent all the same: the service answers why not. */

import { aims, attacks, destinations } from "../legal/filter";
import { choice } from "../state/choice.svelte";
import { table } from "../state/table.svelte";
import type { Do, View } from "../wire/types";

/** One option is done at once; several (which line?) are narrowed down and asked in the panel. */
function take(options: Do[]): void {
  const [only] = options;
  if (options.length === 1 && only) void table.act(only);
  else if (choice.aiming) choice.aiming = { ...choice.aiming, options };
}

export function tapTile(view: View, label: string): void {
  choice.tile = label;
  if (choice.aiming) {
    const options = aims(choice.aiming.options).tiles.get(label) ?? byTile(choice.aiming.options, label);
    if (options.length) take(options);
  } else if (view.waiting.what === "hole") {
    void table.act({ hole: label });
  } else if (choice.entering) {
    void table.act({ enter: choice.entering, tile: label });
  } else if (view.waiting.what === "activate" && choice.warrior) {
    const warrior = view.warriors.find((w) => w.id === choice.warrior);
    if (warrior?.tile === label) return;
    void table.act(destinations(view, choice.warrior).get(label) ?? { move: choice.warrior, to: label });
  }
}

function byTile(options: Do[], label: string): Do[] {
  return options.filter((act) => "attack" in act && act["tile"] === label && !act["target"]);
}

export function tapWarrior(view: View, id: string): void {
  const warrior = view.warriors.find((w) => w.id === id);
  if (!warrior) return;
  if (choice.aiming) {
    const crowd = warrior.figure === "troglodyte" ? "troglodytes" : id;
    const options = choice.aiming.options.filter((act) => aimsAt(act, id) || (act["target"] === crowd && reaches(view, act, warrior.tile)));
    if (options.length) take(options);
  } else if (view.waiting.what === "hit") {
    void table.act({ hit: id });
  } else if (warrior.side === view.waiting.side || !choice.warrior || view.waiting.what !== "activate") {
    choose(id);
  } else {
    strike(view, id);
  }
}

function aimsAt(act: Do, id: string): boolean {
  return [act["target"], act["bless"], act["hit"]].includes(id);
}

function reaches(view: View, act: Do, tile: string): boolean {
  const attacker = view.warriors.find((w) => w.id === act["attack"]);
  return (act["tile"] ?? attacker?.tile) === tile;
}

export function choose(id: string): void {
  table.refusal = null;
  choice.warrior = choice.warrior === id ? "" : id;
}

function strike(view: View, id: string): void {
  const foe = view.warriors.find((w) => w.id === id);
  const target = foe?.figure === "troglodyte" ? "troglodytes" : id;
  const legal = attacks(view, choice.warrior).filter((act) => act["target"] === target && reaches(view, act, foe?.tile ?? ""));
  const plain = legal.find((act) => !act["with"]) ?? legal[0];
  void table.act(plain ?? { attack: choice.warrior, target: id, tile: foe?.tile ?? "" });
}

export function tapOpening(view: View, label: string, edge: string): void {
  const warrior = view.warriors.find((w) => w.id === choice.warrior);
  if (view.waiting.what !== "activate" || !warrior) return;
  if (warrior.tile === label) void table.act({ explore: warrior.id, edge });
  else tapTile(view, label);
}
