import { describe, expect, it } from "vitest";

import type { Facts, LogLine } from "../wire/types";
import { chapters, logEntries } from "./groups";

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

describe("the log", () => {
  it("gathers the lines of one step", () => {
    const first = line("attacks", { warrior: "brute-1" });
    const second = { ...line("rolls", { dice: [6] }), seq: first.seq, tap: first.tap };
    expect(logEntries([first, second])).toHaveLength(1);
  });

  it("has the steps of one tap in one entry, and an undo only as the struck step", () => {
    const first = line("moves", { warrior: "blade-1" });
    const second = line("moves", { warrior: "blade-1" }, { tap: first.tap });
    const [entry, ...more] = logEntries([first, second, line("undo", {})]);
    expect(entry?.seq).toBe(second.seq);
    expect(more).toEqual([]);
  });

  it("is told by phase, the newest first, and filtered by warrior", () => {
    const log = [
      line("phase", { phase: "human_action", round: 1, side: "human" }),
      line("moves", { warrior: "brute-1" }),
      line("moves", { warrior: "blade-1" }),
    ];
    const [newest] = chapters(log, null);
    expect(newest?.phase).toBe("human_action");
    expect(newest?.entries[0]?.lines[0]?.facts["warrior"]).toBe("blade-1");
    expect(chapters(log, (id) => id === "brute-1").flatMap((one) => one.entries)).toHaveLength(1);
  });
});
