/** The floor of a tile as one outline, drawn past the edge at mouths so that the floor flows from tile to tile. */

const CENTRE = 100;
const PAST = 18;
const STEP = 9;

type Point = [number, number];

interface Room {
  /** Half the width of a passage and of the middle. */
  arm: number;
  core: number;
  /** Corners cut off the middle: 0 is a plain junction. */
  cut: number;
}

const PASSAGE: Room = { arm: 42, core: 42, cut: 0 };
const CAVE: Room = { arm: 42, core: 54, cut: 16 };
const HALL: Room = { arm: 42, core: 70, cut: 26 };
const CREVICE: Room = { arm: 22, core: 22, cut: 0 };

const ROOMS: Record<string, Room> = {
  tight: CREVICE,
  pentacle: HALL,
  exit: HALL,
  large_room: HALL,
  lair: CAVE,
  stash: CAVE,
  hole: CAVE,
  demonic_mechanism: CAVE,
  demonic_well: CAVE,
  tomb: CAVE,
  healing_fountain: CAVE,
  sacrificial_altar: CAVE,
  devouring_pit: CAVE,
};

/** A small generator of its own, so that a tile looks the same on every tablet. */
function dice(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) % 1000) / 1000;
  };
}

export function seedOf(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  return hash >>> 0;
}

/** The corners of one side, in the frame where that side is north; turned later. */
function northSide(open: boolean, { arm, core, cut }: Room): Point[] {
  const start: Point[] = [
    [-core, -core + cut],
    [-core + cut, -core],
  ];
  const mouth: Point[] = [
    [-arm, -core],
    [-arm, -CENTRE - PAST],
    [arm, -CENTRE - PAST],
    [arm, -core],
  ];
  return [...start, ...(open ? mouth : []), [core - cut, -core]];
}

function turn([x, y]: Point, quarter: number): Point {
  let point: Point = [x, y];
  for (let i = 0; i < quarter; i += 1) point = [-point[1], point[0]];
  return point;
}

function corners(openings: string, room: Room): Point[] {
  return [..."NESW"].flatMap((edge, quarter) =>
    northSide(openings.includes(edge), room).map((point) => turn(point, quarter)),
  );
}

/** Rough stone: points every few pixels, pushed about; none at a mouth, where two tiles must meet. */
function roughen(path: Point[], random: () => number): Point[] {
  const rough: Point[] = [];
  path.forEach((from, i) => {
    const to = path[(i + 1) % path.length] as Point;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const steps = Math.max(1, Math.round(length / STEP));
    for (let k = 0; k < steps; k += 1) {
      const x = from[0] + ((to[0] - from[0]) * k) / steps;
      const y = from[1] + ((to[1] - from[1]) * k) / steps;
      const atMouth = Math.max(Math.abs(x), Math.abs(y)) > CENTRE - 10;
      const push = atMouth ? 0 : 5;
      rough.push([x + (random() - 0.5) * push, y + (random() - 0.5) * push]);
    }
  });
  return rough;
}

const cache = new Map<string, string>();

/** The outline in a square of 200, for the openings as the tile lies. */
export function outline(kind: string, openings: string): string {
  const key = `${kind}/${openings}`;
  const known = cache.get(key);
  if (known) return known;
  const points = roughen(corners(openings, ROOMS[kind] ?? PASSAGE), dice(seedOf(key)));
  const path = `M${points.map(([x, y]) => `${Math.round(x + CENTRE)} ${Math.round(y + CENTRE)}`).join("L")}Z`;
  cache.set(key, path);
  return path;
}

/** Teeth along the walls of a Hungry Tunnel: small triangles that point inwards. */
export function teeth(openings: string): string {
  const random = dice(seedOf(`teeth/${openings}`));
  const points = roughen(corners(openings, PASSAGE), () => 0.5).filter(
    ([x, y]) => Math.max(Math.abs(x), Math.abs(y)) < CENTRE - 4,
  );
  return points
    .filter((_point, i) => i % 2 === 0)
    .map(([x, y]) => {
      const sideways = Math.abs(x) > Math.abs(y) ? [0, -Math.sign(y)] : [-Math.sign(x), 0];
      const inner = Math.abs(Math.abs(x) - 42) < 2 ? [-Math.sign(x), 0] : sideways;
      const [ix, iy] = inner as Point;
      const long = 11 + random() * 7;
      const [px, py] = [x + CENTRE, y + CENTRE];
      const [wx, wy] = [iy * 6, ix * 6];
      const r = Math.round;
      return `M${r(px - wx)} ${r(py - wy)}L${r(px + ix * long)} ${r(py + iy * long)}L${r(px + wx)} ${r(py + wy)}Z`;
    })
    .join("");
}
