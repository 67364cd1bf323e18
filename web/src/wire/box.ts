/** The box as the tablet uses it: names in three languages, cards, squares, scenarios. */

import type { Line } from "./types";

export interface Name {
  en: string;
  fr: string | null;
  ru: string | null;
}

export interface Profile {
  figure: string;
  side: string;
  cost: number;
  health: number;
  body: string;
  lines: Line[];
  talents: string[];
  condemned: boolean;
}

export interface Card {
  deck: string;
  when: string[];
  aim: { who: string; reach: string; line: boolean; tile: string };
  die: number | null;
  bearers: string[];
  by_hand: boolean;
  rule: string;
  copies: number;
}

export interface Square {
  id: string;
  dice: string;
  number: number;
  per_die: boolean;
  red: boolean;
  clauses: { verb: string; amount?: number }[];
}

export interface Scenario {
  id: string;
  number: number;
  aim: Name;
  humans: { card: string; objects: string[] }[];
  gifts: string[];
  advantages: number;
  tp: number;
  reinforcements: { card: string; most: number }[];
  /** `says` is the owner's own sentence for the reason. */
  victory: { winner: string; reason: string; says?: Name | null }[];
  unconfirmed: number;
}

export type NameKind = "profile" | "card" | "square" | "tile_kind" | "scenario";

export interface Box {
  names: Record<NameKind, Record<string, Name>>;
  profiles: Record<string, Profile>;
  cards: Record<string, Card>;
  squares: Square[];
  tile_kinds: Record<string, { capacity: number; rule: string; leaving_takes_all: boolean }>;
  tiles: Record<string, { kind: string; openings: string }>;
  scenarios: Scenario[];
  stock: Record<string, number>;
}

export const EMPTY_BOX: Box = {
  names: { profile: {}, card: {}, square: {}, tile_kind: {}, scenario: {} },
  profiles: {},
  cards: {},
  squares: [],
  tile_kinds: {},
  tiles: {},
  scenarios: [],
  stock: {},
};
