/** Something that asks the service: busy meanwhile, and afterwards with the reason if it was refused. */

import { sayRefusal, words } from "../i18n/sentences";
import { known, t } from "../i18n/speech.svelte";
import { ServiceError } from "../wire/api";
import type { Facts } from "../wire/types";
import { fieldName } from "./wording";

/** Our own sentence for what is wrong with a card or a scenario; empty where there is none. */
function inOurWords(numbers: Facts): string {
  const facts = (numbers["facts"] ?? {}) as Facts;
  const key = ["card.wrong.", "scenario.wrong."].map((beginning) => beginning + String(numbers["code"])).find(known);
  return key ? t(key, { ...words(facts, null), field: fieldName(String(facts["field"] ?? "")) }) : "";
}

export function said(error: unknown): string {
  if (!(error instanceof ServiceError)) return t("lost.title");
  return inOurWords(error.numbers) || sayRefusal({ code: error.code, message: error.key, numbers: error.numbers, tried: {} }, null);
}

export class Working {
  busy = $state(false);
  trouble = $state("");

  protected async work(what: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.trouble = "";
    try {
      await what();
    } catch (error) {
      this.trouble = said(error);
    } finally {
      this.busy = false;
    }
  }
}
