/** Moments, special rules and conditions of victory in words. */

import { pieceText, stepLines, whoName, type Line } from "../box/editor/sentence";
import { kindShort } from "../i18n/names.svelte";
import { language, t } from "../i18n/speech.svelte";
import type { InWords, Words } from "./sheet";

export const inWords = (name: Words): string => name[language()] ?? name["en"] ?? "";

/** "enter:stash", "start:threat", "death:human" as a player would say it. */
export function momentName(moment: string): string {
  const [what = "", of = ""] = moment.split(":");
  if (what === "start" || what === "end") return t(`moment.${what}`, { phase: t(`when.${of}`) });
  if (what === "death") return t("moment.death", { who: whoName(of) });
  return of === "any" ? t(`moment.${what}.any`) : t(`moment.${what}`, { kind: kindShort(of) });
}

export function ruleLines(rule: InWords["special"][number] | undefined): Line[] {
  return rule ? rule.steps.flatMap((step) => stepLines(step, 0)) : [];
}

export function conditionText(condition: InWords["victory"][number] | undefined): string {
  return condition?.when.length ? condition.when.map(pieceText).join(t("card.and")) : "";
}
