/** The sides: their crests, and who of them plays. */

import type { Seat, Side, View } from "../wire/types";
import type { IconName } from "./icons";

const CRESTS: Record<string, IconName> = { human: "cross", demon: "claws", squamata: "slit" };

export function crestOf(side: string): IconName {
  return CRESTS[side] ?? "people";
}

/** Who plays, in turn order. */
export function sidesOf(view: Pick<View, "turns">): readonly Side[] {
  return [...new Set(view.turns.map((turn) => turn.side))];
}

/** The seat of a rematch: the next side in turn order; a seat without a side stays. */
export function nextSeat(view: Pick<View, "turns">, seat: Seat): Seat {
  const sides = sidesOf(view);
  const at = sides.findIndex((side) => side === seat);
  return at < 0 ? seat : (sides[(at + 1) % sides.length] ?? seat);
}
