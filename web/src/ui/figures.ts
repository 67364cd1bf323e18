/** The signs of the figures: shape and letter tell them apart as well as colour. */

import { warriorName } from "../i18n/names.svelte";
import { figureOf, isNumbered, numberOf } from "../wire/ids";
import type { View } from "../wire/types";

export interface Sign {
  path: string;
  letter: string;
  light: boolean;
  fill: string;
  textY: number;
  textSize: number;
}

const DISC = "M-18 0 A18 18 0 1 1 18 0 A18 18 0 1 1 -18 0 Z";
const BLOCK = "M-15 -16 H15 L17 -14 V14 L15 16 H-15 L-17 14 V-14 Z";
const RHOMBUS = "M0 -20 L18 0 L0 20 L-18 0 Z";
const HEXAGON = "M-10 -18 H10 L19 0 L10 18 H-10 L-19 0 Z";
const WEDGE = "M-18 -14 L-9 -11.500 L0 -16 L9 -11.500 L18 -14 L11 5 L0 19 L-11 5 Z";
const EARED = "M-17 -20 L-9 -12 H9 L17 -20 L16 -2 L9 6 L6 19 H-6 L-9 6 L-16 -2 Z";
const HORNED = "M-19 -20 L-11 -12 H11 L19 -20 L17 3 L10 15 L0 20 L-10 15 L-17 3 Z";
const SCALE = "M0 -19 L16 -9 L16 9 L0 19 L-16 9 L-16 -9 Z";

const BONE = "#f6ead2";
const SHAPES: Record<string, Sign> = {
  redeemer: { path: DISC, letter: "R", light: true, fill: BONE, textY: 10.5, textSize: 18 },
  brute: { path: BLOCK, letter: "B", light: true, fill: BONE, textY: 6.2, textSize: 17 },
  blade: { path: RHOMBUS, letter: "S", light: true, fill: BONE, textY: 5.2, textSize: 14.5 },
  sicaria: { path: HEXAGON, letter: "Si", light: true, fill: BONE, textY: 6, textSize: 16 },
  troglodyte: { path: WEDGE, letter: "T", light: false, fill: "#8f2318", textY: 5, textSize: 20 },
  demon: { path: HORNED, letter: "D", light: false, fill: "#5c0f22", textY: 8, textSize: 20 },
  hellhound: { path: EARED, letter: "H", light: false, fill: "#5a2412", textY: 5, textSize: 16 },
  // Half light, half dark: it is of neither side.
  kartikeya: { path: SCALE, letter: "K", light: true, fill: "#d9f5ea", textY: 5.5, textSize: 15 },
};
const UNKNOWN: Sign = { path: SCALE, letter: "?", light: false, fill: "#444444", textY: 7, textSize: 20 };

export function signOf(figure: string): Sign {
  return SHAPES[figure] ?? UNKNOWN;
}

/** `each`: those of a crowd are told apart too. */
export function letterOf(figure: string, id: string, each = false): string {
  const told = isNumbered(figure) || (each && figure === "troglodyte");
  return signOf(figure).letter + (told ? numberOf(id) : "");
}

/** Where only a token is shown: its letter as it is drawn, then the name. */
export function tokenName(id: string, view: View | null): string {
  const figure = view?.warriors.find((w) => w.id === id)?.figure ?? figureOf(id);
  return `${letterOf(figure, id)}, ${warriorName(id, view)}`;
}
