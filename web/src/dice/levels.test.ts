import { describe, expect, it } from "vitest";

import type { DieReading, Reading } from "../wire/types";
import { dieLevels, offeredFaces, otherFaces } from "./levels";

const die = (face: number, sure: boolean, guesses: number[] = []): DieReading => ({
  face,
  confidence: sure ? 0.99 : 0.7,
  box: null,
  sure,
  guesses,
  doubt: sure ? "" : "unclear",
});

const reading = (faces: DieReading[], more: Partial<Reading>): Reading => ({
  id: "r",
  kind: "dice",
  faces,
  expected: faces.length,
  state: "settled",
  sure: false,
  likely: false,
  usable: true,
  note: "",
  facts: {},
  tag: null,
  turn: 0,
  offers: [],
  picture: null,
  countdown: null,
  source: "camera",
  simulated: false,
  ...more,
});

describe("levels of dice", () => {
  const two = [die(3, true), die(5, false, [5, 4, 2, 1])];

  it("only the die in doubt is asked about, and no more once somebody looked", () => {
    expect(dieLevels(reading(two, {}), [])).toEqual(["sure", "asked"]);
    expect(dieLevels(reading(two, {}), [1])).toEqual(["sure", "sure"]);
  });

  it("in a likely reading the die in doubt is likely, in a sure one nothing is in doubt", () => {
    expect(dieLevels(reading(two, { likely: true }), [])).toEqual(["sure", "likely"]);
    expect(dieLevels(reading(two, { sure: true }), [])).toEqual(["sure", "sure"]);
  });

  it("offers what was read first, then what else it might be", () => {
    expect(offeredFaces(two[1], 6)).toEqual([5, 4, 2, 1, 3, 6]);
    expect(offeredFaces(undefined, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(otherFaces(die(5, false, [5, 4, 2, 1]))).toEqual([4, 2]);
  });
});
