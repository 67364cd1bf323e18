/** A scenario as the owner builds it, and what the service makes of it. */

import type { Clause, Piece, Step } from "../box/editor/sheet";
import { ask, post } from "../wire/api";
import type { Facts, Tile, Warrior } from "../wire/types";

export type Words = Record<string, string>;

export interface Recruit {
  card: string;
  objects: string[];
  /** Empty: on the first tile. */
  tile: string;
}

export interface Laid {
  kind: string;
  at: [number, number];
  tile?: number | undefined;
  rotation: number;
}

export interface Layer {
  random: number;
  tiles: number[];
  kinds: Record<string, number>;
  rest: boolean;
}

export interface Stack {
  set_aside: string[];
  tiles_aside: number[];
  layers: Layer[];
}

export interface Rule {
  when: string;
  do: Clause[];
  note?: string;
}

export type Winner = "human" | "demon" | "draw";

export interface Condition {
  winner: Winner;
  reason: string;
  when: Clause[];
  says?: Words;
}

export interface Sheet {
  id?: string;
  number?: number;
  name: Words;
  aim: Words;
  humans: Recruit[];
  gifts: string[];
  advantages: number;
  events: number;
  cards_out: string[];
  tp: number;
  reinforcements: { card: string; most: number }[];
  foes: { card: string; tile: string }[];
  start: Laid[];
  stack: Stack;
  special: Rule[];
  victory: Condition[];
  way_out: string[];
}
export type Field = keyof Sheet;

export interface Setup {
  tiles: Tile[];
  warriors: Warrior[];
  tp: number;
  advantages: number;
  events: number;
  cards_out: string[];
  /** How many tiles each layer of the stack has. */
  stack: Stack & { counts: number[] };
}

export interface InWords {
  special: { when: string; steps: Step[] }[];
  victory: { winner: Winner; when: Piece[] }[];
}

export interface Entry {
  id: string;
  number: number;
  name: Words;
  own: boolean;
  /** What of it is still a stand-in. */
  open: string[];
}

export interface Part {
  id: string;
  special: Rule[];
  victory: Condition[];
}

export interface Listed {
  scenarios: Entry[];
  recipes: { id: string; name: Words; stack: Stack }[];
  parts: { special: Part[]; victory: Part[] };
}

export interface Looked {
  id: string;
  sheet: Partial<Sheet> & Pick<Sheet, "name">;
  from: Record<string, string>;
  preview: InWords;
  setup: Setup | null;
  trouble: Facts | null;
}

export interface Trial {
  state: "running" | "done" | "stopped" | "failed";
  done: number;
  of: number;
  winners: Record<Winner, number>;
  rounds: { least: number; mean: number; most: number } | null;
  faulty: number;
  faults: { game: number; fault: string }[];
}

const SCENARIOS = "/api/box/scenarios";
const at = (id: string): string => `${SCENARIOS}/${encodeURIComponent(id)}`;
const trialAt = (id: string): string => `/api/box/trials/${encodeURIComponent(id)}`;

export const fetchScenarios = (): Promise<Listed> => ask<Listed>(SCENARIOS);
export const fetchScenario = (id: string): Promise<Looked> => ask<Looked>(at(id));
export const checkScenario = (sheet: unknown): Promise<Looked> => post<Looked>(`${SCENARIOS}/check`, sheet);
export const keepScenario = async (sheet: unknown): Promise<string> => (await post<{ id: string }>(SCENARIOS, sheet)).id;
export const dropScenario = (id: string): Promise<unknown> => post(`${at(id)}/delete`, {});
export const beginTrial = async (sheet: unknown): Promise<string> => (await post<{ trial: string }>(`${SCENARIOS}/trial`, { sheet })).trial;
export const fetchTrial = (id: string): Promise<Trial> => ask<Trial>(trialAt(id));
export const stopTrial = (id: string): Promise<unknown> => post(`${trialAt(id)}/stop`, {});

/** What goes without saying in a pack is said here, so that every control has something to show. */
export function whole(said: Partial<Sheet> & Pick<Sheet, "name">): Sheet {
  const blank = { aim: said.name, humans: [], gifts: [], advantages: 0, events: 0, cards_out: [], tp: 0, reinforcements: [], foes: [], start: [], special: [], victory: [], way_out: [] };
  return { stack: { set_aside: [], tiles_aside: [], layers: [] }, ...blank, ...said };
}

/** A first sheet that can be played at once: the owner changes it into what is wanted. */
export function blankSheet(title: string, { recipes, parts }: Listed): Sheet {
  const ways = ["leave", "draw", "all_dead"].flatMap((id) => parts.victory.find((part) => part.id === id)?.victory ?? []);
  const recipe = recipes.find(({ id }) => id === "survivors") ?? recipes[0];
  return whole({
    name: { en: title },
    humans: ["redeemer", "brute", "blade"].map((card) => ({ card, objects: [], tile: "" })),
    gifts: ["aura_of_courage"],
    advantages: 1,
    tp: 4,
    reinforcements: [{ card: "troglodyte", most: 0 }],
    start: [{ kind: "pentacle", at: [0, 0], rotation: 0 }],
    ...(recipe ? { stack: recipe.stack } : {}),
    victory: ways,
  });
}

/** A variant of a scenario, under a name of its own. */
export function variant({ id: _id, ...rest }: Sheet, title: string): Sheet {
  return { ...rest, number: 0, name: { en: title } };
}
