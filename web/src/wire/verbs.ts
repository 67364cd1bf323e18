/** Telling verbs apart: each is an object whose leading key is its name ({"move": "brute-1", "to": "B"}). */

import type { Do } from "./types";

type KeyOf<T> = T extends unknown ? keyof T : never;
/** Every key a verb can have: its name and what belongs to it. */
export type DoKey = KeyOf<Do>;
/** The verbs that have this key. */
export type DoOf<K extends DoKey> = Extract<Do, Record<K, unknown>>;

export function isDo<K extends DoKey>(act: Do, name: K): act is DoOf<K> {
  return name in act;
}

/** What a verb says under a key, as text; empty where it says nothing. */
export function textOf(act: Do, key: DoKey): string {
  const value = (act as Partial<Record<DoKey, unknown>>)[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
