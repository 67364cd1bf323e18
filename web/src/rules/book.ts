/** The rules in our own sentences, by id: what each is called, its group, and which of them speak of something. */

import { known, t, wordsWith } from "../i18n/catalogue.svelte";

const TEXT = "ruletext.";
export const GROUPS = ["SET", "INI", "ACT", "MOV", "EXP", "CBT", "THR", "TIL", "CARD", "FAQ", "DP", "FS"] as const;

export interface Rule {
  id: string;
  group: string;
  title: string;
  text: string;
}

export function ruleTitle(id: string): string {
  return t(known(`rule.${id}`) ? `rule.${id}` : `ruletitle.${id}`);
}

/** All rules that are told, in the order of the book. */
export function rules(): Rule[] {
  const ids = wordsWith(TEXT).map((key) => key.slice(TEXT.length));
  const place = (id: string): number =>
    GROUPS.indexOf(groupOf(id) as (typeof GROUPS)[number]) * 100 + Number(id.split("-")[1]);
  return ids
    .sort((one, other) => place(one) - place(other))
    .map((id) => ({ id, group: groupOf(id), title: ruleTitle(id), text: t(TEXT + id) }));
}

const groupOf = (id: string): string => id.split("-")[0] ?? "";

/** The rules with all the words somebody typed, or words that begin like them; those with them in the title come first. */
export function matching(all: readonly Rule[], typed: string): Rule[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => wanted.every((word) => beginnings(text, word).length > 0);
  const found = all.filter((rule) => has(`${rule.id} ${rule.title} ${rule.text}`));
  return [...found.filter((rule) => has(rule.title)), ...found.filter((rule) => !has(rule.title))];
}

/** Without capitals and accents, letter by letter: "Épuisé" is found as "epuise", and every letter stays in its place. */
function plain(text: string): string {
  return Array.from(text, (letter) => letter.toLowerCase().normalize("NFD").charAt(0)).join("");
}

/** Where in a text words begin like this one: "hole" is in "Holes", not in "whole". */
function beginnings(text: string, word: string): number[] {
  const within = plain(text);
  const found: number[] = [];
  for (let at = within.indexOf(word); at >= 0; at = within.indexOf(word, at + word.length))
    if (!/[\p{L}\p{N}]/u.test(within.charAt(at - 1))) found.push(at);
  return found;
}

/** A text in pieces, every other one a match. */
export function marked(text: string, typed: string): string[] {
  const word = plain(typed).trim().split(/\s+/)[0] ?? "";
  const pieces: string[] = [];
  let from = 0;
  for (const at of word ? beginnings(text, word) : []) {
    pieces.push(text.slice(from, at), text.slice(at, at + word.length));
    from = at + word.length;
  }
  return [...pieces, text.slice(from)];
}
