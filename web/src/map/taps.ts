/** What a tap on the map means. The view says why something is impossible; else it is sent, and the service answers. */

import { aims, attacks, goes, splitDice, verbs, ways } from "../legal/filter";
import { choice } from "../state/choice.svelte";
import { table } from "../state/table.svelte";
import type { Do, Reach, View } from "../wire/types";
import { isDo, textOf, type DoOf } from "../wire/verbs";

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
  } else if (view.waiting.what === "beside") {
    const [act] = verbs(view, "enter").filter((one) => one.tile === label);
    if (act) void table.act(act);
  } else if (view.waiting.what === "cry") {
    const [act] = verbs(view, "cry").filter((one) => one.cry === choice.warrior && one.to === label);
    if (act) void table.act(act);
  } else if (choice.entering) {
    void table.act({ enter: choice.entering, tile: label, ...(choice.face ? { die: choice.face } : {}) });
  } else if (view.waiting.what === "activate" && choice.warrior) {
    const warrior = view.warriors.find((w) => w.id === choice.warrior);
    if (warrior?.tile === label) return;
    const way = ways(view, choice.warrior).get(label);
    const step = { move: choice.warrior, to: label };
    if (way) go(way);
    // If the warrior cannot move at all, the reason is the same for every tile.
    else if (warrior?.options?.move) table.explain(warrior.options.move, step);
    else void table.act(step);
  }
}

/** A way that differs in risk from another, or is risky itself, is asked about. */
function go(way: Reach): void {
  table.refusal = null;
  if (way.shortcut || way.over.length)
    choice.ways = { tile: way.tile, ways: way.shortcut ? [way, way.shortcut] : [way] };
  else void table.act(goes(way));
}

function byTile(options: Do[], label: string): Do[] {
  return options.filter((act) => isDo(act, "attack") && act.tile === label && !act.target);
}

/** The card of a warrior means the warrior, wherever it stands. */
export function tapCard(view: View, id: string): void {
  if (choice.aiming || ["hit", "fall"].includes(view.waiting.what)) tapWarrior(view, id);
  else choose(id);
}

/** A figure on a lit tile is in the way of the finger: the tile is meant. */
function meansTile(view: View, id: string, tile: string): boolean {
  if (choice.entering || view.waiting.what === "hole") return true;
  const leads = view.waiting.what === "activate" && id !== choice.warrior && ways(view, choice.warrior).has(tile);
  return leads && struck(view, id).length === 0;
}

export function tapWarrior(view: View, id: string): void {
  const warrior = view.warriors.find((w) => w.id === id);
  if (!warrior) return;
  if (!choice.aiming && meansTile(view, id, warrior.tile)) {
    tapTile(view, warrior.tile);
    return;
  }
  if (choice.aiming) {
    const options = choice.aiming.options.filter(
      (act) => aimsAt(act, id) || (textOf(act, "target") === warrior.target && reaches(view, act, warrior.tile)),
    );
    if (options.length) take(options);
  } else if (view.waiting.what === "cry") {
    if (verbs(view, "cry").some((act) => act.cry === id)) choice.warrior = id;
  } else if (["hit", "fall"].includes(view.waiting.what)) {
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

/** Legal attacks of the chosen warrior on this one. */
function struck(view: View, id: string): DoOf<"attack">[] {
  const foe = view.warriors.find((w) => w.id === id);
  return attacks(view, choice.warrior).filter(
    (act) => act.target === foe?.target && reaches(view, act, foe?.tile ?? ""),
  );
}

function strike(view: View, id: string): void {
  const foe = view.warriors.find((w) => w.id === id);
  const legal = struck(view, id);
  const attacker = view.warriors.find((w) => w.id === choice.warrior);
  const dice = attacker ? splitDice(attacker, choice.attackDice) : 0;
  const plain = legal.find((act) => act.dice === dice) ?? legal.find((act) => !act.with) ?? legal[0];
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
