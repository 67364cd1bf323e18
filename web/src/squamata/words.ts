/** Parts, spaces and Squamata tiles in words. */

import { t } from "../i18n/catalogue.svelte";
import { nameOf } from "../i18n/names.svelte";
import type { Space } from "../wire/types";

/** A part of the body, or the Heavy Armor. */
export const partName = (part: string): string => nameOf("part", part);

export function squamataTileName(tile: string): string {
  return nameOf("squamata_tile", tile);
}

/** Which die a space takes: "5–6", "odd", "any". */
export function diceOf({ dice, number }: Pick<Space, "dice" | "number">): string {
  return t(`squamata.takes.${dice}`, { number });
}

/** What a space gives: "+1 CBT", "Frantic". */
export function givesOf(space: Pick<Space, "mvt" | "cbt" | "def" | "talents">): string {
  const values = (["mvt", "cbt", "def"] as const)
    .filter((stat) => space[stat])
    .map((stat) => `+${space[stat]} ${t(`value.${stat}`)}`);
  return [...values, ...space.talents.map((talent) => t(`talent.${talent}`))].join(", ") || "–";
}
