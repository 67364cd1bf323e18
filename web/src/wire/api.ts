/** The few pages of the service that are not the game itself: box, games, devices. */

import type { Box } from "./box";
import { unpack, type RawBox } from "./pack";
import { heldSeat, tableCode } from "../state/session.svelte";
import type { Facts, Notice } from "./types";

export interface GameEntry {
  game: string;
  scenario: string;
  round: number;
  phase: string;
  winner: string | null;
  /** Seconds since 1970. */
  played: number;
}

export interface Device {
  name: string;
  simulated: boolean;
}

export interface Info {
  version: string;
  address: string;
  code?: string;
  open: boolean;
  rules: string;
  content: string;
  simulated: Record<string, boolean>;
  devices: Device[];
  /** The name of the camera over the board, if there is one. */
  board_camera: string | null;
  /** Files of games that were damaged, and what became of them. */
  notices: Notice[];
}

export interface NewGame {
  scenario: string;
  house: Record<string, unknown>;
  handicap: null | "human" | "demon";
  team: null | Facts;
  extra_gift?: string | null;
  sources: Record<string, string>;
}

/** The service's own refusal: a code, a message key and numbers, as over the socket. */
export class ServiceError extends Error {
  constructor(
    readonly code: string,
    readonly key: string,
    readonly numbers: Facts,
  ) {
    super(`${code}: ${key}`);
  }
}

/** Who asks: the seat's token, or the table code before a seat is taken. */
export function credentials(): Record<string, string> {
  const held = heldSeat();
  const code = tableCode();
  return { ...(held?.token ? { Authorization: `Bearer ${held.token}` } : {}), ...(code ? { "X-Table-Code": code } : {}) };
}

export interface Told {
  ok?: boolean;
  code?: string;
  message?: string;
  numbers?: Facts;
}

export function refusedWith(status: number, body: Told): ServiceError {
  return new ServiceError(body.code ?? "http", body.message ?? String(status), body.numbers ?? {});
}

export async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(path, { ...init, headers: { ...credentials(), ...init.headers } });
  const body = (await answer.json()) as Told;
  if (!answer.ok || body.ok === false) throw refusedWith(answer.status, body);
  return body as T;
}

/** The sheets of labels as a PDF. */
export async function fetchLabels(paper: string, language: string): Promise<Blob> {
  const answer = await fetch(`/api/labels.pdf?paper=${paper}&language=${language}`, { headers: credentials() });
  if (!answer.ok) throw refusedWith(answer.status, (await answer.json()) as Told);
  return answer.blob();
}

export function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return ask<T>(path, { method: "POST", headers, body: JSON.stringify(body) });
}

export const fetchBox = async (): Promise<Box> => unpack(await ask<RawBox>("/api/box"));
export const fetchInfo = (): Promise<Info> => ask<Info>("/api/info");
export const fetchGames = async (): Promise<GameEntry[]> => (await ask<{ games: GameEntry[] }>("/api/games")).games;
export const createGame = async (game: NewGame): Promise<string> =>
  (await post<{ game: string }>("/api/games", game)).game;
export const importGame = async (text: string): Promise<string> =>
  (await ask<{ game: string }>("/api/games/import", { method: "POST", body: text })).game;
/** Links cannot carry headers; the token goes along in the address. */
export const exportAddress = (game: string): string =>
  `/api/games/${encodeURIComponent(game)}/export?token=${encodeURIComponent(heldSeat()?.token ?? "")}`;
export const qrAddress = (hostToken: string): string => `/api/qr.svg?token=${encodeURIComponent(hostToken)}`;
