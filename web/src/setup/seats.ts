/** Taking a seat: what happened, as a sentence for the page. */

import { t } from "../i18n/speech.svelte";
import { route } from "../state/route.svelte";
import { rememberCode, tableCode } from "../state/session.svelte";
import { table } from "../state/table.svelte";
import type { Seat } from "../wire/types";

export const SEATS: readonly Seat[] = ["both", "human", "demon", "table"];

/** The empty text if the seat is taken, else why not. */
export async function takeSeat(game: string, seat: Seat, code = tableCode()): Promise<string> {
  try {
    const answer = await table.join(game, seat, code);
    if (!answer.ok) return t(`table.${answer.message ?? "server_error"}`);
    rememberCode(code);
    route.go("table");
    return "";
  } catch {
    return t("lost.title");
  }
}
