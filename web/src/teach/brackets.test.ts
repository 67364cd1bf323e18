import { expect, test } from "vitest";

import { brackets } from "./brackets";

test("a square gets four brackets, a little outside of it", () => {
  const path = brackets([
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
  ]);
  const arms = path.split("M").slice(1);
  expect(arms).toHaveLength(4);
  expect(arms[0]).toBe("-3,20.3L-3,-3L20.3,-3");
});
