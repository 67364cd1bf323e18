import { expect, test } from "vitest";

import type { Corner } from "../wire/protocol";
import { areaOf } from "./faultArea";

const TRAY: Corner[] = [
  [0, 0],
  [90, 0],
  [90, 60],
  [0, 60],
];

test("a dark side is the third of the tray there", () => {
  expect(areaOf("dark_left", TRAY)).toEqual([
    [0, 0],
    [0, 60],
    [30, 60],
    [30, 0],
  ]);
  expect(areaOf("dark_right", TRAY)).toEqual([
    [90, 0],
    [90, 60],
    [60, 60],
    [60, 0],
  ]);
  expect(areaOf("dark_far", TRAY)).toEqual([
    [0, 0],
    [90, 0],
    [90, 20],
    [0, 20],
  ]);
  expect(areaOf("dark_near", TRAY)).toEqual([
    [0, 60],
    [90, 60],
    [90, 40],
    [0, 40],
  ]);
});

test("other faults have no place", () => {
  expect(areaOf("glare", TRAY)).toBeNull();
  expect(areaOf("dark_left", [])).toBeNull();
});
