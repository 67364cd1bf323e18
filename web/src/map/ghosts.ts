/** Who would stand where if an action that is shown were done. */

import type { GhostJson } from "../wire/protocol";
import type { Do, View } from "../wire/types";
import { isDo } from "../wire/verbs";

/** Only of a step it is known before. */
export function ghostOf(idea: Do | undefined, view: View): GhostJson[] {
  if (!idea || !isDo(idea, "move")) return [];
  const walker = view.warriors.find((w) => w.id === idea.move);
  if (!walker) return [];
  const { id, figure, side, tile } = walker;
  return [{ warrior: id, figure, side, tile: idea.to, come_from: tile }];
}
