/** How the dice of a reading stand: sure, likely (they count by themselves unless somebody objects), or asked about. */

import type { DieReading, Reading } from "../wire/types";

export type DieLevel = "sure" | "likely" | "asked";

/** Of each die, by its place; those in `confirmed` were looked at by a player. */
export function dieLevels(reading: Reading, confirmed: readonly number[]): DieLevel[] {
  const doubtful = reading.likely ? "likely" : "asked";
  return reading.faces.map((die, i) => (reading.sure || die.sure || confirmed.includes(i) ? "sure" : doubtful));
}

/** Faces in the order in which they are offered: what was read, what else it might be, all others. */
export function offeredFaces(die: DieReading | undefined, sides: number): number[] {
  const first = die ? [die.face, ...die.guesses] : [];
  return [...new Set([...first, ...Array.from({ length: sides }, (_, i) => i + 1)])];
}

/** What a die might show instead, best first; at most two are worth a button. */
export function otherFaces(die: DieReading): number[] {
  return die.guesses.filter((face) => face !== die.face).slice(0, 2);
}
