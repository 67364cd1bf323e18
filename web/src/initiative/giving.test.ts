import { describe, expect, it } from "vitest";

import type { LogLine, Warrior } from "../wire/types";
import { fallenDice, takingBack } from "./giving";

function line(seq: number, key: string, facts: LogLine["facts"], more: Partial<LogLine> = {}): LogLine {
  const plain = { side: "human", cause: "tap", picture: null, override: false, undone: false, undone_by: "" };
  return { seq, tap: seq, key, facts, ...plain, ...more };
}

const roll = line(3, "rolls", { what: "action", dice: [4, 2, 6] });
const gave = (seq: number, warrior: string, die: number, more: Partial<LogLine> = {}): LogLine =>
  line(seq, "assigned", { warrior, die }, more);

describe("Action Dice", () => {
  it("stay where they fell", () => {
    const given = [{ id: "redeemer", die: 2 } as Warrior];
    expect(fallenDice([roll], [4, 6], given)).toEqual([
      { face: 4, owner: "" },
      { face: 2, owner: "redeemer" },
      { face: 6, owner: "" },
    ]);
  });

  it("are shown as they are where they were changed by hand", () => {
    expect(fallenDice([roll], [1, 1], []).map((die) => die.face)).toEqual([1, 1]);
  });

  it("come back one at a time: those given later are given again", () => {
    const log = [
      roll,
      gave(4, "redeemer", 2),
      gave(5, "brute-1", 6),
      gave(6, "blade-1", 4, { cause: "forced", tap: 5 }),
    ];
    expect(takingBack(log, "redeemer")).toEqual({ to: 3, again: [["brute-1", 6]] });
    expect(takingBack(log, "blade-1")).toEqual({ to: 4, again: [["brute-1", 6]] });
    expect(takingBack([roll], "redeemer")).toBeNull();
  });
});
