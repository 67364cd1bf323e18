/** The rotation picked for the drawn tile, until it is laid. */

import { verbs } from "../legal/filter";
import type { View } from "../wire/types";

class Laying {
  private picked = $state<{ version: number; rotation: number } | null>(null);

  /** Legal rotations of the tile that waits to be laid. */
  rotations(view: View): number[] {
    return verbs(view, "lay").map((act) => Number(act["rotation"]));
  }

  rotationFor(view: View): number {
    if (this.picked?.version === view.version) return this.picked.rotation;
    return this.rotations(view)[0] ?? 0;
  }

  pick(view: View, rotation: number): void {
    this.picked = { version: view.version, rotation };
  }
}

export const laying = new Laying();
