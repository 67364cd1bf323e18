import { describe, expect, it } from "vitest";

import type { Facts, LogLine } from "../wire/types";
import { count } from "./count";

let seq = 0;
function line(key: string, facts: Facts, more: Partial<LogLine> = {}): LogLine {
  seq += 1;
  return {
    seq,
    key,
    facts,
    side: "human",
    cause: "tap",
    picture: null,
    override: false,
    undone: false,
    undone_by: "",
    tap: seq,
    ...more,
  };
}

const sideOf = (id: string): "human" | "demon" => (id.startsWith("troglodyte") ? "demon" : "human");

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
    const { human, rounds } = count(log, sideOf);
    expect(human.hits).toBe(2);
    expect(human.expected).toBeCloseTo(2);
    expect(human.faces).toEqual([0, 1, 1, 0, 0, 1]);
    expect(human.kills).toBe(1);
    expect(rounds).toBe(2);
  });

  it("leave out what was undone", () => {
    expect(count(log, sideOf).demon.rolled).toBe(0);
  });
});
