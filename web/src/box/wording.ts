/** How the box check calls fields and the words they may hold. */

import { nameOf } from "../i18n/names.svelte";
import { known, language, t } from "../i18n/speech.svelte";
import type { Name } from "../wire/box";
import type { Item, Value } from "./check";

export const inLanguage = (name: Name): string => name[language()] ?? name.en;

/** A name with another text in one language; the English one goes along until it has a text of its own. */
export function renamed(name: Record<string, string>, language: string, text: string): Record<string, string> {
  const follows = !name["en"] || language === "en" || name["en"] === name[language];
  return { ...name, ...(follows ? { en: text } : {}), [language]: text };
}

export const itemName = ({ id, name }: Item): string => (name ? inLanguage(name) : t(`boxpage.item.${id}`));

export function fieldName(field: string): string {
  return known(`boxpage.field.${field}`) ? t(`boxpage.field.${field}`) : spaced(field);
}

const spaced = (id: string): string => id.replaceAll("_", " ");

/** What is said of where a value comes from: the pack says it in a word of ours, an owner in any words. */
export const noteText = (note: string): string => (known(`told.${note}`) ? t(`told.${note}`) : note);

/** One of the words a value may hold, in the tablet's language. */
export function wordOf(field: string, word: string): string {
  if (field === "talents") return t(`talent.${word}`);
  if (field === "bearers") return nameOf("profile", word);
  if (field === "when") return known(`when.${word}`) ? t(`when.${word}`) : spaced(word);
  return spaced(word);
}

/** What a value belongs to, where an item holds values of several things. */
export function ownerName({ path, of }: Value): string {
  const [, kind = ""] = path.split(".");
  if (kind === "square") return nameOf("square", of);
  return nameOf("card", of);
}
