/** A card in the making: every change is checked by the service, which answers with what the card would do. */

import { openBox } from "../../i18n/names.svelte";
import { fetchBox } from "../../wire/api";
import { said, Working } from "../working.svelte";
import { bindCard, blank, checkSheet, fetchPalette, fetchSheet, keepSheet, rehearseSheet, type Deck, type Palette, type Preview, type Rehearsal, type Scan, type Sheet } from "./sheet";

const PAUSE_MS = 250;

/** Its trouble is why the card cannot be used as it is; nothing to say before it has a name. */
export class Editing extends Working {
  palette = $state.raw<Palette | null>(null);
  sheet = $state.raw<Sheet>(blank("event"));
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

  change(part: Partial<Sheet>): void {
    this.sheet = { ...this.sheet, ...part };
    this.rehearsal = null;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.look(), PAUSE_MS);
  }

  /** What is sent: "by hand" is said by the owner only for a card without an effect. */
  private get whole(): Sheet {
    const { effect, by_hand, ...rest } = this.sheet;
    return { ...rest, effect, by_hand: effect.length ? by_hand : this.sheet.deck !== "object" };
  }

  /** The service may answer in another order than it was asked: only the answer to the newest question counts. */
  private async look(): Promise<void> {
    if (!this.sheet.name["en"]) return;
    const asked = this.sheet;
    try {
      const preview = await checkSheet(this.whole);
      if (asked === this.sheet) [this.preview, this.trouble] = [preview, ""];
    } catch (error) {
      if (asked === this.sheet) [this.preview, this.trouble] = [null, said(error)];
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
