/** The tablet's own words: the catalogue of the chosen language, fetched when it is chosen. */

import { settings, type Language } from "../state/settings.svelte";
import { fill, type Fill } from "./format";

type Catalogue = Record<string, string>;

const FETCH: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("./en"),
  fr: () => import("./fr"),
  ru: () => import("./ru"),
};

let current = $state.raw<{ language: Language; words: Catalogue }>({ language: "en", words: {} });

export async function speak(language: Language): Promise<void> {
  const words = (await FETCH[language]()).default;
  current = { language, words };
  settings.language = language;
  settings.keep();
}

export function language(): Language {
  return current.language;
}

export function known(key: string): boolean {
  return key in current.words;
}

/** The sentence of a key in the tablet's language; a key that is missing shows itself, so that it is found. */
export function t(key: string, values: Fill = {}): string {
  return fill(current.language, current.words[key] ?? key, values);
}
