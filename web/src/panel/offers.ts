/** What the chosen warrior may do, as the panel shows it: attacks with their odds, steps, exploring, ways out. */

import { nameOf, tileName, warriorName } from "../i18n/names.svelte";
import { t } from "../i18n/speech.svelte";
import { attacks, destinations, oddsOf, of, openings } from "../legal/filter";
import type { Do, Odds, View, Warrior } from "../wire/types";

export interface AttackOffer {
  act: Do;
  title: string;
  note: string;
  ranged: boolean;
}

function percent(chance: number): string {
  return `${Math.round(chance * 100)} %`;
}

/** "3 dice, hits on 3+ · 2.0 hits likely, at least one 96 %". */
export function oddsLine(odds: Odds): string {
  const dice = t("odds.dice", { dice: odds.dice, to_hit: odds.to_hit });
  const likely = t("odds.likely", { expected: odds.expected.toFixed(1), one: percent(odds.at_least[1] ?? 0) });
  return `${dice} · ${likely}`;
}

function attackTitle(view: View, act: Do): string {
  const target = String(act["target"] ?? "");
  const warrior = view.warriors.find((w) => w.id === act["attack"]);
  const tile = String(act["tile"] ?? warrior?.tile ?? "");
  const weapon = act["with"] ? nameOf("card", String(act["with"])) : "";
  const crowd = view.warriors.filter((w) => w.tile === tile && w.figure === "troglodyte").length;
  const whom = target === "troglodytes" ? t("attack.crowd", { crowd }) : target ? warriorName(target, view) : tileName(tile, view);
  if (!weapon) return t("attack.title", { whom });
  return t("attack.ranged", { whom, weapon, tile: tileName(tile, view) });
}

export function attackOffers(view: View, id: string): AttackOffer[] {
  return attacks(view, id).map((act) => {
    const odds = oddsOf(view, act);
    return { act, title: attackTitle(view, act), note: odds ? oddsLine(odds) : "", ranged: "with" in act };
  });
}

export interface StepOffer {
  steps: number;
  edges: string[];
  leave: Do | undefined;
  finish: Do | undefined;
  left: number;
}

export function stepOffers(view: View, warrior: Warrior): StepOffer {
  return {
    steps: destinations(view, warrior.id).size,
    edges: [...openings(view, warrior.id).keys()],
    leave: of(view, "leave", warrior.id)[0],
    finish: of(view, "finish", warrior.id)[0],
    left: Math.max(0, warrior.now.mvt - warrior.spent),
  };
}

/** The Blocking sum of the tile: "2 of you against 2". */
export function blockingSum(view: View, warrior: Warrior): string {
  const here = view.warriors.filter((w) => w.tile === warrior.tile);
  const own = here.filter((w) => w.side === warrior.side).length;
  const enemies = here.length - own;
  return enemies ? t("block.sum", { own, enemies }) : t("block.free", { tile: tileName(warrior.tile, view) });
}
