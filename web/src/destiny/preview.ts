/** What the placed dice would bring, from the squares' own clauses as the box lists them. */

import type { Square } from "../wire/box";

export interface Gain {
  tp: number;
  events: number;
}

export function gainOf(square: Square, dice: number): Gain {
  const times = square.per_die ? dice : dice > 0 ? 1 : 0;
  const sum = (verb: string): number =>
    square.clauses.filter((clause) => clause.verb === verb).reduce((total, clause) => total + (clause.amount ?? 1), 0) * times;
  return { tp: sum("tp"), events: sum("draw") };
}

export function total(squares: Square[], placed: [string, number[]][]): Gain {
  const gain: Gain = { tp: 0, events: 0 };
  for (const [id, dice] of placed) {
    const square = squares.find((one) => one.id === id);
    if (!square) continue;
    const more = gainOf(square, dice.length);
    gain.tp += more.tp;
    gain.events += more.events;
  }
  return gain;
}
