/** How the box check calls fields and the words they may hold. */

import { inLanguage, nameOf } from "../i18n/names.svelte";
import { known, t } from "../i18n/catalogue.svelte";
import type { Item, Value } from "./boxCheck";

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

/** The note beside a value: the pack names one of our sentences, an owner writes free text. */
export const noteText = (note: string): string => (known(`origin_note.${note}`) ? t(`origin_note.${note}`) : note);

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
