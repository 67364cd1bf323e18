/** What was chosen for the last game on this tablet, so that the next one begins with it. */

import type { Opponent, Sources } from "../wire/protocol";
import type { Seat } from "../wire/types";

const STORE = "claustrophobia.setup";

export interface SetupChoices {
  scenario: string;
  house: Record<string, string>;
  sources: Required<Sources>;
  seat: Seat;
  opponent: Opponent | null;
}

export function lastChoices(): Partial<SetupChoices> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Partial<SetupChoices>) : {};
  } catch {
    return {};
  }
}

export function keepChoices(choices: SetupChoices): void {
  localStorage.setItem(STORE, JSON.stringify(choices));
}
