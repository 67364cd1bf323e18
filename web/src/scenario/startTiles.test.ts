import { describe, expect, it } from "vitest";

import { EMPTY_BOX, type Box } from "../wire/box";
import { asFirst, choices, drawn, freeCells, laidAt, numbered, withFoes, without } from "./startTiles";
import { whole, type Laid, type Setup } from "./scenarioSheet";

const BOX: Box = {
  ...EMPTY_BOX,
  tiles: {
    "1": { kind: "plain", openings: "NS" },
    "2": { kind: "plain", openings: "NS" },
    "3": { kind: "plain", openings: "NE" },
    "9": { kind: "exit", openings: "NES" },
  },
};
const EXIT: Laid = { kind: "exit", at: [0, 0], tile: 9, rotation: 90 };

describe("the first tiles", () => {
  it("offers alike tiles together and none twice", () => {
    expect(choices([EXIT], BOX).map(({ kind, openings, left }) => [kind, openings, left])).toEqual([
      ["plain", "NS", [1, 2]],
      ["plain", "NE", [3]],
    ]);
  });

  it("leaves room around the tiles and in the gaps between them", () => {
    const free = freeCells([EXIT, { kind: "plain", at: [0, -2], tile: 1, rotation: 0 }]);
    expect(free).toHaveLength(3 * 5 - 2);
    expect(free).toContainEqual([0, -1]);
    expect(free).not.toContainEqual([0, -2]);
  });

  it("draws a tile as it is turned", () => {
    expect(drawn([EXIT], BOX)[0]).toMatchObject({ label: "9", openings: "ESW", rotation: 90 });
  });

  it("forgets who stood on a tile that is taken away", () => {
    const start = laidAt([EXIT], [0, -1], choices([EXIT], BOX)[0]!);
    const sheet = {
      ...whole({ name: { en: "x" } }),
      start,
      humans: [{ card: "brute", objects: [], tile: "1" }],
      foes: withFoes([], "troglodyte", "1", 2),
    };
    expect(sheet.foes).toHaveLength(2);
    expect(without(sheet, "1")).toEqual({
      start: [EXIT],
      foes: [],
      humans: [{ card: "brute", objects: [], tile: "" }],
    });
    expect(asFirst(start, "1").map(({ tile }) => tile)).toEqual([1, 9]);
  });

  it("names by number what the pack names by kind", () => {
    const sheet = {
      ...whole({ name: { en: "x" } }),
      start: [{ kind: "exit", at: [0, 0] as [number, number], rotation: 90 }],
      foes: [{ card: "troglodyte", tile: "exit" }],
    };
    const setup = { tiles: drawn([EXIT], BOX) } as Setup;
    expect(numbered(sheet, setup)).toMatchObject({ start: [{ tile: 9 }], foes: [{ tile: "9" }] });
  });
});
