/** A difference the rehearsal found, in words. */

import { t } from "../../i18n/speech.svelte";
import type { Way } from "./sheet";

type Change = Way["changed"][number];

export function changeText({ of, what, before, after }: Change, who: (id: string) => string): string {
  const values = { who: of ? who(of) || of : "", before: plain(before), after: plain(after) };
  return t(of ? "card.change.warrior" : "card.change.table", { ...values, what: t(`card.what.${what}`) });
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.length ? value.map(plain).join(", ") : t("card.none");
  if (typeof value === "boolean") return t(value ? "switch.on" : "switch.off");
  if (value && typeof value === "object") {
    const facts = value as Record<string, unknown>;
    if ("mvt" in facts) return `${String(facts["mvt"])}/${String(facts["cbt"])}/${String(facts["def"])}`;
    return Object.values(facts).map(plain).join(" ");
  }
  return value === "" || value === null ? t("card.none") : String(value).replaceAll("_", " ");
}
