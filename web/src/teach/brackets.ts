/** Four corners as brackets a little outside of them, as a path. */

type Point = readonly [number, number];

const ARM = 0.22; // of an edge
const OUT = 0.06; // of the way from the middle

export function brackets(corners: readonly (readonly number[])[]): string {
  const middle = mean(corners);
  const out = corners.map((corner) => between(middle, point(corner), 1 + OUT));
  return out
    .map((corner, k) => {
      const [before, after] = [out[(k + 3) % 4], out[(k + 1) % 4]];
      return before && after ? `M${between(corner, before, ARM)}L${corner}L${between(corner, after, ARM)}` : "";
    })
    .join("");
}

function point(corner: readonly number[]): Point {
  return [corner[0] ?? 0, corner[1] ?? 0];
}

function mean(corners: readonly (readonly number[])[]): Point {
  const sum = corners.map(point).reduce<Point>((all, one) => [all[0] + one[0], all[1] + one[1]], [0, 0]);
  return [sum[0] / corners.length, sum[1] / corners.length];
}

function between(from: Point, to: Point, share: number): Point {
  return [round(from[0] + share * (to[0] - from[0])), round(from[1] + share * (to[1] - from[1]))];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
