/** The seats of a table. */

import { theBox } from "../i18n/names.svelte";
import type { Seat } from "../wire/types";

/** The seats at a table; the host sits beside it. */
export const SEATS_TO_TAKE: readonly Seat[] = ["both", "human", "demon", "squamata", "table"];

/** The seats of a scenario: those of the sides that play there. */
export function seatsOf(scenario: string): readonly Seat[] {
  const sides: readonly Seat[] = theBox().scenarios.find(({ id }) => id === scenario)?.sides ?? ["human", "demon"];
  return SEATS_TO_TAKE.filter((seat) => seat === "both" || seat === "table" || sides.includes(seat));
}
