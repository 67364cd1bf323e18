/** What the game waits for, as two lines: who should do what, and one line of help. */

import { reasonName, tileName, warriorName } from "../i18n/names.svelte";
import { words } from "../i18n/sentences";
import { known, t } from "../i18n/catalogue.svelte";
import { mine } from "../legal/filter";
import { table } from "../state/table.svelte";
import { choice } from "../state/choice.svelte";
import type { View } from "../wire/types";

export interface Prompting {
  side: string;
  title: string;
  help: string;
}

function keyOf(view: View): string {
  const { kind, what } = view.waiting;
  const key = `waiting.${kind}.${what}`;
  return known(key) ? key : `waiting.${kind}`;
}

function activateHelp(view: View): string {
  const chosen = view.warriors.find((w) => w.id === choice.warrior);
  if (!chosen) return t("prompt.choose");
  return t("prompt.chosen", { name: warriorName(chosen.id, view), tile: tileName(chosen.tile, view) });
}

export function prompting(view: View): Prompting {
  const { side, kind, what, number, facts } = view.waiting;
  if (kind === "over") {
    const winner = view.outcome?.winner ?? "";
    return {
      side: winner,
      title: t(`over.${winner || "draw"}`),
      help: reasonName(view.outcome?.reason ?? "over", view.scenario),
    };
  }
  if (table.notice && known(`table.${table.notice.key}`)) {
    const title = t("prompt.title", {
      who: t(`side.${side}`),
      task: t(keyOf(view), { ...words(facts, view), number }),
    });
    return { side, title, help: t(`table.${table.notice.key}`, words(table.notice.facts, view)) };
  }
  const filled = { ...words(facts, view), number, who: t(`side.${side}`) };
  const title = t("prompt.title", { who: t(`side.${side}`), task: t(keyOf(view), filled) });
  if (!mine(view)) return { side, title, help: t("prompt.other", { who: t(`side.${side}`) }) };
  if (what === "activate") return { side, title, help: activateHelp(view) };
  if (choice.aiming) return { side, title, help: choice.aiming.title };
  const help = `${keyOf(view)}.help`;
  return { side, title, help: known(help) ? t(help, filled) : "" };
}
