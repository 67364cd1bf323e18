import { describe, expect, it } from "vitest";

import type { View } from "../wire/types";
import { gallery, later } from "./shapes";

const TILES = {
  "1": { kind: "plain", openings: "NS" },
  "2": { kind: "plain", openings: "EW" },
  "4": { kind: "plain", openings: "NE" },
  "7": { kind: "stash", openings: "N" },
  "9": { kind: "exit", openings: "NES" },
};

describe("the gallery of tiles", () => {
  it("shows what looks alike once, with all it may be", () => {
    const [plain, stash] = gallery(["7", "2", "1", "4"], TILES);
    expect(plain?.alike).toEqual([
      { kind: "plain", shape: "straight", labels: ["1", "2"] },
      { kind: "plain", shape: "bend", labels: ["4"] },
    ]);
    expect(stash?.alike).toEqual([{ kind: "stash", shape: "dead_end", labels: ["7"] }]);
  });

  it("says what is left out, and when it can come", () => {
    const stack = [[{ left: 2, tiles: ["1", "2"] }], [{ left: 1, tiles: ["9"] }], [{ left: 1, tiles: ["4"] }]];
    expect(later({ stack } as unknown as View, ["1", "2"], TILES)).toEqual([{ kind: "exit", after: 2 }]);
  });
});
