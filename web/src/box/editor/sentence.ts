/** What a card does, as plain sentences in the tablet's language: one template for each verb. */

import { figureName, kindName, nameOf } from "../../i18n/names.svelte";
import { known, t } from "../../i18n/catalogue.svelte";
import type { Facts } from "../../wire/types";
import type { Piece, Preview, Step } from "./cardSheet";

/** The most a count is limited to: as good as no limit. */
const MANY = 99;

export interface TextLine {
  text: string;
  /** How deep it stands: what follows from a choice or a condition is set in. */
  depth: number;
}

/** Tokens of the box have names in every language; what the owner made up is called as it was typed. */
const ownName = (id: string): string => (known(`source.${id}`) ? t(`source.${id}`) : spaced(id));
const spaced = (id: string): string => id.replaceAll("_", " ");

export function whoName(who: string): string {
  return known(`who.${who}`) ? t(`who.${who}`) : figureOrProfile(who);
}

const figureOrProfile = (id: string): string => (known(`figure.${id}`) ? figureName(id) : nameOf("profile", id));

/** Whom a step is about. */
function whomName(whom: string, facts: Facts): string {
  const [kind = "", name = ""] = whom.split(":");
  if (kind === "figure") return t("card.all_of", { who: figureOrProfile(name) });
  if (kind === "side") return t(`card.side.${name}`);
  return t(`card.whom.${facts["on"] === "bearer" ? "bearer" : kind}`);
}

function changes(facts: Facts): string {
  return (
    (["mvt", "cbt", "def"] as const)
      .filter((stat) => Number(facts[stat] ?? 0))
      .map((stat) => `${signed(Number(facts[stat]))} ${t(`value.${stat}`)}`)
      .join(", ") || t("card.none")
  );
}

const signed = (number: number): string => (number > 0 ? `+${number}` : `−${-number}`);
const talents = (names: unknown): string => ((names ?? []) as string[]).map((name) => t(`talent.${name}`)).join(", ");

/** The facts of a step as words. */
function factWords(facts: Facts, whom: string): Record<string, string | number> {
  const text = (key: string): string => String(facts[key] ?? "");
  return {
    whom: whomName(whom, facts),
    amount: Math.abs(Number(facts["amount"] ?? 0)),
    changes: changes(facts),
    gives: talents(facts["gives"]),
    takes: talents(facts["takes"]),
    forbids: ((facts["forbids"] ?? []) as string[]).map((what) => t(`card.forbids.${what}`)).join(", "),
    until: facts["until"] ? t(`until.${text("until")}`) : "",
    score: text("score"),
    dice: Number(facts["dice"] ?? 0),
    cbt: signed(Number(facts["cbt"] ?? 0)),
    deck: facts["deck"] ? t(`card.deck.${text("deck")}`) : "",
    roll: facts["roll"] ? t(`card.roll.${text("roll")}`) : "",
    at_most: Number(facts["at_most"] ?? 0),
    at_least: Number(facts["at_least"] ?? 0),
    profile: facts["profile"] ? nameOf("profile", text("profile")) : "",
    card: facts["card"] ? nameOf("profile", text("card")) : "",
    figure: facts["figure"] ? figureOrProfile(text("figure")) : "",
    kind: facts["kind"] ? kindName(text("kind")) : "",
    who: facts["who"] ? whoName(text("who")) : "",
    by: t(`card.by.${text("by") || "owner"}`),
    name: ownName(text("name") || text("token")),
  };
}

/** Which template of a verb: gaining and losing are two sentences, and so are giving and taking. */
function template(step: Step): string {
  if (step.verb === "tp") return Number(step.facts["amount"]) < 0 ? "verb.tp.less" : "verb.tp.more";
  if (step.verb === "talent") {
    const [gives, takes] = [step.facts["gives"], step.facts["takes"]].map(
      (names) => ((names ?? []) as string[]).length > 0,
    );
    return gives && takes ? "verb.talent.both" : takes ? "verb.talent.takes" : "verb.talent.gives";
  }
  return `verb.${step.verb}`;
}

function countText(least: number, most: number): string {
  if (most === 0) return t("piece.none");
  if (most >= MANY) return t("piece.at_least", { number: least });
  if (least === most) return t("piece.exactly", { number: least });
  return least ? t("piece.between", { least, most }) : t("piece.at_most", { number: most });
}

export function pieceText({ piece, facts }: Piece): string {
  const words = factWords(facts, "nobody");
  const place = piece === "carries" && facts["kind"] ? "piece.carries_on" : `piece.${piece}`;
  return t(place, { ...words, count: countText(Number(facts["at_least"] ?? 0), Number(facts["at_most"] ?? MANY)) });
}

export function stepLines(step: Step, depth: number): TextLine[] {
  const when = step.when.map(pieceText).join(t("card.and"));
  const text = t(template(step), { ...factWords(step.facts, step.whom), when });
  const lines: TextLine[] = [{ text: text.charAt(0).toUpperCase() + text.slice(1), depth }];
  lines.push(...step.then.flatMap((inner) => stepLines(inner, depth + 1)));
  for (const row of step.table) {
    lines.push({ text: `${row.scores.join(", ")}:`, depth: depth + 1 });
    lines.push(
      ...(row.then.length
        ? row.then.flatMap((inner) => stepLines(inner, depth + 2))
        : [{ text: t("card.nothing"), depth: depth + 2 }]),
    );
  }
  return lines;
}

/** The whole card: when, for what price, at whom, and what then happens. */
export function sentences(preview: Preview): TextLine[] {
  const lines: TextLine[] = [];
  const say = (key: string, values: Record<string, string | number> = {}): number =>
    lines.push({ text: t(key, values), depth: 0 });
  if (preview.die) say("card.says.die", { die: preview.die });
  if (preview.bearers.length)
    say("card.says.bearers", { bearers: preview.bearers.map((one) => nameOf("profile", one)).join(", ") });
  if (preview.when.length) say("card.says.when", { when: preview.when.map((one) => t(`when.${one}`)).join(", ") });
  if (preview.price) say("card.says.price", { price: preview.price });
  if (preview.cost) say("card.says.cost", { tp: preview.cost.tp });
  if (preview.condition.length)
    say("card.says.condition", { when: preview.condition.map(pieceText).join(t("card.and")) });
  if (preview.aim.who)
    say("card.says.aim", { who: whoName(preview.aim.who), reach: t(`card.reach.${preview.aim.reach}`) });
  lines.push(...preview.steps.flatMap((step) => stepLines(step, 0)));
  if (preview.by_hand) say("card.says.by_hand");
  return lines;
}
