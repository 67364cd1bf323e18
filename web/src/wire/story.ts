/** Looking back: how a game went, its steps, a rematch, the record of all games; and what players call themselves. */

import { ask, post } from "./api";
import type { ChronicleAnswer, GameLabels, RematchAnswer, ReplayAnswer, ReplayedAnswer, StoryAnswer } from "./protocol";

export const fetchStory = (game: string): Promise<StoryAnswer> => ask(`/api/games/${game}/story`);
export const fetchSteps = (game: string): Promise<ReplayAnswer> => ask(`/api/games/${game}/replay`);
export const fetchStep = (game: string, seq: number): Promise<ReplayedAnswer> =>
  ask(`/api/games/${game}/replay/${seq}`);
export const fetchChronicle = (): Promise<ChronicleAnswer> => ask("/api/chronicle");
export const beginRematch = async (game: string): Promise<string> =>
  (await post<RematchAnswer>(`/api/games/${game}/rematch`, {})).game;
export const nameGame = (game: string, labels: Partial<GameLabels>): Promise<unknown> =>
  post(`/api/games/${game}/labels`, labels);
