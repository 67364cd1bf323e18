import { describe, expect, it } from "vitest";

import type { Do, View } from "../wire/types";
import { aims, couldPlace, goes, mine, mostFor, openings, placement, playable, sameDo } from "./filter";

function view(legal: Do[], more: Partial<View> = {}): View {
  return { legal, waiting: { side: "human" }, seat: "both", ...more } as View;
}

describe("what is legal is looked up, never worked out", () => {
  it("goes one step as a move and a longer way as a walk", () => {
    const step = { move: "t-1", to: "7" };
    expect(goes({ cost: 1, steps: [step], over: [] })).toEqual(step);
    expect(goes({ cost: 2, steps: [step, { move: "t-1", to: "8" }], over: [] })).toHaveProperty("walk");
  });

  it("offers the most dice a square takes, unless they could be chosen in several ways", () => {
    const place = (dice: number[]): Do => ({ place: "deep", dice });
    expect(mostFor(view([place([2]), place([2, 4])]), "deep")).toEqual([2, 4]);
    expect(mostFor(view([place([2, 4]), place([2, 6])]), "deep")).toEqual([]);
    expect(mostFor(view([place([2])]), "storm")).toEqual([]);
  });

  it("finds openings of one warrior", () => {
    const found = openings(
      view([
        { explore: "a", edge: "N" },
        { explore: "b", edge: "E" },
      ]),
      "a",
    );
    expect([...found.keys()]).toEqual(["N"]);
  });

  it("takes dice of a square in any order", () => {
    const now = view([{ place: "trap", dice: [5, 6, 3] }]);
    expect(placement(now, "trap", [3, 5, 6])).toEqual({ place: "trap", dice: [5, 6, 3] });
    expect(placement(now, "trap", [5, 6])).toBeUndefined();
  });

  it("knows whether more dice could still make a placing", () => {
    const now = view([{ place: "speed", dice: [3, 5] }]);
    expect(couldPlace(now, "speed", [3])).toBe(true);
    expect(couldPlace(now, "speed", [3, 3])).toBe(false);
    expect(couldPlace(now, "claws", [3])).toBe(false);
  });

  it("gathers the ways a card may be played", () => {
    const ways = playable(view([{ gift: "aura", target: "a" }, { gift: "aura", target: "b" }, { end_phase: true }]));
    expect(ways.get("aura")).toHaveLength(2);
    expect([...aims(ways.get("aura")!).warriors.keys()]).toEqual(["a", "b"]);
  });

  it("compares verbs by what they say", () => {
    expect(sameDo({ cancel: "a", lines: [1, 2] }, { lines: [1, 2], cancel: "a" })).toBe(true);
    expect(sameDo({ leave: "a" }, { leave: "b" })).toBe(false);
  });

  it("knows whose tablet it is", () => {
    expect(mine(view([], { seat: "both" }))).toBe(true);
    expect(mine(view([], { seat: "human" }))).toBe(true);
    expect(mine(view([], { seat: "demon" }))).toBe(false);
    expect(mine(view([], { seat: "table" }))).toBe(false);
  });
});
