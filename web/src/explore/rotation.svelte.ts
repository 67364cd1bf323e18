/** The rotation for the drawn tile, until it is laid: tapped here, or as the tile is turned under the camera. */

import { verbs } from "../legal/filter";
import type { Reading, View } from "../wire/types";

class TileRotation {
  private picked = $state<{ version: number; reading: string; rotation: number } | null>(null);

  /** Legal rotations of the tile that waits to be laid. */
  rotations(view: View): number[] {
    return verbs(view, "lay").map((act) => act.rotation);
  }

  /** The tile under the camera, if it is the one that was drawn. */
  turning(view: View): Reading | null {
    const reading = view.waiting.what === "lay" && view.reading?.kind === "tag" ? view.reading : null;
    return reading?.tag === view.waiting.facts["tile"] ? reading : null;
  }

  /** What was done last counts: a tap, or a turn under the camera. */
  rotationFor(view: View): number {
    const turning = this.turning(view);
    if (this.picked?.version === view.version && (!turning || this.picked.reading === turning.id))
      return this.picked.rotation;
    return turning?.turn ?? this.rotations(view)[0] ?? 0;
  }

  pick(view: View, rotation: number): void {
    this.picked = { version: view.version, reading: this.turning(view)?.id ?? "", rotation };
  }
}

export const tileRotation = new TileRotation();
