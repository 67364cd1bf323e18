/** Moments and days in the tablet's language. */

import { language } from "./catalogue.svelte";

/** A moment, in seconds since 1970; empty for one no calendar has. */
export function when(seconds: number | null): string {
  const date = new Date((seconds ?? NaN) * 1000);
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(date);
}
