import { describe, expect, it } from "vitest";

import { count } from "../stats/count";
import type { LogLine } from "../wire/types";
import { chapters, entries } from "./groups";

let seq = 0;
function line(key: string, facts: Record<string, unknown>, more: Partial<LogLine> = {}): LogLine {
  seq += 1;
  return { seq, key, facts, side: "human", cause: "tap", override: false, undone: false, ...more };
}

describe("the log", () => {
  it("gathers the lines of one step", () => {
    const first = line("attacks", { warrior: "brute-1" });
    const second = { ...line("rolls", { dice: [6] }), seq: first.seq };
    expect(entries([first, second])).toHaveLength(1);
  });

  it("is told by phase, the newest first, and filtered by warrior", () => {
    const log = [
      line("phase", { phase: "human_action", round: 1, side: "human" }),
      line("moves", { warrior: "brute-1" }),
      line("moves", { warrior: "blade-1" }),
    ];
    const [newest] = chapters(log, "");
    expect(newest?.phase).toBe("human_action");
    expect(newest?.entries[0]?.lines[0]?.facts["warrior"]).toBe("blade-1");
    expect(chapters(log, "brute-1").flatMap((one) => one.entries)).toHaveLength(1);
  });
});

describe("statistics", () => {
  const log = [
    line("phase", { phase: "human_action", side: "human", round: 2 }),
    line("attacks", { warrior: "brute-1", target: "troglodytes" }),
    line("rolls", { what: "combat", dice: [2, 3, 6], to_hit: 3, hits: 2 }),
    line("dies", { warrior: "troglodyte-1" }),
    line("attacks", { warrior: "troglodyte-2", target: "brute-1" }),
    line("rolls", { what: "combat", dice: [6], to_hit: 4, hits: 1 }, { undone: true }),
  ];

  it("count hits against what was to be expected", () => {
    const { human, rounds } = count(log);
    expect(human.hits).toBe(2);
    expect(human.expected).toBeCloseTo(2);
    expect(human.faces).toEqual([0, 1, 1, 0, 0, 1]);
    expect(human.kills).toBe(1);
    expect(rounds).toBe(2);
  });

  it("leave out what was undone", () => {
    expect(count(log).demon.rolled).toBe(0);
  });
});
