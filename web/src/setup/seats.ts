/** The seats of a table. */

import type { Seat } from "../wire/types";

/** The seats at a table; the host sits beside it. */
export const SEATS_TO_TAKE: readonly Seat[] = ["both", "human", "demon", "table"];
