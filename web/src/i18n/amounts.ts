/** Amounts, as the language writes them. */

import { language } from "./catalogue.svelte";

/** At least a tenth of a megabyte: nothing is 0. */
export const megabytes = (bytes: number): string =>
  new Intl.NumberFormat(language(), {
    style: "unit",
    unit: "megabyte",
    maximumFractionDigits: bytes < 10e6 ? 1 : 0,
  }).format(Math.max(bytes / 1e6, 0.1));
