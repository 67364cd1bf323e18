/** A card being edited. The service checks every change and answers with what the card would do. */

import { openBox } from "../../i18n/names.svelte";
import { fetchBox } from "../../wire/api";
import type { Deck } from "../../wire/types";
import { troubleText, Task } from "../task.svelte";
import {
  bindCard,
  blank,
  checkSheet,
  fetchPalette,
  fetchSheet,
  isHeld,
  keepSheet,
  rehearseSheet,
  type Palette,
  type Preview,
  type Rehearsal,
  type Scan,
  type CardSheet,
} from "./cardSheet";

const PAUSE_MS = 250;

/** Its trouble is why the card cannot be used as it is; nothing to say before it has a name. */
export class CardEditing extends Task {
  palette = $state.raw<Palette | null>(null);
  sheet = $state.raw<CardSheet>(blank("event"));
  preview = $state.raw<Preview | null>(null);
  rehearsal = $state.raw<Rehearsal | null>(null);
  kept = $state.raw<{ id: string; tags: number[] } | null>(null);
  private timer = 0;

  async open(id: string, deck: Deck): Promise<void> {
    await this.work(async () => {
      this.palette = await fetchPalette();
      this.sheet = blank(deck);
      if (id) {
        const { sheet, preview, tags } = await fetchSheet(id);
        this.sheet = { ...blank(deck), ...sheet };
        this.preview = preview;
        this.kept = { id, tags };
      }
    });
  }

  change(part: Partial<CardSheet>): void {
    this.sheet = { ...this.sheet, ...part };
    this.rehearsal = null;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), PAUSE_MS);
  }

  /** What is sent: the owner chooses "by hand" only for a card with an effect; without one it follows from the deck. */
  private get whole(): CardSheet {
    const { effect, by_hand, ...rest } = this.sheet;
    return { ...rest, effect, by_hand: effect.length ? by_hand : !isHeld(this.sheet.deck) };
  }

  /** Answers may come in another order than the questions: only that to the newest one counts. */
  private async check(): Promise<void> {
    if (!this.sheet.name["en"]) return;
    const sent = this.sheet;
    try {
      const preview = await checkSheet(this.whole);
      if (sent === this.sheet) [this.preview, this.trouble] = [preview, ""];
    } catch (error) {
      if (sent === this.sheet) [this.preview, this.trouble] = [null, troubleText(error)];
    }
  }

  async rehearse(): Promise<void> {
    await this.work(async () => {
      this.rehearsal = await rehearseSheet(this.whole);
    });
  }

  async keep(): Promise<void> {
    await this.work(async () => {
      this.kept = await keepSheet(this.whole);
      this.sheet = { ...this.sheet, id: this.kept.id };
      openBox(await fetchBox());
    });
  }

  async bind(scan: Scan): Promise<void> {
    const { kept } = this;
    if (!kept) return;
    await this.work(async () => {
      const { tags } = await bindCard(kept.id, scan.kind === "tag" ? { tag: scan.value } : { uid: scan.value });
      this.kept = { ...kept, tags };
      openBox(await fetchBox());
    });
  }
}
