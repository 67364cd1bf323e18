/** Moments, special rules and conditions of victory in words. */

import { pieceText, stepLines, whoName, type Line } from "../box/editor/sentence";
import { fieldName } from "../box/wording";
import { kindShort } from "../i18n/names.svelte";
import { words } from "../i18n/sentences";
import { known, language, t } from "../i18n/speech.svelte";
import type { Facts } from "../wire/types";
import type { InWords, Words } from "./sheet";

export const inWords = (name: Words): string => name[language()] ?? name["en"] ?? "";

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

export function ruleLines(rule: InWords["special"][number] | undefined): Line[] {
  return rule ? rule.steps.flatMap((step) => stepLines(step, 0)) : [];
}

export function conditionText(condition: InWords["victory"][number] | undefined): string {
  return condition?.when.length ? condition.when.map(pieceText).join(t("card.and")) : "";
}
