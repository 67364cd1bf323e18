/** How a warrior stands in this phase, as its card and chip say it. */

import { of } from "../legal/filter";
import type { View, Warrior } from "../wire/types";
import type { IconName } from "../ui/icons";

export type Standing = "chosen" | "acted" | "ready" | "dead" | "out" | "waiting";

export function standing(view: View, warrior: Warrior, chosen: string): Standing {
  if (!warrior.tile) return warrior.fate === "out" ? "out" : "dead";
  if (chosen === warrior.id) return "chosen";
  if (warrior.acted) return "acted";
  return of(view, "finish", warrior.id).length > 0 ? "ready" : "waiting";
}

export const STANDING_ICON: Record<Standing, IconName> = {
  chosen: "hand",
  acted: "check",
  ready: "torch",
  dead: "skull",
  out: "exit",
  waiting: "pin",
};
