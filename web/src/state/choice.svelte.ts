/** What the player has picked on this tablet but not yet done: a warrior, a card, dice, lines. */

import type { Do, View, Warrior, Way } from "../wire/types";

export type CorrectedPart = "warrior" | "tile" | "cards" | "table";

class Choice {
  /** The warrior that is chosen to act. */
  warrior = $state("");
  /** The tile that was tapped last; a correction begins with it while no warrior is chosen. */
  tile = $state("");
  /** The kind of warrior that is about to enter play. */
  entering = $state("");
  /** The face of the free die it comes with; 0 for none. */
  face = $state(0);
  /** A card, Gift, blessing or weapon whose target is still to be tapped: the legal verbs it may become. */
  aiming = $state.raw<{ title: string; options: Do[] } | null>(null);
  /** The card that is looked at before it is played; "blessed" is the Blessing. */
  card = $state("");
  /** The part of a correction that is asked for; empty: what was tapped last. */
  correcting = $state<CorrectedPart | "">("");
  /** A tile to which several ways lead, or one that leads over something: the player is asked. */
  ways = $state.raw<{ tile: string; ways: Way[] } | null>(null);
  /** The die or dice picked up: positions in the list that is waiting. */
  dice = $state.raw<number[]>([]);
  /** Dice of a split attack; 0: all that are left. */
  attackDice = $state(0);
  /** The version at which the Miraculous Water was kept: the dice are next. */
  keptWater = $state(-1);
  /** Is the Deadly Destiny table looked at? */
  deadly = $state(false);

  clear(): void {
    this.warrior = "";
    this.entering = "";
    this.face = 0;
    this.forget();
  }

  private forget(): void {
    this.tile = "";
    this.aiming = null;
    this.ways = null;
    this.dice = [];
    this.attackDice = 0;
    this.deadly = false;
  }

  /** A new state of the table: what was half picked is gone; a warrior that is acting stays chosen. */
  settle(view: View): void {
    this.forget();
    const active = view.warriors.find((w) => w.active);
    const chosen = view.warriors.find((w) => w.id === this.warrior);
    if (active) this.warrior = active.id;
    else if (!chosen?.tile || chosen.acted || chosen.side !== view.waiting.side) this.warrior = "";
    if (view.waiting.what !== "enter") [this.entering, this.face] = ["", 0];
    const idle = active && !hasMore(view, active);
    if ((idle || !this.warrior) && view.waiting.what === "activate") this.warrior = lastToAct(view) || this.warrior;
  }

  toggleDie(at: number, several: boolean): void {
    if (this.dice.includes(at)) this.dice = this.dice.filter((n) => n !== at);
    else this.dice = several ? [...this.dice, at] : [at];
  }
}

/** Is there anything the warrior may still do? The view has a reason for each thing it may not. */
function hasMore(view: View, { id, options }: Warrior): boolean {
  if (!options) return false;
  const leaves = view.legal.some((act) => "leave" in act && act.leave === id);
  return leaves || !options.move || !options.attack || !options.explore;
}

/** The only warrior this tablet can still act with needs no tap to be chosen. */
function lastToAct(view: View): string {
  const ready = view.warriors.filter((w) => w.tile && !w.acted && hasMore(view, w));
  return ready.length === 1 ? (ready[0]?.id ?? "") : "";
}

export const choice = new Choice();
