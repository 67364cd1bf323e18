import { describe, expect, it } from "vitest";

import { turnBack, wayBack, type Difference } from "./boardCheck";

function difference(
  at: [number, number],
  rotation: number,
  seenAt: [number, number],
  seenRotation: number,
): Difference {
  const place = (cell: [number, number], turn: number) => ({ tile: "7", at: cell, rotation: turn });
  return { change: "moved", tile: "7", expected: place(at, rotation), seen: place(seenAt, seenRotation), doubt: false };
}

describe("the way back", () => {
  it("is the turn that puts the tile right", () => {
    expect(turnBack(difference([0, 0], 90, [0, 0], 0))).toBe(90);
    expect(turnBack(difference([0, 0], 0, [0, 0], 90))).toBe(270);
    expect(turnBack(difference([0, 0], 270, [0, 0], 90))).toBe(180);
  });

  it("names every direction that is wrong, and no other", () => {
    expect(wayBack(difference([2, 0], 0, [0, 1], 0))).toEqual([
      { edge: "E", steps: 2 },
      { edge: "N", steps: 1 },
    ]);
    expect(wayBack(difference([0, 0], 0, [3, 0], 0))).toEqual([{ edge: "W", steps: 3 }]);
    expect(wayBack({ ...difference([0, 0], 0, [3, 0], 0), seen: null })).toEqual([]);
  });
});
