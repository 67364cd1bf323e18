/** What the table says about a scanned tile or card. */

import { words } from "../i18n/sentences";
import { known, t } from "../i18n/speech.svelte";
import type { Reading, View } from "../wire/types";

/** Notes of a reading that may be taken as it is; every other says why it may not. */
const USABLE = ["", "ask", "unsure", "kept"];

export function usable(reading: Reading): boolean {
  return USABLE.includes(reading.note ?? "");
}

/** The note in words; nothing where there is nothing to say. */
export function scanNote(reading: Reading, view: View): string {
  const note = reading.note ?? "";
  const key = known(`scan.${note}`) ? `scan.${note}` : `refusal.${note}`;
  return known(key) ? t(key, words(reading.facts ?? {}, view)) : "";
}

export function scanned(view: View): Reading | null {
  return view.reading?.kind === "tag" ? view.reading : null;
}
