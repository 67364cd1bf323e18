/** What a roll is for, in one line. */

import { sourceName, warriorName } from "../i18n/names.svelte";
import { t } from "../i18n/speech.svelte";
import type { View } from "../wire/types";

export function rollTitle(view: View): string {
  const { what, facts } = view.waiting;
  const name = warriorName(String(facts["attacker"] ?? facts["target"] ?? ""), view);
  const target = warriorName(String(facts["target"] ?? ""), view);
  if (what === "combat") return t("roll.combat", { name, target });
  if (what === "reroll") return t("roll.reroll", { name });
  if (what === "action" || what === "destiny") return t(`roll.${what}`);
  return t("roll.other", { source: sourceName(what), name: target });
}
