/** The coach: a question about the game that is played, and the analysis of one that is over. */

import { ask, post } from "./api";
import type { AnalysisAnswer, CoachAnswer } from "./protocol";
import type { Do } from "./types";

const at = (game: string, what: "coach" | "analysis"): string => `/api/games/${game}/${what}`;

/** With an idea: that is rated too. */
export const askCoach = (game: string, idea: Do | null): Promise<CoachAnswer> => post(at(game, "coach"), { idea });
export const fetchCoach = (game: string): Promise<CoachAnswer> => ask(at(game, "coach"));
export const stopCoach = (game: string): Promise<unknown> => post(`${at(game, "coach")}/stop`, {});
/** For the host, whose token it takes. */
export const allowCoach = (game: string, on: boolean, token: string): Promise<unknown> =>
  ask(`${at(game, "coach")}/allow`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ on }),
  });
export const beginAnalysis = (game: string): Promise<AnalysisAnswer> => post(at(game, "analysis"), {});
export const fetchAnalysis = (game: string): Promise<AnalysisAnswer> => ask(at(game, "analysis"));
export const stopAnalysis = (game: string): Promise<unknown> => post(`${at(game, "analysis")}/stop`, {});
