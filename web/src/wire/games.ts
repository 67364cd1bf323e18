/** The games of the service: the list of them, and those that were deleted or set aside. */

import { ask, post } from "./api";
import type {
  DeletedGameAnswer,
  GameAnswer,
  GameLabels,
  GamesAnswer,
  GameSummary,
  GameSummaryAnswer,
  KeptGame,
  KeptGameAnswer,
  KeptGameDetails,
  KeptGamesAnswer,
} from "./protocol";

const at = (game: string): string => `/api/games/${encodeURIComponent(game)}`;
const keptAt = (id: string): string => `/api/kept-games/${encodeURIComponent(id)}`;

const isText = (value: unknown): boolean => typeof value === "string";
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value);

/** Whether an entry of the list can be shown: one that cannot must not cost the others. */
export const isGame = (one: GameSummary | null): boolean =>
  isText(one?.game) && isText(one?.scenario) && isText(one?.phase) && isWhole(one?.played) && isWhole(one?.round);
const isKept = (one: KeptGame | null): boolean => isText(one?.id) && isText(one?.kind) && isWhole(one?.since);

export async function fetchGames(search = "", page = 0, archived = false): Promise<GamesAnswer> {
  const query = new URLSearchParams({ search, page: String(page), archived: String(archived) });
  const answer = await ask<GamesAnswer>(`/api/games?${query}`);
  return { ...answer, games: answer.games.filter(isGame) };
}

export const fetchGame = async (game: string): Promise<GameSummary> => (await ask<GameSummaryAnswer>(at(game))).game;
export const labelGame = async (game: string, labels: GameLabels): Promise<GameSummary> =>
  (await post<GameSummaryAnswer>(`${at(game)}/labels`, labels)).game;
/** The id by which it can be brought back. */
export const deleteGame = async (game: string): Promise<string> =>
  (await post<DeletedGameAnswer>(`${at(game)}/delete`, {})).kept;

export const fetchKeptGames = async (): Promise<KeptGame[]> =>
  (await ask<KeptGamesAnswer>("/api/kept-games")).games.filter(isKept);
export const lookAtKept = async (id: string): Promise<KeptGameDetails> => (await ask<KeptGameAnswer>(keptAt(id))).game;
/** The name of the game it is now. */
export const restoreKept = async (id: string): Promise<string> =>
  (await post<GameAnswer>(`${keptAt(id)}/restore`, {})).game;
