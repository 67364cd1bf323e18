import type { View } from "../wire/types";

/** The DEF that is rolled against, as it stands on the cards; 0 where there is none, or not one for all. */
export function defenceOf({ waiting: { facts }, warriors }: View): number {
  const target = facts["target"];
  const struck = warriors.filter((one) => one.tile && (one.id === target || (target === "troglodytes" && one.figure === "troglodyte" && one.tile === facts["tile"])));
  const values = new Set(struck.map((one) => one.now.def));
  return values.size === 1 ? ([...values][0] ?? 0) : 0;
}
