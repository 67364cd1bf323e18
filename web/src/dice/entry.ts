/** What a player's hand did to the dice of one roll: dice typed in, or a reading looked through and changed. */

import type { Do, Reading } from "../wire/types";

export interface Entry {
  /** What it belongs to. With another version of the game or another reading it is void. */
  version: number;
  reading: string | null;
  /** Typed in from nothing; else it is the reading, changed. */
  typed: boolean;
  /** 0 is a die not known yet. */
  faces: number[];
  /** The places of dice that a player has looked at. */
  confirmed: number[];
}

/** The entry, if it belongs to what is shown now. */
export function entryFor(entry: Entry | null, version: number, reading: Reading | null): Entry | null {
  return entry?.version === version && entry.reading === (reading?.id ?? null) ? entry : null;
}

export function typedIn(version: number, reading: Reading | null, faces: number[]): Entry {
  return { version, reading: reading?.id ?? null, typed: true, faces, confirmed: [] };
}

/** The entry after a die was changed, added or taken away; `looked` is the place of the die that was touched. */
export function changed(
  entry: Entry | null,
  version: number,
  reading: Reading | null,
  faces: number[],
  looked: number[],
): Entry {
  if (!reading || entry?.typed) return typedIn(version, reading, faces);
  return { version, reading: reading.id, typed: false, faces, confirmed: [...(entry?.confirmed ?? []), ...looked] };
}

/** What accepting the dice as they stand comes to. */
export function accepted(entry: Entry | null, reading: Reading | null, faces: number[], verb: "roll" | "reroll"): Do {
  if (entry?.typed || !reading) return verb === "roll" ? { roll: faces } : { reroll: faces };
  const read = reading.faces.map((die) => die.face);
  const same = faces.length === read.length && faces.every((face, i) => face === read[i]);
  return same ? { accept: reading.id } : { correct: reading.id, faces };
}
