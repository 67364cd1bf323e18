/** What is in force, as a correction sets it: always the whole list, so one correction keeps all the others. */

import type { Effect, Facts as Setting, View } from "../wire/types";
import { correction } from "./correction.svelte";

/** Talents given and taken, and what is forbidden. */
export const LISTS = ["gives", "takes", "forbids"] as const;
const BY_HAND = "override";

/** What cards and squares announce for later, as the rules remember it: how much, and until when. */
export const LATER: Record<string, { amount: number; until: string }> = {
  action_dice: { amount: 1, until: "roll:action" },
  destiny_dice: { amount: 1, until: "roll:destiny" },
  taste_for_blood: { amount: 1, until: "end:threat" },
  burrowing: { amount: 1, until: "end:threat" },
  legion_reward: { amount: 2, until: "end:human_action" },
  human_lays: { amount: 3, until: "end:game" },
  blessing_used: { amount: 1, until: "end:game" },
};

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
  return correction.whole(key, view.effects.filter((effect) => keyOf(effect) === key).map(setting));
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
  correction.set(key, staysInForce(view, effect) ? rest : [...rest, setting(effect)]);
}

export function announced(view: View, name: string): boolean {
  return listed(view, "marks").some((one) => one["name"] === name);
}

export function toggleAnnounced(view: View, name: string): void {
  const others = listed(view, "marks").filter((one) => one["name"] !== name);
  correction.set("marks", announced(view, name) ? others : [...others, { name, ...LATER[name], source: BY_HAND }]);
}

/** What is added to a warrior's values by hand. */
export function bonusOf(view: View, warrior: string): Setting {
  return (
    listed(view, "effects").find((one) => one["source"] === BY_HAND && one["scope"] === warrior) ?? {
      until: "start:initiative",
    }
  );
}

/** Whether it does anything: a number that is not 0, or a list that is not empty. */
export function isSet(bonus: Setting): boolean {
  return (
    ["mvt", "cbt", "def", "hits_on"].some((key) => bonus[key]) ||
    LISTS.some((key) => (bonus[key] as string[] | undefined)?.length)
  );
}

export function setBonus(view: View, warrior: string, facts: Setting): void {
  const others = listed(view, "effects").filter((one) => one["source"] !== BY_HAND || one["scope"] !== warrior);
  const fresh = { ...bonusOf(view, warrior), ...facts, source: BY_HAND, scope: warrior };
  const empty = !isSet(fresh);
  correction.set("effects", empty ? others : [...others, fresh]);
}
