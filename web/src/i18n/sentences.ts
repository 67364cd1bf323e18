/** Sentences for happenings, steps and refusals: the facts become words, then the sentence is filled. */

import { ServiceError } from "../wire/api";
import { figureOf } from "../wire/ids";
import type { Facts, Odds, Refusal, Sentence, View } from "../wire/types";
import type { Fill } from "./format";
import {
  figureName,
  kindName,
  nameOf,
  reasonName,
  sourceName,
  theBox,
  theTile,
  tileName,
  warriorName,
} from "./names.svelte";
import { known, t } from "./catalogue.svelte";
import { decimal, either, list, percent } from "./numbers";
import { inner, texts } from "../wire/facts";

type Wording = (value: string, view: View | null) => string;

const warrior: Wording = (id, view) => (theBox().profiles[id] ? nameOf("profile", id) : warriorName(id, view));
const spokenKey =
  (prefix: string): Wording =>
  (value) =>
    known(prefix + value) ? t(prefix + value) : value;

/** What is awaited: a choice or a roll of the rules, or one of a tile or card, by its name. */
const awaited: Wording = (what) => (known(`what.${what}`) ? t(`what.${what}`) : sourceName(what));

const drawn: Wording = (id, view) => {
  if (id === "unknown") return t("draw.face_down");
  return theBox().tiles[id] ? tileName(id, view) : nameOf("card", id);
};

const WORDINGS: Record<string, Wording> = {
  warrior,
  target: warrior,
  attacker: warrior,
  victim: warrior,
  active: warrior,
  tile: theTile,
  drawn: theTile,
  from: theTile,
  card: (id) => (id === "unknown" ? t("draw.face_down") : sourceName(id)),
  source: (id) => sourceName(id),
  weapon: (id) => (id ? sourceName(id) : ""),
  square: (id) => nameOf("square", id),
  kind: (id) => (theBox().profiles[id] ? nameOf("profile", id) : kindName(id)),
  profile: (id) => nameOf("profile", id),
  figure: (id) => figureName(id),
  side: spokenKey("side."),
  seat: spokenKey("seat."),
  winner: spokenKey("over."),
  phase: spokenKey("phase."),
  deck: spokenKey("deck."),
  edge: spokenKey("edge."),
  what: awaited,
  who: spokenKey("who."),
  bonus: spokenKey("value."),
  // Why a game was decided, by its name; other reasons come as plain text.
  reason: (reason, view) => (/^[a-z0-9_]+$/.test(reason) ? reasonName(reason, view?.scenario ?? "") : reason),
  token: (id) => sourceName(id),
  event: (id) => nameOf("card", id),
  deadly: (id) => nameOf("card", id),
  part: (id) => nameOf("part", id),
  unwound: (id) => nameOf("part", id),
  squamata: (id) => nameOf("squamata_tile", id),
  cry: warrior,
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
  to: theTile,
  hole: theTile,
  enter: (id) => nameOf("profile", id),
  place: (id) => nameOf("square", id),
  gift: (id) => nameOf("card", id),
  play: (id) => nameOf("card", id),
  draw: drawn,
};
const LIST_WORDINGS: Record<string, Wording> = {
  warriors: warrior,
  culprits: warrior,
  guards: warrior,
  candidates: warrior,
  tiles: theTile,
  when: spokenKey("when."),
};

function wordOf(name: string, value: unknown, view: View | null): string | number {
  if (Array.isArray(value)) {
    const each = LIST_WORDINGS[name] ?? ((item: string) => item);
    const named = value.map((item) => each(String(item), view));
    return name === "candidates" ? either(named) : list(named);
  }
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : "";
  // Nobody guards is a choice too, and has its name.
  if (value === null && name === "guard") return t("guard.nobody");
  if (value === null || value === undefined) return "";
  const teller = WORDINGS[name];
  return teller ? teller(String(value), view) : String(value);
}

export function words(facts: Facts, view: View | null): Fill {
  const filled: Fill = {};
  for (const [name, value] of Object.entries(facts)) filled[name] = wordOf(name, value, view);
  // "line 3", but "lines 3 and 4".
  if (Array.isArray(facts["lines"]) && facts["lines"].length > 1) filled["several"] = 1;
  const { x, y } = facts;
  if (typeof x === "number" && typeof y === "number") filled["where"] = placeName(x, y);
  return filled;
}

/** A place on the board as players find it: so far from the start tile. */
export function placeName(x: number, y: number): string {
  const ways = [
    { edge: x > 0 ? "E" : "W", steps: Math.abs(x) },
    { edge: y > 0 ? "S" : "N", steps: Math.abs(y) },
  ].filter((way) => way.steps > 0);
  if (!ways.length) return t("place.start");
  return t("place.away", { way: ways.map(({ edge, steps }) => t(`place.${edge}`, { steps })).join(", ") });
}

/** A step or happening as a sentence: "Brute 2 cancels line 4". Rolls differ by what they are for. */
export function sayHappening(happening: Sentence, view: View | null, prefix = "happening."): string {
  return capital(told(happening, view, prefix));
}

/** A sentence may begin with a tile, which has a small letter inside one: "la tuile 7". */
export const capital = (said: string): string => said.charAt(0).toUpperCase() + said.slice(1);

function told(happening: Sentence, view: View | null, prefix: string): string {
  const step = happening.facts["name"] as Sentence | undefined;
  if (step?.facts) return t(prefix + happening.key, { step: told(step, view, "step.") });
  if (happening.key === "override")
    return t(`${prefix}override`, { step: corrected(inner(happening.facts, "override"), happening.facts, view) });
  const what = happening.facts["what"];
  const special = `${prefix}${happening.key}.${String(what)}`;
  const key = what && known(special) ? special : prefix + happening.key;
  return t(key, words(happening.facts, view));
}

/** So many pieces of a correction are named; the put-back list has them all. */
const NAMED = 3;

/** What a correction set, by the pieces it names. */
function corrected(change: Facts, facts: Facts, view: View | null): string {
  // A step has its change inside, a line of the log is the change.
  const pieces = Object.entries(Object.keys(change).length ? change : facts).flatMap(([key, value]) => {
    if (key === "warriors")
      return Object.entries(value as Facts).map(([id, change]) => correctedWarrior(id, change as Facts | null, view));
    if (key === "tiles") return Object.keys(value as Facts).map((label) => tileName(label, view));
    return [known(`corrected.${key}`) ? t(`corrected.${key}`) : ""];
  });
  const named = pieces.filter(Boolean);
  if (named.length <= NAMED + 1) return list(named);
  return list([...named.slice(0, NAMED), t("corrected.more", { more: named.length - NAMED })]);
}

/** "Brute 1 to tile 4", or what else was set of it. */
function correctedWarrior(id: string, change: Facts | null, view: View | null): string {
  const name = warrior(id, view);
  if (!change) return t("corrected.removed", { name });
  if (typeof change["tile"] === "string" && change["tile"])
    return t("corrected.tile", { name, tile: theTile(change["tile"], view) });
  const [what] = Object.keys(change).filter((key) => known(`corrected.of.${key}`));
  return what ? t("corrected.set", { name, what: t(`corrected.of.${what}`) }) : name;
}

export function ruleOf(code: string): string {
  return code.startsWith("rules/") ? code.slice("rules/".length) : "";
}

/** The name under which players know the rule, with its id: "Blocking Rule (MOV-4)". */
export function ruleName(rule: string): string {
  return known(`rule.${rule}`) ? `${t(`rule.${rule}`)} (${rule})` : rule;
}

export function sayRefusal(refusal: Refusal, view: View | null): string {
  const key = (ruleOf(refusal.code) ? "refusal." : "table.") + refusal.key;
  // What is wrong with the form of a correction says nothing to a player; that it does not fit does.
  const malformed = refusal.code.startsWith("override/") && !known(key);
  return capital(t(malformed ? "table.malformed" : byCulprits(key, refusal), words(refusal.facts, view)));
}

/** "against 2 Troglodytes" where all who stand in the way are. */
function byCulprits(key: string, refusal: Refusal): string {
  const culprits = texts(refusal.facts, "culprits");
  const named = `${key}.troglodytes`;
  return known(named) && culprits.length > 0 && culprits.every((id) => figureOf(id) === "troglodyte") ? named : key;
}

/** Why a request over HTTP failed: the service's reason, or that it does not answer. */
export function troubleOf(error: unknown): string {
  if (!(error instanceof ServiceError)) return t("lost.title");
  return sayRefusal({ code: error.code, key: error.key, facts: error.facts }, null);
}

/** The wire may wrap a step's name. */
export function sayStep(step: View["undo"], view: View | null): string {
  if (!step) return "";
  return sayHappening("name" in step ? step.name : step, view, "step.");
}

/** "3 dice, hits on 3+ · 2.0 hits likely, at least one 96 %". */
export function oddsLine(odds: Odds): string {
  const dice = t("odds.dice", { dice: odds.dice, to_hit: odds.to_hit });
  const likely = t("odds.likely", { expected: decimal(odds.expected), one: percent(odds.at_least[1] ?? 0) });
  return `${dice} · ${likely}`;
}
