/** The chapters of the editor: which values each is about, and its sign. */

import type { IconName } from "../ui/icons";
import type { Field } from "./sheet";

export type SectionId = "name" | "humans" | "cards" | "demon" | "start" | "stack" | "special" | "victory" | "table";

export interface Section {
  id: SectionId;
  icon: IconName;
  fields: readonly Field[];
}

export const SECTIONS: readonly Section[] = [
  { id: "name", icon: "book", fields: ["aim"] },
  { id: "humans", icon: "cross", fields: ["humans", "gifts"] },
  { id: "cards", icon: "cards", fields: ["advantages", "events", "cards_out"] },
  { id: "demon", icon: "claws", fields: ["tp", "reinforcements"] },
  { id: "start", icon: "tile", fields: ["start", "foes"] },
  { id: "stack", icon: "box", fields: ["stack"] },
  { id: "special", icon: "star", fields: ["special"] },
  { id: "victory", icon: "exit", fields: ["victory"] },
  { id: "table", icon: "eye", fields: [] },
];
