import { expect, test } from "vitest";

import { rounds, spots } from "./curve";

const FRAME = { left: 10, top: 0, wide: 100, high: 200 };
const POINTS = [
  { seq: 0, round: 1, chance: 0.5, either_way: 0.1 },
  { seq: 30, round: 2, chance: 0.95, either_way: 0.1 },
  { seq: 40, round: 2, chance: 0, either_way: 0 },
];

test("a point lies by its step and its chance, and its limits end at the edge", () => {
  const [first, second, last] = spots(POINTS, FRAME);
  expect(first).toEqual({ x: 10, y: 100, low: 120, high: 80 });
  expect(second?.x).toBe(85);
  expect(second?.high).toBe(0);
  expect(last).toMatchObject({ x: 110, y: 200 });
});

test("each round is named once, where it begins", () => {
  expect(rounds(POINTS)).toEqual([
    { round: 1, at: 0 },
    { round: 2, at: 1 },
  ]);
});
