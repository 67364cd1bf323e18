/** The owner's boxes: all of them, the one in use, the one that is shown. */

import { Task } from "../box/task.svelte";
import { renamed } from "../box/wording";
import { openBox } from "../i18n/names.svelte";
import { language } from "../i18n/catalogue.svelte";
import { fetchBox } from "../wire/api";
import { chooseBox, createBox, deleteBox, fetchBoxes, importBox, renameBox } from "../wire/boxes";
import { saveBox } from "../wire/files";
import type { BoxesAnswer, BoxSummary, LocalNames } from "../wire/protocol";

export class BoxList extends Task {
  listing = $state.raw<BoxesAnswer | null>(null);
  shown = $state("");

  get entry(): BoxSummary | undefined {
    return this.listing?.boxes.find(({ id }) => id === this.shown);
  }

  async open(): Promise<void> {
    await this.work(() => this.read(""));
  }

  private async read(shown: string): Promise<void> {
    this.listing = await fetchBoxes();
    this.shown = shown || this.listing.chosen;
  }

  private async change(what: () => Promise<unknown>, shown: string): Promise<void> {
    await this.work(async () => {
      await what();
      await this.read(shown);
      openBox(await fetchBox());
    });
  }

  use = (id: string): Promise<void> => this.change(() => chooseBox(id), id);
  drop = (id: string): Promise<void> => this.change(() => deleteBox(id), "");

  rename({ id, name }: BoxSummary, text: string): Promise<void> {
    const said = Object.fromEntries(Object.entries(name).filter(([, word]) => word)) as LocalNames;
    return this.change(() => renameBox(id, renamed(said, language(), text)), id);
  }

  async add(text: string, copyOf: string | null): Promise<void> {
    await this.work(async () => this.read(await createBox(renamed({}, language(), text), copyOf)));
  }

  async take(file: File): Promise<void> {
    await this.work(async () => this.read(await importBox(await file.text())));
  }

  /** Into the tablet's downloads, to be kept or passed on. */
  async give(id: string): Promise<void> {
    await this.work(() => saveBox(id));
  }
}
