/** The game in words: who stands where, what is open, and every legal action as a sentence. */

import { fareOf, nameOf, tileName, warriorName } from "../i18n/names.svelte";
import { placeName, sayHappening } from "../i18n/sentences";
import { t, tells } from "../i18n/catalogue.svelte";
import { list } from "../i18n/numbers";
import { mine } from "../legal/filter";
import type { Do, Tile, View, Warrior } from "../wire/types";

export interface Action {
  act: Do;
  text: string;
}

/** A tile in a sentence: its openings, who is on it, what is unexplored. */
export function tileText(tile: Tile, view: View): string {
  const here = view.warriors.filter((w) => w.tile === tile.label).map((w) => warriorName(w.id, view));
  return [
    t("text.tile", {
      tile: tileName(tile.label, view),
      where: placeName(tile.at[0], tile.at[1]),
      edges: edges(tile.openings),
    }),
    here.length ? t("text.here", { warriors: list(here) }) : t("text.nobody"),
    ...(tile.unexplored ? [t("text.unexplored", { edges: edges(tile.unexplored) })] : []),
    ...(tile.hole ? [t("text.hole")] : []),
  ].join(" ");
}

const edges = (openings: string): string => list([...openings].map((edge) => t(`edge.${edge}`)));

export function warriorText(w: Warrior, view: View): string {
  const name = warriorName(w.id, view);
  if (!w.tile) return t(w.fate === "out" ? "text.out" : "text.dead", { name });
  const { mvt, cbt } = w.now;
  return [
    t("text.warrior", { name, tile: tileName(w.tile, view), mvt, cbt, def: w.now.def }),
    ...(w.exhausted ? [fareOf("readiness.exhausted", w.figure) + "."] : []),
    ...(w.cancelled.length ? [t("text.cancelled", { lines: list(w.cancelled.map(String)) })] : []),
    ...(w.wounds ? [t("text.wounds", { wounds: w.wounds, health: w.health })] : []),
    ...(w.parts ?? []).map((part) =>
      t("text.part", { part: nameOf("part", part.name), wounds: part.wounds, resistance: part.resistance }),
    ),
    ...(w.acted ? [t("text.acted")] : []),
  ].join(" ");
}

/** Everything this seat may do now, in the order of the service. */
export function actionsOf(view: View): Action[] {
  if (!mine(view) || view.waiting.kind === "over") return cardActions(view);
  const own: Action[] = [];
  if (view.waiting.kind === "roll")
    own.push({ act: { roll_for_me: true }, text: t("text.roll", { dice: view.waiting.number }) });
  if (view.waiting.kind === "draw") own.push({ act: { draw_for_me: true }, text: t("draw.for_me") });
  return [...own, ...cardActions(view)];
}

const cardActions = (view: View): Action[] =>
  view.legal.map((act) => ({ act, text: actionText(act, view) })).sort((one, other) => last(one) - last(other));

/** Ending the phase comes last: it is the way out, not the first thing to do. */
const last = ({ act }: Action): number => ("end_phase" in act ? 1 : 0);

export function actionText(act: Do, view: View): string {
  const key = Object.keys(act)[0] ?? "";
  const said = sayHappening({ key, facts: act as never }, view, "text.do.");
  const more = [
    ...placed(act, view),
    ...Object.entries(act)
      .slice(1)
      .filter(([name]) => !tells(`text.do.${key}`, name))
      .filter(([name, value]) => !said.includes(String(value)) && value !== "" && value !== null && name !== "version")
      // Whom an attack is aimed at stands in its sentence, in the words of a sentence.
      .filter(([name]) => !("attack" in act && name === "target"))
      .map(([name, value]) => detail(name, value, view)),
  ];
  return more.length ? t("text.with", { said, more: list(more) }) : said;
}

/** Where dice or wounds go, for the verbs that place several at once. */
function placed(act: Do, view: View): string[] {
  const [verb, where] = Object.entries(act)[0] ?? [];
  const nameOfPlace = PLACES[verb ?? ""];
  if (!nameOfPlace || typeof where !== "object" || !where) return [];
  return Object.entries(where as Record<string, number | number[]>).map(([place, what]) =>
    t("text.put", { where: nameOfPlace(place, view), what: [what].flat().join(" ") }),
  );
}

const part = (id: string): string => (id === "war_cry" ? t("squamata.cry_place") : nameOf("part", id));
const PLACES: Record<string, (id: string, view: View) => string> = {
  assign: warriorName,
  destiny: (id) => nameOf("square", id),
  instinct: part,
  wound: part,
};

function detail(name: string, value: unknown, view: View): string {
  if (Array.isArray(value)) return list(value.map((one) => detail(name, one, view)));
  const text = String(value);
  if (name === "edge") return t(`edge.${text}`);
  if (name === "dice" && typeof value === "number") return t("text.dice", { dice: value });
  if (name === "rotation") return t("text.degrees", { degrees: text });
  if (view.tiles.some((tile) => tile.label === text) && name !== "die" && name !== "dice" && name !== "lines")
    return tileName(text, view);
  if (view.warriors.some((w) => w.id === text)) return warriorName(text, view);
  return nameOf("card", text);
}
