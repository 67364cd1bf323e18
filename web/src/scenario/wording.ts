/** Moments, special rules and conditions of victory in words. */

import { pieceText, stepLines, whoName, type TextLine } from "../box/editor/sentence";
import { fieldName } from "../box/wording";
import { kindShort } from "../i18n/names.svelte";
import { words } from "../i18n/sentences";
import { known, t } from "../i18n/catalogue.svelte";
import type { Facts } from "../wire/types";
import type { ScenarioPreview } from "./scenarioSheet";

/** "enter:stash", "start:threat", "death:human" as a player would say it. */
export function momentName(moment: string): string {
  const [what = "", of = ""] = moment.split(":");
  if (what === "start" || what === "end") return t(`moment.${what}`, { phase: t(`when.${of}`) });
  if (what === "death") return t("moment.death", { who: whoName(of) });
  return of === "any" ? t(`moment.${what}.any`) : t(`moment.${what}`, { kind: kindShort(of) });
}

/** Why a scenario cannot be played: our own sentence where there is one, else what the service says. */
export function whyNot(numbers: Facts): string {
  const code = String(numbers["code"] ?? "");
  const facts = (numbers["facts"] ?? {}) as Facts;
  if (!known(`scenario.wrong.${code}`)) return t("table.box_refused", words(numbers, null));
  return t(`scenario.wrong.${code}`, { ...words(facts, null), field: fieldName(String(facts["field"] ?? "")) });
}

export function ruleLines(rule: ScenarioPreview["special"][number] | undefined): TextLine[] {
  return rule ? rule.steps.flatMap((step) => stepLines(step, 0)) : [];
}

export function conditionText(condition: ScenarioPreview["victory"][number] | undefined): string {
  return condition?.when.length ? condition.when.map(pieceText).join(t("card.and")) : "";
}
