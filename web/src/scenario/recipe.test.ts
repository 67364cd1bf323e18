import { describe, expect, it } from "vitest";

import { emptyLayer, moved, withKind, withSetAside } from "./recipe";

describe("a recipe for the stack", () => {
  it("moves a layer, and not past the ends", () => {
    expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  });

  it("drops a kind of which none is left", () => {
    const layer = withKind(withKind(emptyLayer(), "exit", 1), "stash", 2);
    expect(layer.kinds).toEqual({ exit: 1, stash: 2 });
    expect(withKind(layer, "exit", 0).kinds).toEqual({ stash: 2 });
  });

  it("sets aside a kind once", () => {
    const stack = { set_aside: ["exit"], tiles_aside: [], layers: [] };
    expect(withSetAside(stack, "exit")).toBe(stack);
    expect(withSetAside(stack, "stash").set_aside).toEqual(["exit", "stash"]);
  });
});
