/** The table check: what a picture of the board shows, compared with the game by the service. */

import { ask } from "../wire/api";
import type { BoardCheckJson, BoardDifferenceJson, TilePlaceJson } from "../wire/protocol";
import type { Pair } from "../wire/types";

export type DifferenceKind = BoardDifferenceJson["change"];
export type TilePlace = Omit<TilePlaceJson, "at"> & { at: Pair };
export type Difference = Omit<BoardDifferenceJson, "expected" | "seen"> & {
  expected: TilePlace | null;
  seen: TilePlace | null;
};
export type BoardCheck = Omit<BoardCheckJson, "differences" | "seen"> & {
  differences: Difference[];
  seen: TilePlace[];
};

interface Answer {
  check: BoardCheck | null;
}

const address = (game: string): string => `/api/games/${encodeURIComponent(game)}/board`;

export const compareAgain = async (game: string): Promise<BoardCheck | null> =>
  (await ask<Answer>(address(game))).check;
export const sendBoardPhoto = async (game: string, photo: Blob): Promise<BoardCheck | null> =>
  (await ask<Answer>(address(game), { method: "POST", body: photo })).check;
export const askCamera = async (game: string): Promise<BoardCheck | null> =>
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
