/** What is in force on the table beyond the cards: squares, Gifts, promises. */

import { known, t } from "../i18n/catalogue.svelte";
import { sourceName } from "../i18n/names.svelte";
import { number } from "../wire/facts";
import type { Effect, View } from "../wire/types";

/** What the rules remember and no player needs to be told: what was used already in this game or phase. */
const ONLY_REMEMBERED = /^(blessing_used|gift_used|water:.*)$/;

export function inForce(view: View): Effect[] {
  return view.effects.filter(({ what }) => !ONLY_REMEMBERED.test(what));
}

/** What a scenario counts is called by its own name: "tiles: 7". */
const counted = ({ source, what, until }: Effect, view: View): boolean =>
  source === view.scenario && what !== "modifier" && !until.startsWith("roll:");

export function effectName(effect: Effect, view: View): string {
  if (!counted(effect, view)) return sourceName(effect.source);
  const amount = number(effect.facts, "amount");
  const key = `counted.${effect.what}`;
  return known(key) ? t(key, { amount }) : `${effect.what.replaceAll("_", " ")}: ${amount}`;
}

export function untilWhen(effect: Effect): string {
  return known(`until.${effect.until}`) ? t(`until.${effect.until}`) : "";
}
