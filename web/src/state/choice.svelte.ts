/** What the player has picked on this tablet but not yet done: a warrior, a card, dice, lines. */

import type { Do, View } from "../wire/types";

class Choice {
  /** The warrior that is chosen to act. */
  warrior = $state("");
  /** The tile that was tapped last; a correction begins with it while no warrior is chosen. */
  tile = $state("");
  /** The kind of warrior that is about to enter play. */
  entering = $state("");
  /** A card, Gift, blessing or weapon whose target is still to be tapped: the legal verbs it may become. */
  aiming = $state.raw<{ title: string; options: Do[] } | null>(null);
  /** The die or dice picked up: positions in the list that is waiting. */
  dice = $state.raw<number[]>([]);
  /** Lines picked for hits, per warrior. */
  lines = $state.raw<Record<string, number[]>>({});

  clear(): void {
    this.warrior = "";
    this.entering = "";
    this.forget();
  }

  private forget(): void {
    this.tile = "";
    this.aiming = null;
    this.dice = [];
    this.lines = {};
  }

  /** A new state of the table: what was half picked is gone; a warrior that is acting stays chosen. */
  settle(view: View): void {
    this.forget();
    const active = view.warriors.find((w) => w.active);
    const chosen = view.warriors.find((w) => w.id === this.warrior);
    if (active) this.warrior = active.id;
    else if (!chosen?.tile || chosen.acted || chosen.side !== view.waiting.side) this.warrior = "";
    if (view.waiting.what !== "enter") this.entering = "";
  }

  toggleLine(warrior: string, line: number): void {
    const picked = this.lines[warrior] ?? [];
    const after = picked.includes(line) ? picked.filter((n) => n !== line) : [...picked, line];
    this.lines = { ...this.lines, [warrior]: after };
  }

  toggleDie(at: number, several: boolean): void {
    if (this.dice.includes(at)) this.dice = this.dice.filter((n) => n !== at);
    else this.dice = several ? [...this.dice, at] : [at];
  }
}

export const choice = new Choice();
