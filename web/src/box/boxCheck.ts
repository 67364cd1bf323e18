/** The box check as the service gives it: what matters to a scenario, each value with where it comes from. */

import { ask, post } from "../wire/api";
import type {
  BoxCheck,
  BoxCheckAnswer,
  BoxValuesAnswer,
  BoxValuesRequest,
  CheckItem,
  CheckValue,
  Json,
  LineForm,
  Provenance,
  ValueForm,
} from "../wire/protocol";
import type { Values } from "../wire/types";

export type Origin = Provenance;
export type Item = CheckItem;
export type Value = CheckValue;
export type Form = ValueForm;
export type Draft = Record<string, Json>;
export type { BoxCheck, CheckKind as ItemKind, CheckState as ItemState } from "../wire/protocol";

/** What the owner states, for the scenario that is checked. */
export type BoxChange = BoxValuesRequest & { scenario: string };

export const STATS = ["mvt", "cbt", "def"] as const;
export type Stat = (typeof STATS)[number];

export const fetchBoxCheck = (scenario: string): Promise<BoxCheck> =>
  ask<BoxCheckAnswer>(`/api/box/check/${encodeURIComponent(scenario)}`);
export const sendChange = async (change: BoxChange): Promise<BoxCheck | null> =>
  (await post<BoxValuesAnswer>("/api/box/values", change)).check;

/** The smallest and the largest number a value of a line may be. */
export function bounds(form: LineForm, stat: Stat): [number, number] {
  const [least = 0, most = 9] = form[stat];
  return [least, most];
}

/** The values a change would really alter; the same value again is no change. */
export function altered(item: Item, draft: Draft): Draft {
  const changed = item.values.filter((value) => value.path in draft && !same(draft[value.path], value.is));
  return Object.fromEntries(changed.map((value) => [value.path, draft[value.path] ?? null]));
}

type JsonObject = { [key: string]: Json };
const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function same(one: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other) && one.every((part) => typeof part === "string")) {
    // Talents and bearers are sets: their order says nothing.
    return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
  }
  if (isObject(one) && isObject(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys].every((key) => same(one[key], other[key]));
  }
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A number inside a list of clauses, replaced. */
export function withNumber(clauses: Json, at: (string | number)[], number: number): Json {
  const [first, ...rest] = at;
  if (first === undefined) return number;
  if (Array.isArray(clauses)) return clauses.map((part, k) => (k === first ? withNumber(part, rest, number) : part));
  if (!isObject(clauses)) return clauses;
  return { ...clauses, [first]: withNumber(clauses[first] ?? null, rest, number) };
}

export const asLine = (value: Json | undefined): Values & JsonObject => {
  const { mvt = 0, cbt = 0, def = 0 } = (value ?? {}) as Partial<Values>;
  return { mvt, cbt, def };
};
