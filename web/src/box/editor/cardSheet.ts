/** A card as the owner types it in, and the palette its effect is built from. */

import { ask, post } from "../../wire/api";
import type {
  BoundAnswer,
  CardOfBox,
  CardPreview,
  CardSheet as WireSheet,
  CheckedCardAnswer,
  ClauseJson,
  FactForm,
  KeptCard,
  Palette,
  PieceInWords,
  Rehearsal,
  RehearsedPlay,
  Scan,
  ScanAnswer,
  StepInWords,
} from "../../wire/protocol";
import type { Deck, Json } from "../../wire/types";

export type { Palette, Rehearsal, Scan } from "../../wire/protocol";

export const DECKS: readonly Deck[] = ["event", "advantage", "gift", "object", "skill", "deadly"];
/** Cards that are not played: they hold as long as a warrior has them. */
export const isHeld = (deck: Deck): boolean => deck === "object" || deck === "skill";

export type Clause = ClauseJson & { verb: string };
/** A card as the owner types it in; every field has a value here. */
export type CardSheet = WireSheet & { when: string[]; effect: Clause[]; condition?: Clause[] };
export type Fact = FactForm;
export type Step = StepInWords;
export type Piece = PieceInWords;
export type Preview = CardPreview;
export type RehearsedWay = RehearsedPlay;

const CARDS = "/api/box/cards";
const at = (id: string): string => `${CARDS}/${encodeURIComponent(id)}`;

export const fetchPalette = (): Promise<Palette> => ask<Palette>("/api/box/palette");
export const fetchSheet = (id: string): Promise<CardOfBox & { sheet: CardSheet }> => ask(at(id));
export const checkSheet = async (sheet: CardSheet): Promise<Preview> =>
  (await post<CheckedCardAnswer>(`${CARDS}/check`, sheet)).preview;
export const rehearseSheet = (sheet: CardSheet): Promise<Rehearsal> => post<Rehearsal>(`${CARDS}/rehearse`, sheet);
export const keepSheet = (sheet: CardSheet): Promise<KeptCard> => post(CARDS, sheet);
export const bindCard = (id: string, label: { tag: string } | { uid: string }): Promise<BoundAnswer> =>
  post(`${at(id)}/bind`, label);
export const lastScan = async (): Promise<Scan | null> => (await ask<ScanAnswer>("/api/box/scan")).scan;

export function blank(deck: Deck): CardSheet {
  const sheet: CardSheet = {
    deck,
    name: { en: "" },
    copies: 1,
    when: [],
    aim: { who: "", reach: "any", line: false, tile: "" },
    effect: [],
    by_hand: !isHeld(deck),
  };
  if (deck === "object") sheet.bearers = ["redeemer"];
  if (deck === "gift") sheet.die = 1;
  if (deck === "deadly") sheet.price = 1;
  return sheet;
}

/** A new clause with all required facts; those with a default are left out. */
export function freshClause(verb: string, facts: Record<string, Fact>, palette: Palette): Clause {
  const needed = Object.entries(facts).filter(([, fact]) => fact.required);
  return { verb, ...Object.fromEntries(needed.map(([name, fact]) => [name, firstValue(fact, palette)])) };
}

function firstValue(fact: Fact, palette: Palette): Json {
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
