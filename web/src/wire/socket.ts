/** The socket: state in, intents out. Knows nothing of the game. */

import { io, type Socket } from "socket.io-client";

import type { Devices, Do, Facts, LogLine, Notice, Reading, Seat, View } from "./types";

export interface JoinAnswer {
  ok: boolean;
  code?: string;
  message?: string;
  numbers?: Facts;
  token?: string;
  game?: string;
  seat?: Seat;
  view?: View | null;
  log?: LogLine[];
  devices?: Devices;
}

export interface IntentAnswer {
  ok: boolean;
  version?: number;
  code?: string;
  message?: string;
  numbers?: Facts;
  view?: View | null;
}

export interface Listener {
  up(): void;
  down(): void;
  view(view: View): void;
  happened(lines: LogLine[]): void;
  notice(notice: Notice): void;
  reading(reading: Reading | null): void;
  devices(devices: Devices): void;
  /** Another box is chosen, or it has other values. */
  box(): void;
}

/** An answer that does not come within this time counts as a lost connection; the intent is sent again with its id. */
const PATIENCE_MS = 8000;

export class Wire {
  private readonly socket: Socket;

  constructor(listener: Listener) {
    this.socket = io({ reconnectionDelay: 400, reconnectionDelayMax: 2000, timeout: 4000 });
    this.socket.on("connect", () => listener.up());
    this.socket.on("disconnect", () => listener.down());
    this.socket.on("connect_error", () => listener.down());
    this.socket.on("view", (view: View) => listener.view(view));
    this.socket.on("happened", (news: { lines: LogLine[] }) => listener.happened(news.lines));
    this.socket.on("notice", (notice: Notice) => listener.notice(notice));
    this.socket.on("reading", (reading: Reading | null) => listener.reading(reading));
    this.socket.on("devices", (devices: Devices) => listener.devices(devices));
    this.socket.on("box", () => listener.box());
  }

  join(game: string | null, seat: Seat, code: string, token: string | null): Promise<JoinAnswer> {
    return this.ask<JoinAnswer>("join", { game, seat, code, token });
  }

  intent(id: string, version: number, act: Do): Promise<IntentAnswer> {
    return this.ask<IntentAnswer>("intent", { id, version, do: act });
  }

  /** The page of the log before a step. */
  older(before: number): Promise<{ ok: boolean; log?: LogLine[] }> {
    return this.ask<{ ok: boolean; log?: LogLine[] }>("log", { before });
  }

  private ask<T>(event: string, body: unknown): Promise<T> {
    return this.socket.timeout(PATIENCE_MS).emitWithAck(event, body) as Promise<T>;
  }
}
