import { describe, expect, it } from "vitest";

import type { Tile, Warrior } from "../wire/types";
import { bounds, outside, places, shapeOf, TILE, turned } from "./geometry";
import { outline, teeth } from "./outline";

const tile = (label: string, at: [number, number]): Tile => ({ label, at, openings: "NESW" }) as Tile;
const figure = (id: string, side: string, on: string): Warrior => ({ id, side, tile: on }) as Warrior;

describe("turned", () => {
  it.each([
    ["N", 90, "E"],
    ["NE", 90, "ES"],
    ["NS", 180, "NS"],
    ["W", 270, "S"],
    ["NESW", 90, "NESW"],
  ])("%s by %i is %s", (printed, rotation, now) => {
    expect(turned(printed, rotation)).toBe(now);
  });
});

describe("places", () => {
  it("puts the Demon's warriors above the Humans on one tile", () => {
    const spots = places([tile("a", [0, 0])], [figure("h", "human", "a"), figure("d", "demon", "a")]);
    expect(spots.get("d")!.y).toBeLessThan(spots.get("h")!.y);
  });

  it("keeps five of a side apart and inside the tile", () => {
    const five = [1, 2, 3, 4, 5].map((n) => figure(`h-${n}`, "human", "a"));
    const spots = [...places([tile("a", [0, 0])], five).values()];
    for (const { x, y } of spots) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(TILE);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(TILE);
    }
    for (const a of spots) {
      for (const b of spots) if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(30);
    }
  });
});

describe("the board", () => {
  it("is as large as its tiles with a margin for marks", () => {
    const { w, h } = bounds([
      [0, 0],
      [2, 1],
    ]);
    expect(w).toBeGreaterThan(3 * TILE);
    expect(h).toBeGreaterThan(2 * TILE);
  });

  it("marks an opening outside its edge", () => {
    expect(outside([0, 0], "N")[1]).toBeLessThan(0);
    expect(outside([0, 0], "E")[0]).toBeGreaterThan(TILE);
  });
});

describe("outline", () => {
  it("is the same on every tablet", () => {
    expect(outline("plain", "NS")).toBe(outline("plain", "NS"));
  });

  it("flows past the edge only where there is an opening", () => {
    const numbers = outline("lair", "N").match(/-?\d+/g)!.map(Number);
    const ys = numbers.filter((_n, i) => i % 2 === 1);
    expect(Math.min(...ys)).toBeLessThan(0);
    expect(Math.max(...ys)).toBeLessThan(200);
  });

  it("gives hungry tunnels teeth", () => {
    expect(teeth("EW").split("M").length).toBeGreaterThan(8);
  });
});

it("knows the shape of a tile however it is turned", () => {
  const shapes = ["N", "NS", "EW", "NE", "SW", "ESW", "NESW"].map(shapeOf);
  expect(shapes).toEqual(["dead_end", "straight", "straight", "bend", "bend", "junction", "cross"]);
});
