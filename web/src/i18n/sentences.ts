/** Facts of the engine turned into words: ids become names, lists become text, then the sentence is filled. */

import { figureOf } from "../ui/figures";
import { ServiceError } from "../wire/api";
import type { Facts, Refusal, Said, View } from "../wire/types";
import type { Fill } from "./format";
import { figureName, kindShort, nameOf, reasonName, sourceName, theBox, tileName, warriorName } from "./names.svelte";
import { known, t } from "./speech.svelte";

type Teller = (value: string, view: View | null) => string;

const warrior: Teller = (id, view) => (theBox().profiles[id] ? nameOf("profile", id) : warriorName(id, view));
const spokenKey =
  (prefix: string): Teller =>
  (value) =>
    known(prefix + value) ? t(prefix + value) : value;

const drawn: Teller = (id, view) => {
  if (id === "unknown") return t("draw.face_down");
  return theBox().tiles[id] ? tileName(id, view) : nameOf("card", id);
};

const TELL: Record<string, Teller> = {
  warrior,
  target: warrior,
  attacker: warrior,
  victim: warrior,
  active: warrior,
  tile: tileName,
  drawn: tileName,
  from: tileName,
  card: (id) => (id === "unknown" ? t("draw.face_down") : sourceName(id)),
  source: (id) => sourceName(id),
  weapon: (id) => (id ? sourceName(id) : ""),
  square: (id) => nameOf("square", id),
  kind: (id) => (theBox().profiles[id] ? nameOf("profile", id) : kindShort(id)),
  profile: (id) => nameOf("profile", id),
  figure: (id) => figureName(id),
  side: spokenKey("side."),
  seat: spokenKey("seat."),
  winner: spokenKey("side."),
  phase: spokenKey("phase."),
  deck: spokenKey("deck."),
  edge: spokenKey("edge."),
  what: spokenKey("what."),
  who: spokenKey("who."),
  bonus: spokenKey("value."),
  // Why a game was decided, by its name; other reasons come as plain text.
  reason: (reason, view) => (/^[a-z0-9_]+$/.test(reason) ? reasonName(reason, view?.scenario ?? "") : reason),
  token: (id) => sourceName(id),
  thing: (id) => sourceName(id),
  // Steps are named by their verb, whose value is who or what it is about.
  move: warrior,
  leave: warrior,
  explore: warrior,
  attack: warrior,
  give: warrior,
  bless: warrior,
  finish: warrior,
  hit: warrior,
  guard: warrior,
  cancel: warrior,
  to: tileName,
  hole: tileName,
  enter: (id) => nameOf("profile", id),
  place: (id) => nameOf("square", id),
  gift: (id) => nameOf("card", id),
  play: (id) => nameOf("card", id),
  draw: drawn,
};
const TELL_EACH: Record<string, Teller> = {
  warriors: warrior,
  culprits: warrior,
  guards: warrior,
  candidates: warrior,
  tiles: tileName,
  when: spokenKey("when."),
};

function told(name: string, value: unknown, view: View | null): string | number {
  if (Array.isArray(value)) {
    const each = TELL_EACH[name] ?? ((item: string) => item);
    return value.map((item) => each(String(item), view)).join(", ");
  }
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : "";
  // Nobody guards is a choice too, and has its name.
  if (value === null && name === "guard") return t("guard.nobody");
  if (value === null || value === undefined) return "";
  const teller = TELL[name];
  return teller ? teller(String(value), view) : String(value);
}

export function words(facts: Facts, view: View | null): Fill {
  const filled: Fill = {};
  for (const [name, value] of Object.entries(facts)) filled[name] = told(name, value, view);
  const { x, y } = facts;
  if (typeof x === "number" && typeof y === "number") filled["where"] = placeName(x, y);
  return filled;
}

/** A place on the board as players find it: so far from the start tile. */
function placeName(x: number, y: number): string {
  const ways = [
    { edge: x > 0 ? "E" : "W", steps: Math.abs(x) },
    { edge: y > 0 ? "S" : "N", steps: Math.abs(y) },
  ].filter((way) => way.steps > 0);
  if (!ways.length) return t("place.start");
  return t("place.away", { way: ways.map(({ edge, steps }) => t(`place.${edge}`, { steps })).join(", ") });
}

/** A step or happening as a sentence: "Brute 2 cancels line 4". Rolls differ by what they are for. */
export function say(said: Said, view: View | null, prefix = "happening."): string {
  const step = said.facts["name"] as Said | undefined;
  if (step?.facts) return t(prefix + said.key, { step: say(step, view, "step.") });
  if (said.key === "override") return t(`${prefix}override`, { step: corrected(said.facts, view) });
  const what = said.facts["what"];
  const special = `${prefix}${said.key}.${String(what)}`;
  const key = what && known(special) ? special : prefix + said.key;
  return t(key, words(said.facts, view));
}

/** What a correction set, by the pieces it names. */
function corrected(facts: Facts, view: View | null): string {
  const pieces = Object.entries(facts).flatMap(([key, value]) => {
    if (key === "warriors") return Object.keys(value as Facts).map((id) => warrior(id, view));
    if (key === "tiles") return Object.keys(value as Facts).map((label) => tileName(label, view));
    return [known(`corrected.${key}`) ? t(`corrected.${key}`) : ""];
  });
  return pieces.filter(Boolean).join(", ");
}

export function ruleOf(code: string): string {
  return code.startsWith("rules/") ? code.slice("rules/".length) : "";
}

/** The name under which players know the rule, with its id: "Blocking Rule (MOV-4)". */
export function ruleName(rule: string): string {
  return known(`rule.${rule}`) ? `${t(`rule.${rule}`)} (${rule})` : rule;
}

export function sayRefusal(refusal: Refusal, view: View | null): string {
  const key = (ruleOf(refusal.code) ? "refusal." : "table.") + refusal.message;
  // What is wrong with the form of a correction says nothing to a player; that it does not fit does.
  const malformed = refusal.code.startsWith("override/") && !known(key);
  return t(malformed ? "table.malformed" : byCulprits(key, refusal), words(refusal.numbers, view));
}

/** "against 2 Troglodytes" where all who stand in the way are. */
function byCulprits(key: string, refusal: Refusal): string {
  const culprits = (refusal.numbers["culprits"] as string[] | undefined) ?? [];
  const named = `${key}.troglodytes`;
  return known(named) && culprits.length > 0 && culprits.every((id) => figureOf(id) === "troglodyte") ? named : key;
}

/** Why a request over HTTP failed: the service's reason, or that it does not answer. */
export function troubleOf(error: unknown): string {
  if (!(error instanceof ServiceError)) return t("lost.title");
  return sayRefusal({ code: error.code, message: error.key, numbers: error.numbers, tried: {} }, null);
}

/** The wire may wrap a step's name. */
export function stepName(step: View["undo"], view: View | null): string {
  if (!step) return "";
  return say("name" in step ? step.name : step, view, "step.");
}
