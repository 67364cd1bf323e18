/** Taking a seat: what happened, as a sentence for the page. */

import { t } from "../i18n/catalogue.svelte";
import { route } from "../state/route.svelte";
import { rememberCode, tableCode } from "../wire/seat";
import { table } from "../state/table.svelte";
import type { Seat } from "../wire/types";

/** The seats at a table; the host sits beside it. */
export const SEATS_TO_TAKE: readonly Seat[] = ["both", "human", "demon", "table"];

/** The empty text if the seat is taken, else why not. */
export async function takeSeat(game: string, seat: Seat, code = tableCode()): Promise<string> {
  try {
    const answer = await table.join(game, seat, code);
    if (!answer.ok) return t(`table.${answer.key ?? "server_error"}`);
    rememberCode(code);
    route.go("table");
    return "";
  } catch {
    return t("lost.title");
  }
}
