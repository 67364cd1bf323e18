import { describe, expect, it } from "vitest";

import type { View } from "../wire/types";
import { coachMarks } from "./coachMarks";
import { centre, outside } from "./geometry";
import { ghostOf } from "./ghosts";

const view = {
  tiles: [
    { label: "1", at: [0, 0] },
    { label: "2", at: [1, 0] },
  ],
  warriors: [
    { id: "brute-1", figure: "brute", side: "human", tile: "1" },
    { id: "troglodyte-1", figure: "troglodyte", side: "demon", tile: "1" },
    { id: "troglodyte-2", figure: "troglodyte", side: "demon", tile: "1" },
  ],
} as unknown as View;
const spots = new Map([
  ["brute-1", { x: 10, y: 90, scale: 1 }],
  ["troglodyte-1", { x: 20, y: 10, scale: 1 }],
  ["troglodyte-2", { x: 60, y: 10, scale: 1 }],
]);

describe("marks of the coach", () => {
  it("leads from the warrior to the tile, the middle of the crowd, the dark", () => {
    const marks = coachMarks(
      [
        { move: "brute-1", to: "2" },
        { attack: "brute-1", target: "troglodytes" },
        { explore: "brute-1", edge: "W" },
      ],
      view,
      spots,
    );
    expect(marks.map(({ from }) => from)).toEqual([
      [10, 90],
      [10, 90],
      [10, 90],
    ]);
    expect(marks.map(({ to }) => to)).toEqual([centre([1, 0]), [40, 10], outside([0, 0], "W")]);
  });

  it("keeps the numbers of the list where one has no place", () => {
    const marks = coachMarks([{ end_phase: true }, { enter: "troglodyte", tile: "2" }], view, spots);
    expect(marks).toEqual([{ number: 2, from: null, to: centre([1, 0]) }]);
  });

  it("shows only a step as a ghost", () => {
    expect(ghostOf({ move: "brute-1", to: "2" }, view)).toMatchObject([
      { warrior: "brute-1", tile: "2", come_from: "1" },
    ]);
    expect(ghostOf({ attack: "brute-1", target: "troglodytes" }, view)).toEqual([]);
    expect(ghostOf(undefined, view)).toEqual([]);
  });
});
