/** A card as the owner types it in, and the palette its effect is built from. */

import { ask, post } from "../../wire/api";
import type { Facts, Said } from "../../wire/types";

export type Deck = "gift" | "object" | "advantage" | "event";
export const DECKS: readonly Deck[] = ["event", "advantage", "gift", "object"];

export interface Clause {
  verb: string;
  [fact: string]: unknown;
}

export interface Sheet {
  id?: string;
  deck: Deck;
  name: Record<string, string>;
  copies: number;
  when: string[];
  aim: { who: string; reach: string; line: boolean; tile: string };
  effect: Clause[];
  by_hand: boolean;
  die?: number;
  bearers?: string[];
  cost?: { tp: number };
  condition?: Clause[];
}

export interface Fact {
  kind: "number" | "word" | "words" | "then" | "when" | "table" | "who" | "profile" | "figure" | "tile_kind" | "scope" | "name";
  least?: number;
  most?: number;
  of?: string[];
  default?: unknown;
  required?: boolean;
}

export interface Palette {
  verbs: Record<string, { facts: Record<string, Fact>; object: boolean }>;
  pieces: Record<string, { facts: Record<string, Fact> }>;
  needs_target: string[];
  when: Record<Deck, string[]>;
  who: string[];
  reach: string[];
  scopes: string[];
  profiles: string[];
  figures: string[];
  tile_kinds: string[];
  /** When a special rule of a scenario can take effect. */
  moments: string[];
}

export interface Step {
  verb: string;
  facts: Facts;
  whom: string;
  then: Step[];
  when: Piece[];
  table: { scores: number[]; then: Step[] }[];
}

export interface Piece {
  piece: string;
  facts: Facts;
}

export interface Preview {
  deck: Deck;
  when: string[];
  die: number | null;
  bearers: string[];
  cost: { tp: number } | null;
  condition: Piece[];
  aim: Sheet["aim"];
  by_hand: boolean;
  steps: Step[];
}

export interface Way {
  do: Facts;
  happenings: Said[];
  changed: { of: string; what: string; before: unknown; after: unknown }[];
}

export interface Rehearsal {
  phase: string;
  before: Record<string, { profile: string; figure: string; tile: string }>;
  carried: Way["changed"];
  ways: Way[];
  refused: { rule: string; key: string; facts: Facts } | null;
}

export interface Scan {
  kind: "tag" | "uid";
  value: string;
  at: number;
}

const CARDS = "/api/box/cards";
const at = (id: string): string => `${CARDS}/${encodeURIComponent(id)}`;

export const fetchPalette = (): Promise<Palette> => ask<Palette>("/api/box/palette");
export const fetchSheet = (id: string): Promise<{ sheet: Sheet; preview: Preview; tags: number[] }> => ask(at(id));
export const checkSheet = async (sheet: Sheet): Promise<Preview> => (await post<{ preview: Preview }>(`${CARDS}/check`, sheet)).preview;
export const rehearseSheet = (sheet: Sheet): Promise<Rehearsal> => post<Rehearsal>(`${CARDS}/rehearse`, sheet);
export const keepSheet = (sheet: Sheet): Promise<{ id: string; tags: number[] }> => post(CARDS, sheet);
export const bindCard = (id: string, label: { tag: string } | { uid: string }): Promise<{ tags: number[] }> => post(`${at(id)}/bind`, label);
export const lastScan = async (): Promise<Scan | null> => (await ask<{ scan: Scan | null }>("/api/box/scan")).scan;

export function blank(deck: Deck): Sheet {
  const sheet: Sheet = { deck, name: { en: "" }, copies: 1, when: [], aim: { who: "", reach: "any", line: false, tile: "" }, effect: [], by_hand: deck !== "object" };
  if (deck === "object") sheet.bearers = ["redeemer"];
  if (deck === "gift") sheet.die = 1;
  return sheet;
}

/** A new clause with everything it must be told; what has a default is left out until it is changed. */
export function freshClause(verb: string, facts: Record<string, Fact>, palette: Palette): Clause {
  const needed = Object.entries(facts).filter(([, fact]) => fact.required);
  return { verb, ...Object.fromEntries(needed.map(([name, fact]) => [name, firstValue(fact, palette)])) };
}

function firstValue(fact: Fact, palette: Palette): unknown {
  switch (fact.kind) {
    case "number":
      return Math.max(fact.least ?? 0, 1);
    case "then":
      return [];
    case "when":
      return [{ verb: "round", at_least: 1 }];
    case "table":
      return [1, 2, 3, 4, 5, 6].map((score) => ({ scores: [score], then: [] }));
    case "name":
      return "mark";
    default:
      return wordsFor(fact, palette)[0] ?? "";
  }
}

/** The words a fact may hold. */
export function wordsFor(fact: Fact, palette: Palette): string[] {
  switch (fact.kind) {
    case "who":
      return palette.who;
    case "profile":
      return palette.profiles;
    case "figure":
      return palette.figures;
    case "tile_kind":
      return palette.tile_kinds;
    case "scope":
      return ["", ...palette.scopes];
    default:
      return fact.of ?? [];
  }
}
