/** What a value that is only confirmed here says, in words: the pieces of a scenario, the abilities of a demon. */

import { inLanguage, kindShort, nameOf, reasonName } from "../i18n/names.svelte";
import { known, t } from "../i18n/catalogue.svelte";
import type { Scenario } from "../wire/box";
import type { LocalNames } from "../wire/protocol";
import type { Value } from "./boxCheck";
import { noteText } from "./wording";

interface Layer {
  random?: number;
  kinds?: Record<string, number>;
  rest?: boolean;
}
type Wording = (is: never) => string[];

const WORDINGS: Record<string, Wording> = {
  humans: (humans: { card: string; objects?: string[] }[]) => humans.map(recruit),
  gifts: (gifts: string[]) => gifts.map((gift) => nameOf("card", gift)),
  reinforcements: (cards: { card: string; most?: number }[]) =>
    cards.map(({ card, most }) =>
      most ? t("boxpage.says.at_most", { name: nameOf("profile", card), most }) : nameOf("profile", card),
    ),
  foes: (foes: { card: string }[]) => foes.map(({ card }) => nameOf("profile", card)),
  start: (tiles: { kind: string }[]) => tiles.map(({ kind }) => kindShort(kind)),
  stack: ({ layers = [] }: { layers?: Layer[] }) => layers.map(layer),
  special: (rules: { note?: string }[]) => rules.map(({ note }) => (note ? noteText(note) : t("boxpage.says.rule"))),
  victory: (ways: Scenario["victory"]) =>
    ways.map(({ winner, reason, says }) =>
      t("boxpage.says.victory", {
        winner: t(`boxpage.winner.${winner}`),
        reason: says ? inLanguage(says) : reasonName(reason, ""),
      }),
    ),
  cards_out: (cards: string[]) => cards.map((card) => nameOf("card", card)),
  aim: (aim: LocalNames) => [inLanguage(aim)],
  traits: (traits: Record<string, number>) =>
    Object.entries(traits).map(
      ([trait, number]) => `${known(`trait.${trait}`) ? t(`trait.${trait}`) : trait.replaceAll("_", " ")}: ${number}`,
    ),
};

function recruit({ card, objects = [] }: { card: string; objects?: string[] }): string {
  const carried = objects.map((object) => nameOf("card", object)).join(", ");
  return carried ? `${nameOf("profile", card)} (${carried})` : nameOf("profile", card);
}

function layer({ random = 0, kinds = {}, rest = false }: Layer): string {
  const parts = Object.entries(kinds).map(([kind, count]) => `${count} × ${kindShort(kind)}`);
  if (random) parts.unshift(t("boxpage.says.random", { tiles: random }));
  if (rest) parts.push(t("boxpage.says.rest"));
  return parts.join(" + ");
}

/** One text for each piece of the value; none for a value that has no words. */
export function summary(value: Value): string[] {
  const tell = WORDINGS[value.field];
  try {
    return tell ? tell(value.is as never) : [];
  } catch {
    // A pack of another version may hold a shape this tablet does not know: it can still be confirmed.
    return [];
  }
}
