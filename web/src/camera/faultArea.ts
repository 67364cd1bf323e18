/** Where on the picture a fault is: the third of the tray on that side. */

import type { Corner } from "../wire/protocol";

const PART = 1 / 3;

function between([ax, ay]: Corner, [bx, by]: Corner): Corner {
  return [ax + (bx - ax) * PART, ay + (by - ay) * PART];
}

/** The corner of an area, and those before and after it: an area of one side lies between them. */
const SIDES: Record<string, [number, number, number, number]> = {
  dark_left: [0, 3, 2, 1],
  dark_right: [1, 2, 3, 0],
  dark_far: [0, 1, 2, 3],
  dark_near: [3, 2, 1, 0],
};

/** The area as points, or null where the fault has no place. Corners go clockwise from the far left. */
export function areaOf(problem: string, corners: Corner[]): Corner[] | null {
  const [a, b, beyondB, beyondA] = (SIDES[problem] ?? []).map((at) => corners[at]);
  if (!a || !b || !beyondA || !beyondB) return null;
  return [a, b, between(b, beyondB), between(a, beyondA)];
}
