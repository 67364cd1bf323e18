/** Action Dice as they fell, who has which, and how one comes back. */

import { table } from "../state/table.svelte";
import type { LogLine, View, Warrior } from "../wire/types";
import { numbers, text } from "../wire/facts";

export interface FallenDie {
  face: number;
  /** The warrior that has it; empty while it is free. */
  owner: string;
}

/** The dice in the order in which they fell: none changes its place when another is given. */
export function fallenDice(log: LogLine[], left: number[], given: Warrior[]): FallenDie[] {
  const roll = log.findLast((line) => line.key === "rolls" && line.facts["what"] === "action" && !line.undone);
  const fell = roll ? numbers(roll.facts, "dice") : [];
  const now = [...left, ...given.map((w) => w.die)];
  // Dice that were changed by hand are not those that fell.
  const faces = [...fell].sort().join() === [...now].sort().join() ? fell : now;
  const dice: FallenDie[] = faces.map((face) => ({ face, owner: "" }));
  for (const w of given) {
    const free = dice.find((die) => die.face === w.die && !die.owner);
    if (free) free.owner = w.id;
  }
  return dice;
}

const NO_ACTS = new Set(["undo", "redo", "policy", "coach_on", "coach_off", "seat_allowed", "seat_taken_over"]);

/** What a die that comes back takes with it: the act before it, and the gifts after it, which are made again. */
export function takingBack(log: LogLine[], warrior: string): { to: number; again: [string, number][] } | null {
  const acts = log.filter((line) => !line.undone && !NO_ACTS.has(line.key));
  const at = acts.findLastIndex((line) => line.key === "assigned" && text(line.facts, "warrior") === warrior);
  const gift = acts[at];
  if (!gift) return null;
  const before = acts.findLast((line) => line.seq < gift.tap);
  const later = acts.slice(at + 1).filter((line) => line.key === "assigned" && line.cause !== "forced");
  const own = acts.slice(0, at).filter((line) => line.tap === gift.tap && line.key === "assigned");
  const again = [...own, ...later].map((line): [string, number] => [
    text(line.facts, "warrior"),
    Number(line.facts["die"]),
  ]);
  return { to: before?.seq ?? 0, again };
}

/** The die of a warrior goes back into the tray; those given after it stay where they are. */
export async function takeBack(view: View, warrior: string): Promise<void> {
  const found = takingBack(table.log, warrior);
  if (!found || !view.undo) return;
  if (!(await table.act({ undo_to: found.to }))) return;
  for (const [name, die] of found.again) if (!(await table.act({ give: name, die }))) return;
}
