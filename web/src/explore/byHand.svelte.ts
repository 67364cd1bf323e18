/** The player has a tile in the hand though the companion or the camera was to bring it: the gallery is open for this draw. */

import { mine } from "../legal/filter";
import type { View } from "../wire/types";

class ByHand {
  private version = $state(-1);

  open(view: View): void {
    this.version = view.version;
  }

  close(): void {
    this.version = -1;
  }

  /** Is the gallery to be shown: a tile is drawn here, by the player's own hand? */
  shown(view: View): boolean {
    if (view.waiting.kind !== "draw" || view.waiting.what !== "tile" || !mine(view)) return false;
    // A tile that was read or undone is offered again first.
    if (view.reading?.usable && this.version !== view.version) return false;
    return view.sources.tiles === "hand" || this.version === view.version;
  }
}

export const byHand = new ByHand();
