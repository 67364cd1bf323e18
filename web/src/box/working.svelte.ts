/** Something that asks the service: busy meanwhile, and afterwards with the reason if it was refused. */

import { sayRefusal } from "../i18n/sentences";
import { t } from "../i18n/speech.svelte";
import { ServiceError } from "../wire/api";

export function said(error: unknown): string {
  if (!(error instanceof ServiceError)) return t("lost.title");
  return sayRefusal({ code: error.code, message: error.key, numbers: error.numbers, tried: {} }, null);
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
