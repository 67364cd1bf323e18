/** The table check: what a picture of the board shows, compared with the game by the service. */

import { ask } from "../wire/api";
import type { Refusal } from "../wire/types";

export type Change = "turned" | "moved" | "missing" | "unexpected" | "twice" | "loose" | "stranger";

export interface Place {
  /** The number of the tile in the box. */
  tile: string;
  at: [number, number];
  rotation: number;
}

export interface Difference {
  change: Change;
  /** The tile as the game calls it; of a stranger, its tag. */
  tile: string;
  expected: Place | null;
  seen: Place | null;
}

/** One way to make the game like the table. */
export interface Way {
  keeps_unseen: boolean;
  tiles: Record<string, { at: [number, number]; rotation: number } | null>;
  refusal: Omit<Refusal, "tried"> | null;
}

export interface Check {
  version: number;
  differences: Difference[];
  seen: Place[];
  take_over: Way[];
}

interface Answer {
  check: Check | null;
}

const address = (game: string): string => `/api/games/${encodeURIComponent(game)}/board`;

export const compareAgain = async (game: string): Promise<Check | null> => (await ask<Answer>(address(game))).check;
export const sendPhoto = async (game: string, photo: Blob): Promise<Check | null> =>
  (await ask<Answer>(address(game), { method: "POST", body: photo })).check;
export const askCamera = async (game: string): Promise<Check | null> =>
  (await ask<Answer>(`${address(game)}/camera`, { method: "POST" })).check;

/** How a tile has to be turned to lie as the game has it: 90, 180 or 270 degrees clockwise. */
export function turnBack({ expected, seen }: Difference): number {
  return ((expected?.rotation ?? 0) - (seen?.rotation ?? 0) + 360) % 360;
}

/** Which way a tile has to go to lie as the game has it. */
export function wayBack({ expected, seen }: Difference): { edge: string; steps: number }[] {
  if (!expected || !seen) return [];
  const east = expected.at[0] - seen.at[0];
  const south = expected.at[1] - seen.at[1];
  const ways = [
    { edge: east > 0 ? "E" : "W", steps: Math.abs(east) },
    { edge: south > 0 ? "S" : "N", steps: Math.abs(south) },
  ];
  return ways.filter((way) => way.steps > 0);
}
