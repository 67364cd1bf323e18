/** Pieces known by their own faces: taught once, known again from then on. */

import { ask, post } from "./api";
import { fetchPicture } from "./camera";
import type { KnownAnswer, SightAnswer, TeachAnswer, TeachRequest } from "./protocol";

export const fetchSight = (): Promise<SightAnswer> => ask<SightAnswer>("/api/sight");
export const teachPiece = (wanted: TeachRequest): Promise<TeachAnswer> => post<TeachAnswer>("/api/sight/teach", wanted);
export const forgetPiece = (piece: string | null): Promise<SightAnswer> =>
  post<SightAnswer>("/api/sight/forget", { piece });
/** A photo of the tile or card that is drawn, taken with this tablet; what it is known as comes back as a reading. */
export const sendPiecePhoto = (game: string, photo: File): Promise<KnownAnswer> =>
  ask<KnownAnswer>(`/api/games/${encodeURIComponent(game)}/piece`, { method: "POST", body: photo });
export const fetchKnown = (): Promise<KnownAnswer> => ask<KnownAnswer>("/api/sight/look");
/** The small picture of a taught piece, as an address to be revoked; empty where there is none. */
export const fetchTaughtPicture = (piece: string): Promise<string> =>
  fetchPicture(`/api/sight/${encodeURIComponent(piece)}.jpg`);
