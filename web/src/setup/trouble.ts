/** Why a game cannot be begun, in our own words. */

import { troubleOf, words } from "../i18n/sentences";
import { known, t } from "../i18n/catalogue.svelte";
import { ServiceError } from "../wire/api";
import type { Facts } from "../wire/types";

export function setupTrouble(error: unknown): string {
  const numbers = error instanceof ServiceError ? error.facts : {};
  const key = `scenario.wrong.${String(numbers["code"])}`;
  if (!known(key)) return troubleOf(error);
  const facts = (numbers["facts"] ?? {}) as Facts;
  // What there may not be more of has a name of its own here.
  const what = known(`auction.${String(facts["what"])}`) ? t(`auction.${String(facts["what"])}`) : "";
  return t("table.setup_refused", { reason: t(key, { ...words(facts, null), what }) });
}
