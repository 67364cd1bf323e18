/** The table as this tablet sees it: the last view, the log, the connection, and the one way to act. */

import { ServiceError } from "../wire/api";
import { Wire, type IntentResult, type JoinResult } from "../wire/socket";
import type { GoingBack, SeatRequestJson } from "../wire/protocol";
import type { DeviceStatuses, Do, LogLine, Notice, Refusal, RefusedAct, Seat, View } from "../wire/types";
import { choice } from "./choice.svelte";
import { coached } from "./coached.svelte";
import { people } from "./people.svelte";
import { finding } from "./finding.svelte";
import { parts } from "./parts.svelte";
import { giveUpSeat, heldSeat, holdSeat } from "../wire/seat";

/** An id of its own for every intent. Works without a secure address, where randomUUID is not to be had. */
function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** An undo strikes the lines of its step through; a redo takes that back. */
function undone(log: LogLine[], news: LogLine): LogLine[] {
  if (news.key !== "undo" && news.key !== "redo") return log;
  const step = news.facts["seq"];
  const taken = news.key === "undo";
  return log.map((line) => (line.seq === step ? { ...line, undone: taken, undone_by: taken ? news.side : "" } : line));
}

/** Refusals after which a seat cannot be taken again; all others pass. */
const GONE = new Set(["table/wrong_code", "table/no_such_game", "table/lost"]);
/** Between two tries. */
const RETRY_MS = 1000;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export type Connection = "connecting" | "up" | "lost";

class Table {
  view = $state.raw<View | null>(null);
  log = $state.raw<LogLine[]>([]);
  refusal = $state.raw<RefusedAct | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** Status of camera and tray; null before the first message. */
  devices = $state.raw<DeviceStatuses | null>(null);
  connection = $state<Connection>("connecting");
  /** The version of the view on which the newest unanswered intent was made. */
  private intentOn = $state<number | null>(null);
  joining = $state(false);
  /** Nothing lies before the oldest line of the log. */
  whole = $state(false);
  /** Those who ask for the seat this tablet holds. */
  seatRequests = $state.raw<readonly SeatRequestJson[]>([]);
  /** How often the box has become another since this page was opened. */
  boxes = $state(0);
  private wire: Wire | null = null;
  /** Counts the connections, so that an old one stops trying. */
  private attempts = 0;

  /**
   * This view was acted on already: one more tap on it is a double tap and is left out. The next view may be acted on at once,
   * even where it comes before the answer to the intent that made it.
   */
  get busy(): boolean {
    return this.intentOn !== null && this.intentOn === this.view?.version;
  }

  open(): void {
    this.wire = new Wire({
      up: () => {
        void finding.learn();
        // Not the first time: the service was away, and may be another release by now.
        if (this.attempts) void parts.renew();
        void this.resume();
      },
      down: () => {
        this.connection = "lost";
        void finding.seek(() => this.connection === "lost");
      },
      view: (view) => this.show(view),
      happened: (lines) => this.append(lines),
      notice: (notice) => {
        this.notice = notice;
      },
      reading: (reading) => {
        if (this.view) this.view = { ...this.view, reading };
      },
      devices: (devices) => {
        this.devices = devices;
      },
      seatRequests: (requests) => {
        this.seatRequests = requests;
      },
      people: (now) => people.show(now),
      rematch: (game) => {
        people.rematch = game;
      },
      box: () => {
        this.boxes += 1;
        void this.refresh();
      },
      places: (places) => finding.take(places),
    });
  }

  /**
   * After a reconnect the seat is taken up again with its token, and the whole view comes anew. Tried until the service answers:
   * only a game or a token that is gone for good costs the seat.
   */
  private async resume(): Promise<void> {
    const attempt = ++this.attempts;
    this.joining = heldSeat() !== null;
    while (attempt === this.attempts && this.wire!.connected) {
      const done = await this.rejoined();
      this.joining = false;
      this.connection = done ? "up" : "lost";
      if (done) return;
      await pause(RETRY_MS);
    }
  }

  /** One try to take the held seat again; false if it is worth another. */
  private async rejoined(): Promise<boolean> {
    const held = heldSeat();
    if (!held) return true;
    try {
      const answer = await this.wire!.join(held.game, held.seat, held.code, held.token);
      if (answer.ok) this.seated(answer, held.code);
      else if (GONE.has(answer.code)) this.leave();
      else return false;
      return true;
    } catch {
      return false;
    }
  }

  /** The view anew, though nothing has happened in the game: what it is compared with has changed. */
  private async refresh(): Promise<void> {
    const held = heldSeat();
    if (!held || !this.view) return;
    try {
      const answer = await this.wire!.join(held.game, held.seat, held.code, held.token);
      if (answer.ok) this.seated(answer, held.code);
    } catch {
      // The socket reports itself lost, and the view comes anew with the next connection.
    }
  }

  async join(game: string | null, seat: Seat, code: string): Promise<JoinResult> {
    // What this tablet holds is given up for the new seat.
    const answer = await this.wire!.join(game, seat, code, heldSeat()?.token ?? null);
    if (answer.ok) this.seated(answer, code);
    return answer;
  }

  /** The seat this tablet asked for is not wanted any more. */
  async stopAsking(): Promise<void> {
    await this.wire!.leave("").catch(() => undefined);
  }

  async answerSeat(request: string, allow: boolean): Promise<void> {
    this.seatRequests = this.seatRequests.filter((one) => one.request !== request);
    await this.wire!.answerSeat(request, allow).catch(() => undefined);
  }

  /** The host's token, for the way in; takes no seat at a game. */
  async hostToken(code: string): Promise<string> {
    const answer = await this.wire!.join(null, "host", code, heldSeat()?.token ?? null);
    // The seat at a running game is taken up again at once.
    await this.refresh();
    return answer.ok ? answer.token : "";
  }

  private seated(answer: Extract<JoinResult, { ok: true }>, code: string): void {
    holdSeat({ game: answer.game ?? "", seat: answer.seat, token: answer.token, code });
    this.devices = answer.devices;
    this.log = answer.log;
    // The service sends the last pages; a game that is not long comes whole.
    this.whole = (this.log[0]?.seq ?? 1) <= 2;
    if (answer.view) this.show(answer.view);
  }

  leave(): void {
    const token = heldSeat()?.token;
    // If it does not arrive, the seat stays held: another tablet waits a minute for it.
    if (token) void this.wire!.leave(token).catch(() => undefined);
    giveUpSeat();
    this.seatRequests = [];
    this.view = null;
    this.log = [];
    this.refusal = null;
    choice.clear();
  }

  private show(view: View): void {
    const before = this.view;
    if (before && before.game === view.game && view.version < before.version) return;
    this.view = view;
    // What was refused before the game went on may be allowed now; and it would cover what is asked next.
    if (before && before.version !== view.version) this.notice = this.refusal = null;
    if (!before || before.version !== view.version) choice.settle(view);
  }

  private append(lines: LogLine[]): void {
    const fresh = new Set(lines.map((line) => line.seq));
    const before = this.log.filter((line) => !fresh.has(line.seq));
    this.log = lines.reduce(undone, [...before, ...lines]);
  }

  /** Fetch the lines before the oldest one that is here. */
  async older(): Promise<void> {
    const answer = await this.wire!.older((this.log[0]?.seq ?? 1) - 1);
    const known = new Set(this.log.map((line) => line.seq));
    const more = (answer.ok ? answer.log : []).filter((line) => !known.has(line.seq));
    this.whole = more.length === 0;
    this.log = [...more, ...this.log];
  }

  /** What going back to a step would come to; null if it does not say. */
  async goingBack(to: number): Promise<GoingBack | null> {
    try {
      const answer = await this.wire!.goingBack(to);
      return answer.ok ? answer.going_back : null;
    } catch {
      return null;
    }
  }

  /** Show why something cannot be done: the view says it already, nothing is sent. */
  explain(refusal: Refusal, tried: Do | null): void {
    this.refusal = { ...refusal, tried };
  }

  /** Show why a request beside the intents, such as a photo, came to nothing. */
  failed(error: unknown): void {
    const { code, key, facts } = error instanceof ServiceError ? error : new ServiceError("wire/lost", "no_answer", {});
    this.explain({ code, key, facts }, null);
  }

  /** Send an intent. A refusal changes nothing and is shown; the answer says whether it was taken. */
  async act(act: Do): Promise<boolean> {
    if (!this.view || this.busy || this.connection !== "up") return false;
    if (coached.takes(act)) return false;
    const version = this.view.version;
    this.intentOn = version;
    this.refusal = null;
    const answer = await this.deliver(freshId(), version, act);
    if (this.intentOn === version) this.intentOn = null;
    if (!answer) return false;
    if (!answer.ok) {
      if (answer.view) this.show(answer.view);
      const { code, key, facts } = answer;
      this.refusal = { code, key, facts, tried: act };
    }
    return answer.ok;
  }

  /**
   * The answer to an intent, however late: it is sent again under its id until it comes. The service does an id once and answers it
   * as often as it is asked. Null if the seat was left in the meantime.
   */
  private async deliver(id: string, version: number, act: Do): Promise<IntentResult | null> {
    const game = this.view?.game;
    while (this.view?.game === game) {
      try {
        const answer = await this.wire!.intent(id, version, act);
        // After a restart of the service the seat is only being taken again.
        if (answer.ok || answer.code !== "table/not_joined") {
          this.connection = "up";
          return answer;
        }
      } catch {
        this.connection = "lost";
      }
      await pause(RETRY_MS);
    }
    return null;
  }
}

export const table = new Table();
