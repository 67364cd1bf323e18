/** Figures of a game, counted from its log: dice, hits expected against rolled, rounds. */

import { SIDES } from "../wire/protocol";
import type { LogLine, Side } from "../wire/types";
import { number, numbers, text } from "../wire/facts";

export interface Tally {
  rolled: number;
  hits: number;
  expected: number;
  faces: [number, number, number, number, number, number];
  kills: number;
}

export interface Statistics {
  human: Tally;
  demon: Tally;
  squamata: Tally;
  rounds: number;
  steps: number;
  /** Hits less what was to be expected, roll by roll. */
  luck: { side: Side; sum: number }[];
}

function tally(): Tally {
  return { rolled: 0, hits: 0, expected: 0, faces: [0, 0, 0, 0, 0, 0], kills: 0 };
}

const chance = (toHit: number): number => Math.max(0, Math.min(6, 7 - toHit)) / 6;

/** Whose dice a roll was: of the attacker before it, or of the phase. */
export function count(log: LogLine[], sideOf: (warrior: string) => Side): Statistics {
  const found: Statistics = { human: tally(), demon: tally(), squamata: tally(), rounds: 1, steps: 0, luck: [] };
  const luck = { human: 0, demon: 0, squamata: 0 };
  let side: Side = "human";
  let attacker: Side = "human";
  let seq = -1;
  for (const line of log) {
    if (line.undone) continue;
    if (line.seq !== seq) found.steps += 1;
    seq = line.seq;
    const { key, facts } = line;
    if (key === "phase") {
      side = SIDES.find((one) => one === facts["side"]) ?? "human";
      found.rounds = number(facts, "round");
    } else if (key === "attacks" || key === "throws") {
      attacker = sideOf(text(facts, "warrior"));
    } else if (key === "rolls") {
      const who = "to_hit" in facts ? attacker : side;
      const dice = numbers(facts, "dice");
      const toHit = number(facts, "to_hit");
      roll(found[who], dice, toHit);
      if ("to_hit" in facts) {
        luck[who] += number(facts, "hits") - dice.length * chance(toHit);
        found.luck.push({ side: who, sum: luck[who] });
      }
    } else if (key === "dies") {
      const dead = sideOf(text(facts, "warrior"));
      // Whoever attacked last; of traps and the like the other side of the base box.
      const killer = attacker !== dead ? attacker : dead === "demon" ? "human" : "demon";
      found[killer].kills += 1;
    }
  }
  return found;
}

function roll(into: Tally, dice: number[], toHit: number): void {
  into.rolled += dice.length;
  for (const face of dice) if (face >= 1 && face <= 6) into.faces[(face - 1) as 0] += 1;
  if (!toHit) return;
  into.hits += dice.filter((face) => face >= toHit).length;
  into.expected += dice.length * chance(toHit);
}
