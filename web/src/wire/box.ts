/** The box as the tablet uses it: names in three languages, cards, squares, scenarios. */

import type { LocalNames, ScenarioChoices } from "./protocol";
import type { Line, Side } from "./types";

export interface Profile {
  figure: string;
  side: Side;
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
  /** The box it comes from. */
  pack: string;
  aim: LocalNames;
  humans: { card: string; objects: string[] }[];
  gifts: string[];
  advantages: number;
  tp: number;
  reinforcements: { card: string; most: number }[];
  /** Who plays, in turn order. */
  sides: Side[];
  squamata: { card: string; tiles: string[] } | null;
  deadly: string[];
  /** `says` is the owner's own sentence for the reason. */
  victory: { winner: string; reason: string; says?: LocalNames | null }[];
  /** How many of its values are stand-ins. */
  unconfirmed: number;
  /** Gifts a handicap may add. */
  extra_gifts: string[];
}

export type NameKind = "profile" | "card" | "square" | "tile_kind" | "scenario" | "part" | "squamata_tile";

export interface Box {
  names: Record<NameKind, Record<string, LocalNames>>;
  /** The boxes of the game: the base box and its expansions. */
  packs: Record<string, LocalNames>;
  profiles: Record<string, Profile>;
  cards: Record<string, Card>;
  squares: Square[];
  tile_kinds: Record<string, { capacity: number; rule: string; leaving_takes_all: boolean }>;
  tiles: Record<string, { kind: string; openings: string }>;
  scenarios: Scenario[];
  stock: Record<string, number>;
}

export const EMPTY_BOX: Box = {
  names: { profile: {}, card: {}, square: {}, tile_kind: {}, scenario: {}, part: {}, squamata_tile: {} },
  packs: {},
  profiles: {},
  cards: {},
  squares: [],
  tile_kinds: {},
  tiles: {},
  scenarios: [],
  stock: {},
};

/** The box as the service serves it: every value with where it comes from. */
interface Sourced<T> {
  is: T;
  from: string;
}

interface RawLine {
  mvt: number;
  cbt: number;
  def: number;
}

interface RawCard {
  id: string;
  name: LocalNames;
  copies: Sourced<number>;
  when: Sourced<string[]> | null;
  aim: Card["aim"];
  by_hand: boolean;
  die: Sourced<number> | null;
  bearers: Sourced<string[]> | null;
  rule: string;
}

interface RawScenario {
  id: string;
  number: number;
  packs: string[];
  name: LocalNames;
  aim: Sourced<LocalNames>;
  humans: Sourced<Scenario["humans"]>;
  gifts: Sourced<string[]>;
  advantages: Sourced<number>;
  tp: Sourced<number>;
  reinforcements: Sourced<Scenario["reinforcements"]>;
  turns: { side: Side }[];
  squamata: Sourced<{ card: string; tiles: string[] }> | null;
  deadly: Sourced<string[]> | null;
  victory: Sourced<Scenario["victory"]>;
}

export interface RawBox {
  pack: {
    packs: { id: string; name: LocalNames }[];
    tile_kind: {
      id: string;
      name: LocalNames;
      capacity: Sourced<number> | null;
      rule: string;
      leaving_takes_all: boolean;
    }[];
    tile: { number: number; kind: string; openings: string }[];
    human: {
      id: string;
      name: LocalNames;
      condemned: boolean;
      miniatures: Sourced<number>;
      lines: Record<string, Sourced<RawLine>>;
      talents: Sourced<string>[];
    }[];
    fiend: {
      id: string;
      name: LocalNames;
      figure: string;
      miniatures: Sourced<number> | null;
      health: Sourced<number>;
      line: Sourced<RawLine>;
      cost: Sourced<number>;
      talents: Sourced<string[]>;
    }[];
    gift: RawCard[];
    object: RawCard[];
    advantage: RawCard[];
    event: RawCard[];
    skill: RawCard[];
    deadly: RawCard[];
    squamata: {
      id: string;
      name: LocalNames;
      miniatures: Sourced<number>;
      line: Sourced<RawLine>;
      talents: Sourced<string[]>;
    }[];
    squamata_tile: { id: string; name: LocalNames }[];
    part: { id: string; name: LocalNames }[];
    square: {
      id: string;
      name: LocalNames;
      dice: Sourced<string>;
      number: number;
      per_die: boolean;
      red: Sourced<boolean>;
      effect: Sourced<Square["clauses"]>;
    }[];
  };
  scenarios: RawScenario[];
  /** By the id of the scenario. */
  choices: Record<string, ScenarioChoices>;
}

const line = ({ mvt, cbt, def }: RawLine): Line => [mvt, cbt, def];

function people(pack: RawBox["pack"], box: Box): void {
  for (const human of pack.human) {
    box.names.profile[human.id] = human.name;
    box.stock[human.id] = human.miniatures.is;
    box.profiles[human.id] = {
      figure: human.id,
      side: "human",
      cost: 0,
      health: 1,
      body: "lines",
      lines: ["1", "2", "3", "4", "5", "6"].map((n) => line(human.lines[n]!.is)),
      talents: human.talents.map((talent) => talent.is),
      condemned: human.condemned,
    };
  }
  for (const fiend of pack.fiend) {
    box.names.profile[fiend.id] = fiend.name;
    if (fiend.miniatures) box.stock[fiend.figure] = fiend.miniatures.is;
    box.profiles[fiend.id] = {
      figure: fiend.figure,
      side: "demon",
      cost: fiend.cost.is,
      health: fiend.health.is,
      body: fiend.health.is > 1 ? "wounds" : "one_hit",
      lines: [line(fiend.line.is)],
      talents: fiend.talents.is,
      condemned: false,
    };
  }
}

function kartikeya(pack: RawBox["pack"], box: Box): void {
  for (const { id, name, miniatures, line: printed, talents } of pack.squamata) {
    box.names.profile[id] = name;
    box.stock[id] = miniatures.is;
    box.profiles[id] = {
      figure: id,
      side: "squamata",
      cost: 0,
      health: 1,
      body: "parts",
      lines: [line(printed.is)],
      talents: talents.is,
      condemned: false,
    };
  }
  // Heavy Armor takes wounds like a part of the body.
  for (const { id, name } of pack.squamata_tile) box.names.squamata_tile[id] = box.names.part[id] = name;
  for (const { id, name } of pack.part) box.names.part[id] = name;
}

function cards(pack: RawBox["pack"], box: Box): void {
  for (const deck of ["gift", "object", "advantage", "event", "skill", "deadly"] as const) {
    for (const card of pack[deck]) {
      box.names.card[card.id] = card.name;
      box.cards[card.id] = {
        deck,
        when: card.when?.is ?? [],
        aim: card.aim,
        die: card.die?.is ?? null,
        bearers: card.bearers?.is ?? [],
        by_hand: card.by_hand,
        rule: card.rule,
        copies: card.copies.is,
      };
    }
  }
}

function scenario(raw: RawScenario, choices: ScenarioChoices | undefined): Scenario {
  return {
    id: raw.id,
    number: raw.number,
    pack: raw.packs.at(-1) ?? "base",
    aim: raw.aim.is,
    humans: raw.humans.is,
    gifts: raw.gifts.is,
    advantages: raw.advantages.is,
    tp: raw.tp.is,
    reinforcements: raw.reinforcements.is,
    sides: [...new Set(raw.turns.map((turn) => turn.side))],
    squamata: raw.squamata?.is ?? null,
    deadly: raw.deadly?.is ?? [],
    victory: raw.victory.is,
    unconfirmed: choices?.unconfirmed ?? 0,
    extra_gifts: choices?.extra_gifts ?? [],
  };
}

export function unpack({ pack, scenarios, choices }: RawBox): Box {
  const box = structuredClone(EMPTY_BOX);
  for (const { id, name } of pack.packs) box.packs[id] = name;
  people(pack, box);
  kartikeya(pack, box);
  cards(pack, box);
  for (const kind of pack.tile_kind) {
    box.names.tile_kind[kind.id] = kind.name;
    box.tile_kinds[kind.id] = {
      capacity: kind.capacity?.is ?? 3,
      rule: kind.rule,
      leaving_takes_all: kind.leaving_takes_all,
    };
  }
  for (const tile of pack.tile) box.tiles[String(tile.number)] = { kind: tile.kind, openings: tile.openings };
  for (const square of pack.square) box.names.square[square.id] = square.name;
  box.squares = pack.square.map((square) => ({
    id: square.id,
    dice: square.dice.is,
    number: square.number,
    per_die: square.per_die,
    red: square.red.is,
    clauses: square.effect.is,
  }));
  for (const one of scenarios) box.names.scenario[one.id] = one.name;
  box.scenarios = scenarios
    .map((raw) => scenario(raw, choices[raw.id]))
    .sort((a, b) => (a.number || 99) - (b.number || 99));
  return box;
}
