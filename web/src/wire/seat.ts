/** Which game and seat this tablet holds. Seat tokens survive a reload. */

import type { Seat } from "./types";

const STORE = "claustrophobia.seat";

export interface Held {
  game: string;
  seat: Seat;
  token: string;
  code: string;
}

export function heldSeat(): Held | null {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "null") as Held | null;
  } catch {
    return null;
  }
}

export function holdSeat(held: Held): void {
  localStorage.setItem(STORE, JSON.stringify(held));
}

export function giveUpSeat(): void {
  localStorage.removeItem(STORE);
}

const CODE = "claustrophobia.code";

/** The table code: from the address of the QR, else as it was typed in on this tablet. */
export function tableCode(): string {
  return new URLSearchParams(location.search).get("code") ?? localStorage.getItem(CODE) ?? "";
}

export function rememberCode(code: string): void {
  localStorage.setItem(CODE, code);
}
