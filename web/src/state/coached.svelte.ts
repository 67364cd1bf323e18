/** What the coach has named, for the map; and the idea a player wants rated instead of done. */

import type { DoKey } from "../wire/verbs";
import type { Do } from "../wire/types";

/** No choices of the game: these are done as ever. */
const NO_IDEAS: ReadonlySet<string> = new Set<DoKey>([
  "roll",
  "reroll",
  "draw",
  "roll_for_me",
  "draw_for_me",
  "undo",
  "undo_to",
  "redo",
  "put_back_done",
  "override",
  "use_box",
  "accept",
  "correct",
  "reject",
  "hold",
  "policy",
  "order_done",
  "confirm_end",
]);

class Coached {
  /** The best actions, the best first, and the version of the game they are about. */
  ideas = $state.raw<readonly Do[]>([]);
  version = $state(-1);
  /** The one that is shown as a ghost: its place among them. */
  shown = $state(-1);
  /** The next tap is rated and not done. */
  rating = $state(false);
  /** What was tapped. */
  idea = $state.raw<Do | null>(null);

  name(ideas: readonly Do[], version: number): void {
    this.ideas = ideas;
    this.version = version;
  }

  /** Is this tap an idea to be rated? Then it is not to be done. */
  takes(act: Do): boolean {
    if (!this.rating) return false;
    this.rating = false;
    if (Object.keys(act).some((key) => NO_IDEAS.has(key))) return false;
    this.idea = act;
    return true;
  }

  clear(): void {
    this.name([], -1);
    this.shown = -1;
    this.rating = false;
    this.idea = null;
  }
}

export const coached = new Coached();
