/** Attacks of the chosen warrior with their odds, and who holds whom on its tile. */

import { nameOf, theTile, tileName, warriorName } from "../i18n/names.svelte";
import { oddsLine } from "../i18n/sentences";
import { t } from "../i18n/catalogue.svelte";
import { attacks, oddsOf } from "../legal/filter";
import type { Do, View, Warrior } from "../wire/types";
import type { DoOf } from "../wire/verbs";

export interface AttackOffer {
  act: Do;
  title: string;
  note: string;
  ranged: boolean;
}

function attackTitle(view: View, act: DoOf<"attack">): string {
  const target = act.target ?? "";
  const warrior = view.warriors.find((w) => w.id === act.attack);
  const tile = act.tile ?? warrior?.tile ?? "";
  const weapon = act.with ? nameOf("card", act.with) : "";
  const crowd = view.warriors.filter((w) => w.tile === tile && w.figure === "troglodyte").length;
  const whom =
    target === "troglodytes" ? t("attack.crowd", { crowd }) : target ? warriorName(target, view) : tileName(tile, view);
  if (!weapon) return t("attack.title", { whom });
  return t("attack.ranged", { whom, weapon, tile: tileName(tile, view) });
}

export function attackOffers(view: View, id: string): AttackOffer[] {
  return attacks(view, id).map((act) => {
    const odds = oddsOf(view, act);
    return { act, title: attackTitle(view, act), note: odds ? oddsLine(odds) : "", ranged: "with" in act };
  });
}

/** The Blocking sum of the tile: "2 of you against 2". */
export function blockingSum(view: View, { tile, blocking }: Warrior): string {
  if (!blocking) return t("block.free", { tile: theTile(tile, view) });
  return t("block.sum", { own: blocking.own, enemies: blocking.enemies });
}
