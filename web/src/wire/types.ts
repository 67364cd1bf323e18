/** What travels between the service and the tablet. The service decides; these are only its words. */

export type Side = "human" | "demon";
export type Seat = Side | "table" | "host" | "both";
export type Facts = Record<string, unknown>;
export type Do = Record<string, unknown>;
export type Line = [mvt: number, cbt: number, def: number];

export interface Said {
  key: string;
  facts: Facts;
}

export interface Waiting {
  side: string;
  kind: "roll" | "draw" | "choice" | "over";
  what: string;
  number: number;
  rule: string;
  facts: Facts;
}

export interface Tile {
  label: string;
  kind: string;
  at: [number, number];
  openings: string;
  rotation: number;
  unexplored: string;
  hole: boolean;
  entered: boolean;
}

export interface Values {
  mvt: number;
  cbt: number;
  def: number;
}

export interface Warrior {
  id: string;
  profile: string;
  figure: string;
  side: Side;
  tile: string;
  alive: boolean;
  fate: string;
  die: number | null;
  line: Values;
  now: Values;
  exhausted: boolean;
  cancelled: number[];
  wounds: number;
  health: number;
  talents: string[];
  objects: string[];
  gifts: string[];
  tokens: string[];
  acted: boolean;
  active: boolean;
  spent: number;
  condemned: boolean;
  lines: Line[] | null;
}

export interface Odds {
  dice: number;
  to_hit: number;
  expected: number;
  at_least: number[];
}

export interface ReadDie {
  face: number;
  confidence: number;
  box: [number, number, number, number];
  /** Other likely faces, best first. */
  guesses?: number[];
}

export interface Reading {
  id: string;
  kind: "dice" | "tag";
  faces: ReadDie[];
  state: string;
  sure: boolean;
  picture: string | null;
  countdown: number | null;
  expected: number;
  /** Why it was not simply taken, and what that is about. */
  note?: string;
  facts?: Facts;
  tag?: string | null;
  /** What a scanned card can do now. */
  offers?: Do[];
  turn?: number;
  source?: string;
  simulated?: boolean;
}

export interface Effect {
  source: string;
  until: string;
  what: string;
  facts: Facts;
}

export interface Hardware {
  dice: boolean;
  tiles: boolean;
  camera: boolean;
  tray: boolean;
}

/** How camera and tray stand, a word each. */
export type Standing = "none" | "ready" | "simulated" | "starting" | "searching" | "gone" | "problem";
export type Devices = Record<"camera" | "tray", Standing>;

export interface View {
  game: string;
  version: number;
  seat: Seat;
  scenario: string;
  round: number;
  phase: string;
  side: string;
  turns: { phase: string; side: Side }[];
  waiting: Waiting;
  tp: number;
  outcome: null | { winner: string; reason: string; facts: Facts };
  tiles: Tile[];
  warriors: Warrior[];
  effects: Effect[];
  hands: Record<string, string[] | number>;
  decks: Record<string, number>;
  /** Cards nobody has seen of the decks this seat may see, in no order. */
  piles: Record<string, string[]>;
  /** Tiles that lie aside, out of the stack. */
  discards: string[];
  red_used: string[];
  house: Record<string, unknown>;
  legal: Do[];
  legal_roll: null | { number: number; optional: boolean };
  odds: Odds | null;
  attack_odds?: (Odds & { do: Do })[];
  sources: Record<string, string>;
  policy?: Record<string, string | number>;
  simulated: Hardware;
  reading: Reading | null;
  undo: Said | { name: Said } | null;
  redo: Said | { name: Said } | null;
  put_back: Said[];
  unconfirmed: string[];
  /** The values this game is played with, and whether the chosen box has others by now. */
  box: { content: string; newer: boolean };
}

export interface LogLine {
  seq: number;
  key: string;
  facts: Facts;
  side: string;
  cause: string | Facts;
  /** Where what the camera saw can be looked at, as long as it is kept. */
  picture?: string | null;
  override: boolean;
  undone: boolean;
}

export interface Refusal {
  code: string;
  message: string;
  numbers: Facts;
  /** What was tried, so that the panel can say who cannot do what. */
  tried: Do;
}

export interface Notice {
  code: string;
  message: string;
  facts: Facts;
}
