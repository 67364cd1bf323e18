/** Scanned tiles and cards: the pending reading and its note. */

import { words } from "../i18n/sentences";
import { known, t } from "../i18n/catalogue.svelte";
import type { Reading, View } from "../wire/types";

/** The sentence for the note; empty where there is none. */
export function scanNote(reading: Reading, view: View): string {
  const note = reading.note ?? "";
  const key = known(`scan.${note}`) ? `scan.${note}` : `refusal.${note}`;
  return known(key) ? t(key, words(reading.facts ?? {}, view)) : "";
}

export function scanned(view: View): Reading | null {
  return view.reading?.kind === "tag" ? view.reading : null;
}
