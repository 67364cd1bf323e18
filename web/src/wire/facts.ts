/** Reading the facts of a refusal, a happening or what is waited for: by name, as the kind that is expected. */

import type { Facts } from "./types";

/** Empty where there is none. */
export function text(facts: Facts, name: string): string {
  const value = facts[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** 0 where there is none. */
export function number(facts: Facts, name: string): number {
  const value = facts[name];
  return typeof value === "number" ? value : 0;
}

export function texts(facts: Facts, name: string): string[] {
  const value = facts[name];
  return Array.isArray(value) ? value.map(String) : [];
}

export function numbers(facts: Facts, name: string): number[] {
  const value = facts[name];
  return Array.isArray(value) ? value.map(Number) : [];
}

/** Facts within facts. */
export function inner(facts: Facts, name: string): Facts {
  const value = facts[name];
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
}
