import { expect, test } from "vitest";

import type { Reading } from "../wire/types";
import { accepted, changed, entryFor, typedIn } from "./entry";

function reading(id: string, faces: number[], sure = true): Reading {
  const dice = faces.map((face) => ({ face, sure, guesses: [], kind: "d6", confidence: 1, box: null }));
  return { id, kind: "dice", faces: dice, sure } as unknown as Reading;
}

test("a reading that comes while dice are typed in is shown as it was read, and accepted as it was read", () => {
  const first = reading("a", [1, 2]);
  const typed = typedIn(7, first, [6, 6]);
  expect(accepted(entryFor(typed, 7, first), first, [6, 6], "roll")).toEqual({ roll: [6, 6] });

  const second = reading("b", [3, 4]);
  expect(entryFor(typed, 7, second)).toBeNull();
  expect(accepted(entryFor(typed, 7, second), second, [3, 4], "roll")).toEqual({ accept: "b" });
});

test("the corrections of one reading are not sent for the next", () => {
  const first = reading("a", [1, 2]);
  const mended = changed(null, 7, first, [1, 5], [1]);
  expect(accepted(mended, first, [1, 5], "roll")).toEqual({ correct: "a", faces: [1, 5] });

  const second = reading("b", [1, 2]);
  expect(accepted(entryFor(mended, 7, second), second, [1, 2], "roll")).toEqual({ accept: "b" });
});

test("what was typed for one roll is gone with the next version of the game", () => {
  const typed = typedIn(7, null, [6]);
  expect(entryFor(typed, 7, null)).toBe(typed);
  expect(entryFor(typed, 8, null)).toBeNull();
});

test("a die changed and changed back is an acceptance", () => {
  const read = reading("a", [1, 2]);
  const there = changed(null, 7, read, [1, 3], [1]);
  const back = changed(there, 7, read, [1, 2], [1]);
  expect(accepted(back, read, back.faces, "reroll")).toEqual({ accept: "a" });
});
