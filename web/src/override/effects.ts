/** What is in force, as a correction sets it: always the whole list, so one change keeps all the others. */

import type { Effect, View } from "../wire/types";
import { change } from "./change.svelte";

type Setting = Record<string, unknown>;
const BY_HAND = "override";

function modifier(effect: Effect): Setting {
  return { source: effect.source, until: effect.until, ...effect.facts };
}

function mark(effect: Effect): Setting {
  return { name: effect.what, source: effect.source, until: effect.until, amount: effect.facts["amount"] ?? 1 };
}

function keyOf(effect: Effect): "effects" | "marks" {
  return effect.what === "modifier" ? "effects" : "marks";
}

function setting(effect: Effect): Setting {
  return effect.what === "modifier" ? modifier(effect) : mark(effect);
}

/** The list as it would be after the correction. */
function listed(view: View, key: "effects" | "marks"): Setting[] {
  return change.whole(key, view.effects.filter((effect) => keyOf(effect) === key).map(setting));
}

function same(one: Setting, other: Setting): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function staysInForce(view: View, effect: Effect): boolean {
  return listed(view, keyOf(effect)).some((one) => same(one, setting(effect)));
}

/** It ends, or is in force again after all. */
export function toggleEffect(view: View, effect: Effect): void {
  const key = keyOf(effect);
  const rest = listed(view, key).filter((one) => !same(one, setting(effect)));
  change.set(key, staysInForce(view, effect) ? rest : [...rest, setting(effect)]);
}

/** What is added to a warrior's values by hand. */
export function bonusOf(view: View, warrior: string): Setting {
  return listed(view, "effects").find((one) => one["source"] === BY_HAND && one["scope"] === warrior) ?? { until: "start:initiative" };
}

export function setBonus(view: View, warrior: string, facts: Setting): void {
  const others = listed(view, "effects").filter((one) => one["source"] !== BY_HAND || one["scope"] !== warrior);
  const fresh = { ...bonusOf(view, warrior), ...facts, source: BY_HAND, scope: warrior };
  const empty = ["mvt", "cbt", "def"].every((key) => !(fresh as Setting)[key]);
  change.set("effects", empty ? others : [...others, fresh]);
}
