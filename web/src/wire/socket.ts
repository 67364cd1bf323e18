/** The socket: state in, intents out. Knows nothing of the game. */

import { io, type Socket } from "socket.io-client";

import type {
  GoingBackAnswer,
  HappenedEvent,
  IntentAnswer,
  JoinAnswer,
  LogAnswer,
  OkAnswer,
  PeopleEvent,
  PlacesEvent,
  RefusedAnswer,
  RematchEvent,
  SeatRequestJson,
  SeatRequestsEvent,
} from "./protocol";
import type { DeviceStatuses, Do, LogLine, Notice, Reading, Seat, View } from "./types";

export type JoinResult = (Omit<JoinAnswer, "view"> & { view: View | null }) | Refused;
export type IntentResult = IntentAnswer | Refused;
type Refused = Omit<RefusedAnswer, "view"> & { view?: View | null };

export interface Listener {
  up(): void;
  down(): void;
  view(view: View): void;
  happened(lines: LogLine[]): void;
  notice(notice: Notice): void;
  reading(reading: Reading | null): void;
  devices(devices: DeviceStatuses): void;
  /** Somebody asks for a seat this tablet holds, or asks no longer. */
  seatRequests(requests: readonly SeatRequestJson[]): void;
  people(people: PeopleEvent): void;
  /** A rematch of this game was begun, under this name. */
  rematch(game: string): void;
  /** Another box is chosen, or it has other values. */
  box(): void;
  /** The service can be found elsewhere from now on. */
  places(places: PlacesEvent): void;
}

/** An answer that does not come in this time counts as lost, and the message is sent again. */
const PATIENCE_MS = 3000;

export class Wire {
  private readonly socket: Socket;

  constructor(listener: Listener) {
    this.socket = io({ transports: ["websocket"], reconnectionDelay: 400, reconnectionDelayMax: 2000, timeout: 4000 });
    this.socket.on("connect", () => listener.up());
    this.socket.on("disconnect", () => listener.down());
    this.socket.on("connect_error", () => listener.down());
    this.socket.on("view", (view: View) => listener.view(view));
    this.socket.on("happened", (news: HappenedEvent) => listener.happened(news.lines));
    this.socket.on("notice", (notice: Notice) => listener.notice(notice));
    this.socket.on("reading", (reading: Reading | null) => listener.reading(reading));
    this.socket.on("devices", (devices: DeviceStatuses) => listener.devices(devices));
    this.socket.on("seat_requests", (asked: SeatRequestsEvent) => listener.seatRequests(asked.requests));
    this.socket.on("people", (people: PeopleEvent) => listener.people(people));
    this.socket.on("rematch", (rematch: RematchEvent) => listener.rematch(rematch.game));
    this.socket.on("box", () => listener.box());
    this.socket.on("places", (places: PlacesEvent) => listener.places(places));
  }

  get connected(): boolean {
    return this.socket.connected;
  }

  join(game: string | null, seat: Seat, code: string, token: string | null): Promise<JoinResult> {
    return this.ask<JoinResult>("join", { game, seat, code, token });
  }

  /** Gives the seat of the token up; with an empty one, only asks no longer for a seat. */
  leave(token: string): Promise<OkAnswer | RefusedAnswer> {
    return this.ask<OkAnswer | RefusedAnswer>("leave", { token });
  }

  answerSeat(request: string, allow: boolean): Promise<OkAnswer | RefusedAnswer> {
    return this.ask<OkAnswer | RefusedAnswer>("answer_seat", { request, allow });
  }

  intent(id: string, version: number, act: Do): Promise<IntentResult> {
    return this.ask<IntentResult>("intent", { id, version, do: act });
  }

  /** The page of the log before a step. */
  older(before: number): Promise<LogAnswer | RefusedAnswer> {
    return this.ask<LogAnswer | RefusedAnswer>("log", { before });
  }

  /** What going back to a step would take back. */
  goingBack(to: number): Promise<GoingBackAnswer | RefusedAnswer> {
    return this.ask<GoingBackAnswer | RefusedAnswer>("going_back", { undo_to: to });
  }

  private ask<T>(event: string, body: unknown): Promise<T> {
    return this.socket.timeout(PATIENCE_MS).emitWithAck(event, body) as Promise<T>;
  }
}
