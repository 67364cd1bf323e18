/** The tablet's own words: the catalogue of the chosen language, fetched when it is chosen. */

import { untrack } from "svelte";

import { settings, type Language } from "../state/settings.svelte";
import { fill, type Fill } from "./format";

type Catalogue = Record<string, string>;

const FETCH: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("./en"),
  fr: () => import("./fr"),
  ru: () => import("./ru"),
};

/** Words of one page only; they are fetched together with it. */
const CHAPTERS = {
  check: { en: () => import("./en/check.json"), fr: () => import("./fr/check.json"), ru: () => import("./ru/check.json") },
  devices: { en: () => import("./en/devices.json"), fr: () => import("./fr/devices.json"), ru: () => import("./ru/devices.json") },
  box: { en: () => import("./en/box.json"), fr: () => import("./fr/box.json"), ru: () => import("./ru/box.json") },
  card: { en: () => import("./en/card.json"), fr: () => import("./fr/card.json"), ru: () => import("./ru/card.json") },
  boxes: { en: () => import("./en/boxes.json"), fr: () => import("./fr/boxes.json"), ru: () => import("./ru/boxes.json") },
  intro: { en: () => import("./en/intro.json"), fr: () => import("./fr/intro.json"), ru: () => import("./ru/intro.json") },
  setup: { en: () => import("./en/setup.json"), fr: () => import("./fr/setup.json"), ru: () => import("./ru/setup.json") },
  scenario: { en: () => import("./en/scenario.json"), fr: () => import("./fr/scenario.json"), ru: () => import("./ru/scenario.json") },
} satisfies Record<string, Record<Language, () => Promise<{ default: Catalogue }>>>;
export type Chapter = keyof typeof CHAPTERS;
const opened = new Set<Chapter>();

let current = $state.raw<{ language: Language; words: Catalogue }>({ language: "en", words: {} });

export async function speak(language: Language): Promise<void> {
  const parts = await Promise.all([FETCH[language](), ...[...opened].map((chapter) => CHAPTERS[chapter][language]())]);
  const words: Catalogue = Object.assign({}, ...parts.map((part) => part.default));
  current = { language, words };
  settings.language = language;
  settings.keep();
}

/** A page and the words it needs, fetched side by side. */
export async function withWords<T>(chapter: Chapter, page: Promise<T>): Promise<T> {
  if (!opened.has(chapter)) {
    // Whoever shows the page must not show it anew only because there are more words now.
    const language = untrack(() => current.language);
    const more = (await CHAPTERS[chapter][language]()).default;
    opened.add(chapter);
    current = { ...current, words: { ...current.words, ...more } };
  }
  return page;
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
