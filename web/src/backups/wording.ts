/** Days and sizes of backups, as the language writes them. */

import { language } from "../i18n/catalogue.svelte";

export const day = (seconds: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(seconds * 1000));

/** At least a tenth of a megabyte: nothing is 0. */
export const megabytes = (bytes: number): string =>
  new Intl.NumberFormat(language(), {
    style: "unit",
    unit: "megabyte",
    maximumFractionDigits: bytes < 10e6 ? 1 : 0,
  }).format(Math.max(bytes / 1e6, 0.1));
