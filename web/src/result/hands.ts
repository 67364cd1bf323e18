/** What hands must do on the physical table, in words: the piece, the tile and its shape. */

import { known, t } from "../i18n/catalogue.svelte";
import { theBox } from "../i18n/names.svelte";
import { sayHappening } from "../i18n/sentences";
import { shapeOf } from "../map/geometry";
import type { Sentence, View } from "../wire/types";
import { text } from "../wire/facts";

/** The openings of a tile on the table or of the box; empty where it is neither. */
export function openingsOf(label: string, view: View): string {
  return view.tiles.find((tile) => tile.label === label)?.openings ?? theBox().tiles[label]?.openings ?? "";
}

/** What a tile of the table or of the box is; empty where it is neither. */
export function kindOfTile(label: string, view: View): string {
  return view.tiles.find((tile) => tile.label === label)?.kind ?? theBox().tiles[label]?.kind ?? "";
}

export function sayHands(item: Sentence, view: View): string {
  const openings = openingsOf(text(item.facts, "tile"), view);
  const said = sayHappening(item, view, "putback.");
  if (!openings) return said;
  const shape = t(`shape.${shapeOf(openings)}`);
  // What stands in brackets at the end already takes the shape in.
  return said.endsWith(")") ? `${said.slice(0, -1)}, ${shape})` : t("hands.shaped", { said, shape });
}

/** A result in words; what happens as it is told in the log has no words of its own. */
export function sayResult(item: Sentence, view: View): string {
  const own = known(`result.${item.key}`) || known(`result.${item.key}.${String(item.facts["what"])}`);
  return sayHappening(item, view, own ? "result." : "happening.");
}
