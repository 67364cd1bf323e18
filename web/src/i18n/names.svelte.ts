/** Names of things: cards and squares as the box calls them, warriors by figure and number, tiles by kind and label. */

import { EMPTY_BOX, type Box, type NameKind } from "../wire/box";
import { figureOf, isNumbered, numberOf } from "../wire/ids";
import type { Side, View } from "../wire/types";
import { known, language, t } from "./catalogue.svelte";
import { printed } from "./format";
import type { LocalNames } from "../wire/protocol";

let box = $state.raw<Box>(EMPTY_BOX);

export function theBox(): Box {
  return box;
}

export function openBox(opened: Box): void {
  box = opened;
}

function spaced(id: string): string {
  const words = id.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A name in the tablet's language; the English one where there is no other. */
export function inLanguage(names: LocalNames): string {
  return printed(language(), names[language()] || names["en"] || "");
}

export function nameOf(kind: NameKind, id: string): string {
  const name = box.names[kind]?.[id];
  return name ? inLanguage(name) : spaced(id);
}

/** A card, a square, a tile kind or anything else that can cause something. */
export function sourceName(id: string): string {
  for (const kind of ["card", "square", "tile_kind", "scenario"] as const) {
    if (box.names[kind]?.[id]) return nameOf(kind, id);
  }
  return known(`source.${id}`) ? t(`source.${id}`) : spaced(id);
}

export function figureName(figure: string): string {
  return known(`figure.${figure}`) ? t(`figure.${figure}`) : nameOf("profile", figure);
}

/** Why a game was decided: in the words of the scenario's owner, in ours, or as the reason is called. */
export function reasonName(reason: string, scenario: string): string {
  const ways = box.scenarios.find(({ id }) => id === scenario)?.victory;
  const says = ways?.find((way) => way.reason === reason)?.says;
  if (says) return inLanguage(says);
  return known(`reason.${reason}`) ? t(`reason.${reason}`) : spaced(reason);
}

/** "Brute 1", "Redeemer", "the Troglodytes"; a Demon by the name of its card. */
export function warriorName(id: string, view: View | null): string {
  if (id === "troglodytes") return t("figure.troglodytes");
  const warrior = view?.warriors.find((w) => w.id === id);
  const figure = warrior?.figure ?? figureOf(id);
  if (figure === "demon" && warrior) return nameOf("profile", warrior.profile);
  const number = isNumbered(figure) || figure === "troglodyte" ? numberOf(id) : "";
  return number ? `${figureName(figure)} ${number}` : figureName(figure);
}

/** Figures whose name is feminine: words that agree with one have the hole `{f?e|}`. */
const FEMININE: Record<string, readonly string[]> = { fr: ["brute", "sicaria"], ru: ["sicaria", "hellhound"] };

/** How a figure fares, in the gender of its name: "readiness" with "ready", "ending.fate" with "dead". */
export function fareOf(word: string, figure: string): string {
  return t(word, { f: FEMININE[language()]?.includes(figure) ? 1 : 0 });
}

/** Whose warrior an id means, also of one that has left the table. */
export function sideOf(id: string, view: View | null): Side {
  const figure = figureOf(id);
  const profile = Object.values(box.profiles).find((one) => one.figure === figure);
  return view?.warriors.find((w) => w.id === id)?.side ?? profile?.side ?? "human";
}

export function kindShort(kind: string): string {
  return known(`tile.${kind}`) ? t(`tile.${kind}`) : nameOf("tile_kind", kind);
}

export function kindName(kind: string): string {
  return nameOf("tile_kind", kind);
}

function kindOf(label: string, view: View | null): string {
  return view?.tiles.find((tile) => tile.label === label)?.kind ?? box.tiles[label]?.kind ?? "plain";
}

/** A tile inside a sentence, with its article where the language has one. */
export function theTile(label: string, view: View | null): string {
  const kind = kindOf(label, view);
  const number = plainLabel(label);
  return kind === "plain"
    ? t("tile.the", { label: number })
    : t("tile.the_named", { label: number, kind: kindName(kind) });
}

/** A tile by itself: special kinds by their name, plain ones by number. */
export function tileName(label: string, view: View | null): string {
  const kind = kindOf(label, view);
  const number = plainLabel(label);
  return kind === "plain" ? t("tile.numbered", { label: number }) : `${kindName(kind)} ${number}`;
}

export function plainLabel(label: string): string {
  return label.replace(/^(t|tile)-?0*/i, "");
}
