/** A task that asks the service: `busy` meanwhile, `trouble` afterwards if it was refused. */

import { sayRefusal, words } from "../i18n/sentences";
import { known, t } from "../i18n/catalogue.svelte";
import { ServiceError } from "../wire/api";
import type { Facts } from "../wire/types";
import { fieldName } from "./wording";

/** Our own sentence for what is wrong with a card or a scenario; empty where there is none. */
function inOurWords(numbers: Facts): string {
  const facts = (numbers["facts"] ?? {}) as Facts;
  const key = ["card.wrong.", "scenario.wrong."].map((beginning) => beginning + String(numbers["code"])).find(known);
  return key ? t(key, { ...words(facts, null), field: fieldName(String(facts["field"] ?? "")) }) : "";
}

export function troubleText(error: unknown): string {
  if (!(error instanceof ServiceError)) return t("lost.title");
  return inOurWords(error.facts) || sayRefusal({ code: error.code, key: error.key, facts: error.facts }, null);
}

export class Task {
  busy = $state(false);
  trouble = $state("");

  protected async work(what: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.trouble = "";
    try {
      await what();
    } catch (error) {
      this.trouble = troubleText(error);
    } finally {
      this.busy = false;
    }
  }
}
