import { describe, expect, it } from "vitest";

import type { Instinct } from "../wire/types";
import { canGo, dieOn, outcome, placed, placesOn, type Place } from "./placing";

const nothing = { mvt: 0, cbt: 0, def: 0, talents: [] };
const ALL = [1, 2, 3, 4, 5, 6];
const board: Instinct = {
  dice: [1, 1, 5, 6],
  base: { mvt: 1, cbt: 2, def: 5 },
  most: { mvt: 99, cbt: 99, def: 6 },
  talents: [],
  war_cry: true,
  parts: [
    {
      part: "arms",
      spaces: [
        { ...nothing, dice: "at_most", number: 2, faces: [1, 2], cbt: 2 },
        { ...nothing, dice: "any", number: 0, faces: ALL, cbt: 1 },
      ],
    },
    {
      part: "body",
      spaces: [{ ...nothing, dice: "at_least", number: 4, faces: [4, 5, 6], def: 2, talents: ["frantic"] }],
    },
    { part: "legs", spaces: [{ ...nothing, dice: "any", number: 0, faces: [], mvt: 1 }] },
  ],
};
const on = (part: string, space = 0): Place => ({ part, space });

describe("Squamata dice", () => {
  it("go on any free space that takes their face", () => {
    expect(placesOn(board, "arms").map((place) => canGo(board, {}, 0, place))).toEqual([true, true]);
    expect(placesOn(board, "arms").map((place) => canGo(board, {}, 2, place))).toEqual([false, true]);
    expect(canGo(board, { 0: on("arms", 1) }, 2, on("arms", 1))).toBe(false);
    expect(canGo(board, {}, 0, on("body"))).toBe(false);
    expect(canGo(board, {}, 0, on("arms", 2))).toBe(false);
    expect(canGo(board, {}, 4, on("arms"))).toBe(false);
    expect(canGo(board, {}, 0, on("legs")), "the part is destroyed").toBe(false);
  });

  it("one goes on War Cry, and only while it works", () => {
    expect(canGo(board, {}, 3, on("war_cry"))).toBe(true);
    expect(canGo(board, { 2: on("war_cry") }, 3, on("war_cry"))).toBe(false);
    expect(canGo({ ...board, war_cry: false }, {}, 3, on("war_cry"))).toBe(false);
  });

  it("lie where they were put, until they are taken back", () => {
    expect(dieOn({ 2: on("arms", 1), 0: on("arms") }, on("arms", 1))).toBe(2);
    expect(dieOn({ 2: null }, on("arms", 1))).toBe(-1);
  });

  it("give values and talents, up to what is possible", () => {
    const found = outcome(board, { 0: on("arms"), 2: on("arms", 1), 3: on("body"), 1: null });
    expect(found).toEqual({ values: { mvt: 1, cbt: 5, def: 6 }, talents: ["frantic"] });
  });

  it("are sent all at once with their spaces, without those that stay out", () => {
    expect(placed(board, { 0: on("arms", 1), 3: on("war_cry"), 1: null })).toEqual({
      instinct: { arms: [1], war_cry: [6] },
      spaces: { arms: [1] },
    });
  });
});
