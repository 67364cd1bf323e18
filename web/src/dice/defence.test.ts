import { expect, test } from "vitest";

import type { View } from "../wire/types";
import { defenceOf } from "./defence";

const trog = (id: string, tile: string, def: number): object => ({ id, figure: "troglodyte", tile, now: { mvt: 1, cbt: 1, def } });
const against = (facts: object, ...warriors: object[]): View => ({ waiting: { facts }, warriors }) as unknown as View;

test("the DEF of the one who is attacked", () => {
  const brute = { id: "brute-1", figure: "brute", tile: "4", now: { mvt: 1, cbt: 2, def: 4 } };
  expect(defenceOf(against({ target: "brute-1", tile: "4" }, brute, trog("troglodyte-1", "4", 3)))).toBe(4);
});

test("the Troglodytes of the tile, if they have one DEF between them", () => {
  const all = [trog("troglodyte-1", "4", 3), trog("troglodyte-2", "4", 3), trog("troglodyte-3", "5", 4)];
  expect(defenceOf(against({ target: "troglodytes", tile: "4" }, ...all))).toBe(3);
  expect(defenceOf(against({ target: "troglodytes", tile: "4" }, ...all, trog("troglodyte-4", "4", 4)))).toBe(0);
});

test("no DEF where nobody is attacked", () => {
  expect(defenceOf(against({}))).toBe(0);
});
