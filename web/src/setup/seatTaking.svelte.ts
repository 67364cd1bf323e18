/** Taking a seat. One that another tablet holds is asked for until it is decided, or until nobody wants it any more. */

import { fetchWords, t } from "../i18n/catalogue.svelte";
import { sayRefusal } from "../i18n/sentences";
import { route } from "../state/route.svelte";
import { table } from "../state/table.svelte";
import { ServiceError } from "../wire/api";
import { rememberCode, tableCode } from "../wire/seat";
import type { Refusal, Seat } from "../wire/types";

const AGAIN_MS = 1500;
/** Refusals that are about the code, and are said beside it. */
const ABOUT_CODE = ["table/wrong_code", "table/slow_down"];

export function isAboutCode(error: unknown): boolean {
  return error instanceof ServiceError && ABOUT_CODE.includes(error.code);
}

export class SeatTaking {
  /** Why it is not decided yet. */
  held = $state.raw<Refusal | null>(null);
  /** Why the seat cannot be had, as a sentence; that of the code apart. */
  trouble = $state("");
  codeTrouble = $state("");
  private attempt = 0;

  /** Whether the seat was taken. */
  async take(game: string, seat: Seat, code = tableCode()): Promise<boolean> {
    const attempt = ++this.attempt;
    this.trouble = this.codeTrouble = "";
    try {
      for (;;) {
        const answer = await table.join(game, seat, code);
        if (answer.ok) return this.taken(attempt, code);
        // Most sit down at once: the words why not come when they are needed.
        await fetchWords(["refusals"]);
        if (attempt !== this.attempt) return false;
        if (answer.code !== "table/seat_held") return this.refused(answer);
        this.held = answer;
        await new Promise((done) => setTimeout(done, AGAIN_MS));
        if (attempt !== this.attempt) return false;
      }
    } catch {
      this.held = null;
      this.trouble = t("lost.title");
      return false;
    }
  }

  cancel = (): void => {
    this.attempt += 1;
    this.held = null;
    void table.stopAsking();
  };

  private taken(attempt: number, code: string): boolean {
    this.held = null;
    if (attempt !== this.attempt) {
      // It was decided in the very moment in which nobody wanted it any more.
      table.leave();
      return false;
    }
    rememberCode(code);
    route.go("table");
    return true;
  }

  private refused(refusal: Refusal): false {
    this.held = null;
    const about = ABOUT_CODE.includes(refusal.code) ? "codeTrouble" : "trouble";
    this[about] = sayRefusal(refusal, null);
    return false;
  }
}
