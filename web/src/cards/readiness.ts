/** Whether a warrior can still act in this phase, has acted or has left, for its card and chip. */

import { of } from "../legal/filter";
import type { View, Warrior } from "../wire/types";
import type { IconName } from "../ui/icons";

export type Readiness = "chosen" | "acted" | "ready" | "dead" | "out" | "waiting";

export function readiness(view: View, warrior: Warrior, chosen: string): Readiness {
  if (!warrior.tile) return warrior.fate === "out" ? "out" : "dead";
  if (chosen === warrior.id) return "chosen";
  if (warrior.acted) return "acted";
  return of(view, "finish", warrior.id).length > 0 ? "ready" : "waiting";
}

export const READINESS_ICON: Record<Readiness, IconName> = {
  chosen: "hand",
  acted: "check",
  ready: "torch",
  dead: "skull",
  out: "exit",
  waiting: "pin",
};
