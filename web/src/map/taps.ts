/** What a tap on the map means. The view says why something is impossible; else it is sent, and the service answers. */

import { aims, attacks, destinations } from "../legal/filter";
import { choice } from "../state/choice.svelte";
import { table } from "../state/table.svelte";
import type { Do, View } from "../wire/types";
import { isDo, textOf } from "../wire/verbs";

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
    const step = destinations(view, choice.warrior).get(label) ?? { move: choice.warrior, to: label };
    // If the warrior cannot move at all, the reason is the same for every tile.
    if (warrior?.options?.move) table.explain(warrior.options.move, step);
    else void table.act(step);
  }
}

function byTile(options: Do[], label: string): Do[] {
  return options.filter((act) => isDo(act, "attack") && act.tile === label && !act.target);
}

export function tapWarrior(view: View, id: string): void {
  const warrior = view.warriors.find((w) => w.id === id);
  if (!warrior) return;
  if (choice.aiming) {
    const options = choice.aiming.options.filter(
      (act) => aimsAt(act, id) || (textOf(act, "target") === warrior.target && reaches(view, act, warrior.tile)),
    );
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
  return [textOf(act, "target"), textOf(act, "bless"), textOf(act, "hit")].includes(id);
}

function reaches(view: View, act: Do, tile: string): boolean {
  const attacker = view.warriors.find((w) => w.id === textOf(act, "attack"));
  return (textOf(act, "tile") || attacker?.tile) === tile;
}

export function choose(id: string): void {
  table.refusal = null;
  choice.warrior = choice.warrior === id ? "" : id;
}

function strike(view: View, id: string): void {
  const foe = view.warriors.find((w) => w.id === id);
  const legal = attacks(view, choice.warrior).filter(
    (act) => act.target === foe?.target && reaches(view, act, foe?.tile ?? ""),
  );
  const plain = legal.find((act) => !act.with) ?? legal[0];
  const whyNot = view.warriors.find((w) => w.id === choice.warrior)?.options?.attack;
  const tried = { attack: choice.warrior, target: id, tile: foe?.tile ?? "" };
  if (plain) void table.act(plain);
  else if (whyNot) table.explain(whyNot, tried);
  else void table.act(tried);
}

export function tapOpening(view: View, label: string, edge: string): void {
  const warrior = view.warriors.find((w) => w.id === choice.warrior);
  if (view.waiting.what !== "activate" || !warrior) return;
  if (warrior.tile === label) void table.act({ explore: warrior.id, edge });
  else tapTile(view, label);
}
