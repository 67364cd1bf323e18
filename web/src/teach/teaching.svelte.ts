/** The walk through the box: the piece that is asked for, what the camera sees of it, what is taught already. */

import { troubleOf } from "../i18n/sentences";
import { fetchSight, forgetPiece, teachPiece } from "../wire/sight";
import type { SightAnswer, SightPieceJson, TeachAnswer } from "../wire/protocol";

const PAUSE_MS = 120;
const AGAIN_MS = 1500;
/** What a piece takes before it is known how quick these hands are. */
const FIRST_GUESS_S = 5;

export class Teaching {
  answer = $state.raw<SightAnswer | null>(null);
  at = $state(0);
  look = $state.raw<TeachAnswer | null>(null);
  /** The piece that was taken last, and what there is to say of it. */
  last = $state.raw<TeachAnswer | null>(null);
  trouble = $state("");
  private running = false;
  private now = false;
  private begun = 0;
  private done = 0;

  pieces = $derived<SightPieceJson[]>(this.answer?.pieces ?? []);
  piece = $derived<SightPieceJson | undefined>(this.pieces[this.at]);
  taught = $derived(this.pieces.filter(({ taught }) => taught).length);
  secondsLeft = $state(0);

  async open(): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.begun = performance.now();
    await this.fetch();
    this.goOn();
    void this.poll();
  }

  close(): void {
    this.running = false;
  }

  choose(at: number): void {
    this.at = at;
    this.look = null;
  }

  skip(): void {
    this.goOn(this.at + 1);
  }

  takeNow(): void {
    this.now = true;
  }

  /** The piece before is laid in again: its picture goes. */
  async redo(piece: string): Promise<void> {
    try {
      this.answer = await forgetPiece(piece);
      this.last = null;
      this.choose(this.pieces.findIndex(({ id }) => id === piece));
    } catch (error) {
      this.trouble = troubleOf(error);
    }
  }

  /** To the next piece that is not taught yet, from here on and then from the start. */
  private goOn(from = this.at): void {
    const order = [...this.pieces.keys()].map((_, i) => (from + i) % Math.max(1, this.pieces.length));
    const next = order.find((i) => !this.pieces[i]?.taught);
    this.choose(next ?? this.pieces.length);
  }

  private async fetch(): Promise<void> {
    try {
      this.answer = await fetchSight();
      this.trouble = "";
    } catch (error) {
      this.trouble = troubleOf(error);
    }
  }

  private async poll(): Promise<void> {
    while (this.running) {
      const pause = document.hidden || !this.piece || !this.answer?.camera ? AGAIN_MS : await this.pollOnce(this.piece);
      await new Promise((done) => setTimeout(done, pause));
      if (!this.answer) await this.fetch();
    }
  }

  private async pollOnce(piece: SightPieceJson): Promise<number> {
    const now = this.now;
    this.now = false;
    try {
      const lay = this.answer?.simulated ? piece.id : null;
      const look = await teachPiece({ piece: piece.id, now, lay });
      this.trouble = "";
      if (this.piece?.id === piece.id) this.seen(look);
      return look.trouble ? AGAIN_MS / 2 : PAUSE_MS;
    } catch (error) {
      this.trouble = troubleOf(error);
      return AGAIN_MS;
    }
  }

  private seen(look: TeachAnswer): void {
    this.look = look;
    if (!look.taken) return;
    this.last = look;
    this.answer = {
      ...this.answer!,
      pieces: this.pieces.map((one) => (one.id === look.piece ? { ...one, taught: true } : one)),
    };
    this.done += 1;
    const each = this.done > 2 ? (performance.now() - this.begun) / 1000 / this.done : FIRST_GUESS_S;
    this.secondsLeft = Math.round(each * (this.pieces.length - this.taught));
    this.goOn(this.at + 1);
  }
}
