/** The result of a game as one line to paste or share: no secrets, no addresses. */

import { nameOf, reasonName } from "../i18n/names.svelte";
import { t } from "../i18n/catalogue.svelte";
import { decimal } from "../i18n/numbers";
import { people } from "../state/people.svelte";
import { sidesOf } from "../ui/sides";
import type { StoryAnswer } from "../wire/protocol";
import type { View } from "../wire/types";

export function resultLine(view: View, story: StoryAnswer): string {
  const winner = view.outcome?.winner ?? "draw";
  const sides = sidesOf(view);
  const players = sides.map((side) => t("share.player", { name: people.name(side), side: t(`side.${side}`) }));
  const hits = story.luck.map((one) =>
    t("share.hits", { side: t(`side.${one.side}`), hits: one.hits, odds: decimal(one.expected) }),
  );
  const parts = [
    t("share.head", { scenario: nameOf("scenario", view.scenario), rounds: story.rounds }),
    t(`over.${winner}`) + t("share.why", { why: reasonName(view.outcome?.reason ?? "over", view.scenario) }),
    ...(sides.every((side) => people.name(side)) ? [`${players.join(" – ")}.`] : []),
    t("share.luck", { hits: hits.join(", ") }),
  ];
  return parts.join(" ");
}

/** By the tablet's own way of sharing, or onto its clipboard. False where neither is allowed: plain http, mostly. */
export async function share(line: string): Promise<boolean> {
  try {
    if (navigator.share) await navigator.share({ text: line });
    else await navigator.clipboard.writeText(line);
    return true;
  } catch {
    return false;
  }
}
