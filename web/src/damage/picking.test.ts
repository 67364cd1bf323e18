import { describe, expect, it } from "vitest";

import { allotted, complete, tapped, type Pick } from "./picking";

const one = (warrior: string, line: number): Pick => ({ warrior, line });
const two = {
  hits: 2,
  takers: [
    { warrior: "redeemer", guard: false, lines: [0, 1, 2] },
    { warrior: "brute-1", guard: true, lines: [0, 1, 2] },
  ],
};

describe("lines picked for hits", () => {
  it("are complete when every hit has its line, whoever takes it", () => {
    expect(complete(two, [one("redeemer", 4)])).toBe(false);
    expect(complete(two, [one("redeemer", 4), one("brute-1", 2)])).toBe(true);
    expect(complete(two, [one("brute-1", 2), one("brute-1", 3)])).toBe(true);
  });

  it("count double where a hit costs two lines", () => {
    const hungry = { hits: 1, takers: [{ warrior: "redeemer", guard: false, lines: [0, 2] }] };
    expect(complete(hungry, [one("redeemer", 1)])).toBe(false);
    expect(complete(hungry, [one("redeemer", 1), one("redeemer", 2)])).toBe(true);
  });

  it("are complete with the last line of a warrior that dies of fewer", () => {
    const dying = { hits: 3, takers: [{ warrior: "redeemer", guard: false, lines: [0, 1, 1, 1] }] };
    expect(complete(dying, [one("redeemer", 6)])).toBe(true);
  });

  it("go back by one more tap, and the last one moves when all are placed", () => {
    const placed = [one("redeemer", 4), one("brute-1", 2)];
    expect(tapped(two, placed, "redeemer", 4)).toEqual([one("brute-1", 2)]);
    expect(tapped(two, placed, "redeemer", 1)).toEqual([one("redeemer", 4), one("redeemer", 1)]);
    expect(allotted(tapped(two, placed, "redeemer", 1))).toEqual({ redeemer: [1, 4] });
  });

  it("never go beyond what a warrior can take", () => {
    const each = {
      hits: 2,
      takers: [
        { warrior: "redeemer", guard: false, lines: [0, 1] },
        { warrior: "brute-1", guard: false, lines: [0, 1] },
      ],
    };
    expect(tapped(each, [one("redeemer", 4)], "redeemer", 5)).toEqual([one("redeemer", 5)]);
  });
});
