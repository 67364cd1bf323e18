/** What the game waits for, as two lines: who should do what, and one line of help. */

import { reasonName, tileName, warriorName } from "../i18n/names.svelte";
import { sayHappening, words } from "../i18n/sentences";
import { known, t } from "../i18n/catalogue.svelte";
import { list } from "../i18n/numbers";
import { mine, plays, verbs } from "../legal/filter";
import { table } from "../state/table.svelte";
import { choice } from "../state/choice.svelte";
import type { Notice, View } from "../wire/types";

export interface Prompting {
  side: string;
  title: string;
  help: string;
}

/** News of people pass by beside the help line; those of devices ask for hands and take its place. */
export function isPassing(notice: Notice): boolean {
  return notice.key.startsWith("seat_");
}

/** Has the side that acts nobody left to activate? */
function nobodyLeft(view: View): boolean {
  const { side, what } = view.waiting;
  return what === "activate" && !view.warriors.some((w) => w.side === side && w.tile && !w.acted);
}

function keyOf(view: View): string {
  const { kind, what } = view.waiting;
  if (nobodyLeft(view)) return "waiting.choice.nobody_left";
  const drinking = kind === "roll" && verbs(view, "fountain").length > 0;
  if (drinking && choice.keptWater !== view.version) return "waiting.roll.fountain";
  // What the Human does in the Initiative phase, Kartikeya's player does in the Instinct phase.
  const key = `waiting.${kind}.${view.phase === "instinct" && what === "initiative" ? "instinct_end" : what}`;
  return known(key) ? key : `waiting.${kind}`;
}

function activateHelp(view: View): string {
  const chosen = view.warriors.find((w) => w.id === choice.warrior);
  if (!chosen) return t("prompt.choose");
  return t("prompt.chosen", { name: warriorName(chosen.id, view), tile: tileName(chosen.tile, view) });
}

/** The order of the companion is the prompt, so that it reads across a table. */
function ordered(view: View): Prompting | null {
  const order = view.companion?.order;
  if (!order || !known(`order.${order.title.key}`)) return null;
  const help = t("companion.help", { who: t(`side.${order.side}`) });
  return { side: order.side, title: sayHappening(order.title, view, "order."), help };
}

function deadlyTable(side: string): Omit<Prompting, "side"> {
  const task = t("deadly.task");
  return { title: t("prompt.title", { who: t(`side.${side}`), task }), help: t("deadly.task.help") };
}

/** The numbers of the dice the camera asks about, where it does not ask about all. */
function doubtedDice({ waiting, reading }: View): number[] {
  if (waiting.kind !== "roll" || reading?.kind !== "dice" || reading.sure || reading.likely) return [];
  const doubted = reading.faces.flatMap((die, i) => (die.sure ? [] : [i + 1]));
  return doubted.length < reading.faces.length || doubted.length === 1 ? doubted : [];
}

function unsure(view: View, dice: number[]): Prompting {
  const { side } = view.waiting;
  const who = t(`side.${side}`);
  const task = t(dice.length > 1 ? "unsure.dice" : "unsure.die", { die: dice[0] ?? 0, dice: list(dice.map(String)) });
  const others = (view.reading?.faces.length ?? 0) > dice.length;
  const help = mine(view) ? t(others ? "unsure.help" : "unsure.alone") : t("prompt.other", { who });
  return { side, title: t("prompt.title", { who, task }), help };
}

/** While a card is played that only its player can read, nothing else is awaited. */
function cardByHand(view: View, side: string): Prompting {
  const who = t(`side.${side}`);
  const help = t(plays(view, side) ? "by_hand.help" : "prompt.other", { who });
  return { side, title: t("prompt.title", { who, task: t("by_hand.task") }), help };
}

export function prompting(view: View): Prompting {
  const { side, kind, what, number, facts } = view.waiting;
  const order = ordered(view);
  if (order) return order;
  if (view.companion?.thinking) return { side, title: t("companion.decides", { who: t(`side.${side}`) }), help: "" };
  if (kind === "over") {
    const winner = view.outcome?.winner ?? "";
    return {
      side: winner,
      title: t(`over.${winner || "draw"}`),
      help: reasonName(view.outcome?.reason ?? "over", view.scenario),
    };
  }
  if (table.notice && !isPassing(table.notice) && known(`table.${table.notice.key}`)) {
    const title = t("prompt.title", {
      who: t(`side.${side}`),
      task: t(keyOf(view), { ...words(facts, view), number }),
    });
    return { side, title, help: t(`table.${table.notice.key}`, words(table.notice.facts, view)) };
  }
  if (choice.deadly) return { side, ...deadlyTable(side) };
  const doubted = doubtedDice(view);
  if (doubted.length) return unsure(view, doubted);
  if (view.card_by_hand) return cardByHand(view, view.card_by_hand.side);
  const filled = { ...words(facts, view), number, who: t(`side.${side}`) };
  const title = t("prompt.title", { who: t(`side.${side}`), task: t(keyOf(view), filled) });
  if (!mine(view)) return { side, title, help: t("prompt.other", { who: t(`side.${side}`) }) };
  if (what === "activate" && !nobodyLeft(view)) return { side, title, help: activateHelp(view) };
  if (choice.aiming) return { side, title, help: choice.aiming.title };
  if (view.companion?.hands) return { side, title, help: t("companion.hands", { who: t(`side.${side}`) }) };
  const help = `${keyOf(view)}.help`;
  return { side, title, help: known(help) ? t(help, filled) : "" };
}
