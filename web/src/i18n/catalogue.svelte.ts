/** The sentences of the chosen language. Those of the table come first, those of a page with the page. */

import { untrack } from "svelte";

import { settings, type Language } from "../state/settings.svelte";
import { fill, type Fill } from "./format";

type Catalogue = Record<string, string>;
type Load = () => Promise<{ default: Catalogue }>;

/** Sentences that only some pages need: a file each in the folder of every language. */
export type CatalogueFile =
  | "refusals"
  | "choices"
  | "camera"
  | "override"
  | "check"
  | "devices"
  | "box"
  | "card"
  | "boxes"
  | "games"
  | "backups"
  | "network"
  | "first"
  | "secure"
  | "update"
  | "teach"
  | "setup"
  | "solo"
  | "scenario"
  | "tiles"
  | "walk"
  | "ending"
  | "coach"
  | "guide"
  | "textview"
  | "screen"
  | "pages"
  | "rulebook"
  | "happenings";

/** A module for every language ("./en.ts") and its files ("./en/box.json"); fetched when they are needed. */
const LANGUAGE_MODULES = import.meta.glob<{ default: Catalogue }>("./[a-z][a-z].ts");
const FILES = import.meta.glob<{ default: Catalogue }>(["./*/*.json", "!./*/{table,words}.json"]);
/** Why the rules forbid something; the sentences lie with the rules. */
const RULES = import.meta.glob<{ default: Catalogue }>("../../../companion/rules/sentences/refusals/*.json");

const load = (language: Language): Promise<{ default: Catalogue }> => found(LANGUAGE_MODULES[`./${language}.ts`]);

async function loadFile(language: Language, file: CatalogueFile): Promise<Catalogue> {
  const parts = [FILES[`./${language}/${file}.json`]];
  if (file === "refusals") parts.push(RULES[`../../../companion/rules/sentences/refusals/${language}.json`]);
  const loaded = await Promise.all(parts.map(found));
  return Object.assign({}, ...loaded.map((part) => part.default));
}

function found(module: Load | undefined): Promise<{ default: Catalogue }> {
  if (!module) throw new Error("a language without its files");
  return module();
}

const opened = new Set<CatalogueFile>();
let current = $state.raw<{ language: Language; words: Catalogue }>({ language: settings.language, words: {} });

export async function loadLanguage(language: Language): Promise<void> {
  const [always, ...parts] = await Promise.all([
    load(language),
    ...[...opened].map((file) => loadFile(language, file)),
  ]);
  // Words of a page that came meanwhile stay.
  const before = current.language === language ? current.words : {};
  const words: Catalogue = Object.assign({}, before, always.default, ...parts);
  current = { language, words };
  settings.language = language;
  settings.keep();
}

/** A page and the sentences it needs, fetched side by side. */
export async function withWords<T>(files: CatalogueFile | CatalogueFile[], page: Promise<T>): Promise<T> {
  await fetchWords([files].flat());
  return page;
}

export async function fetchWords(files: CatalogueFile[]): Promise<void> {
  // More words are no reason to build the page anew.
  const language = untrack(() => current.language);
  const wanted = files.filter((file) => !opened.has(file));
  const loaded = await Promise.all(wanted.map((file) => loadFile(language, file)));
  wanted.forEach((file) => opened.add(file));
  // Another language may have been chosen meanwhile; it was fetched without these files.
  if (wanted.length && untrack(() => current.language) !== language)
    await loadLanguage(untrack(() => current.language));
  else if (wanted.length) untrack(() => (current = { ...current, words: Object.assign({}, current.words, ...loaded) }));
}

export function language(): Language {
  return current.language;
}

export function known(key: string): boolean {
  return key in current.words;
}

/** The keys there are that begin like this. */
export function wordsWith(beginning: string): string[] {
  return Object.keys(current.words).filter((key) => key.startsWith(beginning));
}

/** Does the sentence of a key tell this fact? */
export function tells(key: string, fact: string): boolean {
  return (current.words[key] ?? "").includes(`{${fact}`);
}

/** The sentence of a key in the tablet's language; a missing key shows itself, so that it is found. */
export function t(key: string, values: Fill = {}): string {
  return fill(current.language, current.words[key] ?? key, values);
}
