/** The few pages of the service that are not the game itself: box, games, devices. */

import { unpack, type Box, type RawBox } from "./box";
import { heldSeat, tableCode } from "./seat";
import type { AuctionAnswer, AuctionRequest, GameAnswer, GameRequest, InfoAnswer, RefusedAnswer } from "./protocol";
import type { Facts } from "./types";

/** The service's own refusal: a code, a message key and facts, as over the socket. */
export class ServiceError extends Error {
  constructor(
    readonly code: string,
    readonly key: string,
    readonly facts: Facts,
  ) {
    super(`${code}: ${key}`);
  }
}

/** Who asks: the seat's token, or the table code before a seat is taken. */
export function credentials(): Record<string, string> {
  const held = heldSeat();
  const code = tableCode();
  return {
    ...(held?.token ? { Authorization: `Bearer ${held.token}` } : {}),
    ...(code ? { "X-Table-Code": code } : {}),
  };
}

type AnswerBody = Partial<Omit<RefusedAnswer, "ok">> & { ok?: boolean };

export function refusedWith(status: number, body: AnswerBody): ServiceError {
  return new ServiceError(body.code ?? "http", body.key ?? String(status), body.facts ?? {});
}

export async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(path, { ...init, headers: { ...credentials(), ...init.headers } });
  const body = (await answer.json()) as AnswerBody;
  if (!answer.ok || body.ok === false) throw refusedWith(answer.status, body);
  return body as T;
}

export function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return ask<T>(path, { method: "POST", headers, body: JSON.stringify(body) });
}

export const fetchBox = async (): Promise<Box> => unpack(await ask<RawBox>("/api/box"));
export const fetchInfo = (): Promise<InfoAnswer> => ask<InfoAnswer>("/api/info");
export const createGame = async (game: GameRequest): Promise<string> =>
  (await post<GameAnswer>("/api/games", game)).game;
/** What may be bid, and what the team comes to (SET-7). */
export const askAuction = (auction: AuctionRequest): Promise<AuctionAnswer> =>
  post<AuctionAnswer>("/api/auction", auction);
export const importGame = async (text: string): Promise<string> =>
  (await ask<GameAnswer>("/api/games/import", { method: "POST", body: text })).game;
/** Refused if the code is wrong; asks for something that only needs one. */
export const checkCode = (code: string): Promise<unknown> =>
  ask("/api/kept-games", { headers: { "X-Table-Code": code } });
