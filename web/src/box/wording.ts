/** How the box check calls fields and the words they may hold. */

import { nameOf } from "../i18n/names.svelte";
import { known, language, t } from "../i18n/speech.svelte";
import type { Name } from "../wire/box";
import type { Item, Value } from "./check";

export const inLanguage = (name: Name): string => name[language()] ?? name.en;

export const itemName = ({ id, name }: Item): string => (name ? inLanguage(name) : t(`boxpage.item.${id}`));

export function fieldName(field: string): string {
  return known(`boxpage.field.${field}`) ? t(`boxpage.field.${field}`) : spaced(field);
}

const spaced = (id: string): string => id.replaceAll("_", " ");

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
