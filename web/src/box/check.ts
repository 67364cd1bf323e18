/** The box check as the service gives it: what matters to a scenario, each value with where it comes from. */

import { ask, post } from "../wire/api";
import type { Name } from "../wire/box";
import type { Values } from "../wire/types";

export type Origin = "rulebook" | "reported" | "stand-in" | "owner";
export type ItemState = "open" | "reported" | "printed" | "confirmed";
export type ItemKind = "human" | "fiend" | "gift" | "object" | "card" | "scenario" | "destiny" | "deck" | "tiles";

export interface Place {
  at: (string | number)[];
  is: number;
  least: number;
  most: number;
}

export type Form =
  | { kind: "line"; mvt: [number, number]; cbt: [number, number]; def: [number, number] }
  | { kind: "number"; least: number; most: number }
  | { kind: "flag" }
  | { kind: "words"; of: string[] }
  | { kind: "word"; of: string[] }
  | { kind: "name" }
  | { kind: "clauses"; numbers: Place[] }
  | { kind: "tile"; kinds: string[] }
  | { kind: "other" };

export interface Value {
  path: string;
  /** The last word of the path. */
  field: string;
  /** The id of the thing it belongs to. */
  of: string;
  is: unknown;
  /** Empty for a mere name. */
  from: Origin | "";
  note: string;
  form: Form;
}

export interface Item {
  id: string;
  kind: ItemKind;
  /** Boards, decks and the tiles have no name of their own. */
  name: Name | null;
  state: ItemState;
  seconds: number;
  values: Value[];
}

export interface BoxCheck {
  scenario: string;
  content: string;
  to_check: number;
  minutes: number;
  checked: number;
  items: Item[];
}

export interface Change {
  values?: Record<string, unknown>;
  confirm?: string[];
  forget?: string[];
  scenario: string;
}

export const STATS = ["mvt", "cbt", "def"] as const;
export type Stat = (typeof STATS)[number];

export const fetchCheck = (scenario: string): Promise<BoxCheck> => ask<BoxCheck>(`/api/box/check/${encodeURIComponent(scenario)}`);
export const sendChange = async (change: Change): Promise<BoxCheck> =>
  (await post<{ check: BoxCheck }>("/api/box/values", change)).check;

/** The values a change would really alter; the same value again is no change. */
export function altered(item: Item, draft: Record<string, unknown>): Record<string, unknown> {
  const changed = item.values.filter((value) => value.path in draft && !same(draft[value.path], value.is));
  return Object.fromEntries(changed.map((value) => [value.path, draft[value.path]]));
}

function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other) && one.every((part) => typeof part === "string")) {
    // Talents and bearers are sets: their order says nothing.
    return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
  }
  if (one && other && typeof one === "object" && typeof other === "object" && !Array.isArray(one) && !Array.isArray(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys].every((key) => same((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]));
  }
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A number inside a list of clauses, replaced. */
export function withNumber(clauses: unknown, at: (string | number)[], number: number): unknown {
  const [first, ...rest] = at;
  if (first === undefined) return number;
  const inner = (clauses as Record<string | number, unknown>)[first];
  const changed = withNumber(inner, rest, number);
  return Array.isArray(clauses)
    ? clauses.map((part: unknown, k) => (k === first ? changed : part))
    : { ...(clauses as Record<string, unknown>), [first]: changed };
}

export const asLine = (value: unknown): Values => {
  const { mvt = 0, cbt = 0, def = 0 } = (value ?? {}) as Partial<Values>;
  return { mvt, cbt, def };
};
