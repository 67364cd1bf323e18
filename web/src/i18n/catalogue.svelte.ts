/** The sentences of the chosen language. Those of the table come first, those of a page with the page. */

import { untrack } from "svelte";

import { settings, type Language } from "../state/settings.svelte";
import { fill, type Fill } from "./format";

type Catalogue = Record<string, string>;
type Load = () => Promise<{ default: Catalogue }>;

/** Sentences that only some pages need: a file each in the folder of every language. */
export type CatalogueFile =
  | "override"
  | "check"
  | "devices"
  | "box"
  | "card"
  | "boxes"
  | "games"
  | "backups"
  | "setup"
  | "scenario"
  | "pages"
  | "rulebook"
  | "happenings";

/** A module for every language ("./en.ts") and its files ("./en/box.json"); fetched when they are needed. */
const LANGUAGE_MODULES = import.meta.glob<{ default: Catalogue }>("./[a-z][a-z].ts");
const FILES = import.meta.glob<{ default: Catalogue }>(["./*/*.json", "!./*/{camera,table,words}.json"]);

const load = (language: Language): Promise<{ default: Catalogue }> => found(LANGUAGE_MODULES[`./${language}.ts`]);
const loadFile = (language: Language, file: CatalogueFile): Promise<{ default: Catalogue }> =>
  found(FILES[`./${language}/${file}.json`]);

function found(module: Load | undefined): Promise<{ default: Catalogue }> {
  if (!module) throw new Error("a language without its files");
  return module();
}

const opened = new Set<CatalogueFile>();
let current = $state.raw<{ language: Language; words: Catalogue }>({ language: "en", words: {} });

export async function loadLanguage(language: Language): Promise<void> {
  const parts = await Promise.all([load(language), ...[...opened].map((file) => loadFile(language, file))]);
  const words: Catalogue = Object.assign({}, ...parts.map((part) => part.default));
  current = { language, words };
  settings.language = language;
  settings.keep();
}

/** A page and the sentences it needs, fetched side by side. */
export async function withWords<T>(files: CatalogueFile | CatalogueFile[], page: Promise<T>): Promise<T> {
  // More words are no reason to build the page anew.
  const language = untrack(() => current.language);
  const wanted = [files].flat().filter((file) => !opened.has(file));
  const loaded = await Promise.all(wanted.map((file) => loadFile(language, file)));
  wanted.forEach((file) => opened.add(file));
  // Another language may have been chosen meanwhile; it was fetched without these files.
  if (wanted.length && untrack(() => current.language) !== language)
    await loadLanguage(untrack(() => current.language));
  else if (wanted.length)
    untrack(
      () => (current = { ...current, words: Object.assign({}, current.words, ...loaded.map((one) => one.default)) }),
    );
  return page;
}

export function language(): Language {
  return current.language;
}

export function known(key: string): boolean {
  return key in current.words;
}

/** The sentence of a key in the tablet's language; a missing key shows itself, so that it is found. */
export function t(key: string, values: Fill = {}): string {
  return fill(current.language, current.words[key] ?? key, values);
}
