/** The shelf of boxes: which there are, which is in use, which one is looked at. */

import { Working } from "../box/working.svelte";
import { renamed } from "../box/wording";
import { openBox } from "../i18n/names.svelte";
import { language } from "../i18n/speech.svelte";
import { fetchBox } from "../wire/api";
import { chooseBox, createBox, deleteBox, exportBox, fetchBoxes, importBox, renameBox, type BoxEntry, type Shelved, type Title } from "./wire";

export class Shelf extends Working {
  shelved = $state.raw<Shelved | null>(null);
  looked = $state("");

  get entry(): BoxEntry | undefined {
    return this.shelved?.boxes.find(({ id }) => id === this.looked);
  }

  async open(): Promise<void> {
    await this.work(() => this.read(""));
  }

  private async read(looked: string): Promise<void> {
    this.shelved = await fetchBoxes();
    this.looked = looked || this.shelved.chosen;
  }

  private async change(what: () => Promise<unknown>, looked: string): Promise<void> {
    await this.work(async () => {
      await what();
      await this.read(looked);
      openBox(await fetchBox());
    });
  }

  use = (id: string): Promise<void> => this.change(() => chooseBox(id), id);
  drop = (id: string): Promise<void> => this.change(() => deleteBox(id), "");

  rename({ id, name }: BoxEntry, text: string): Promise<void> {
    const said = Object.fromEntries(Object.entries(name).filter(([, word]) => word)) as Title;
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
    await this.work(async () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await exportBox(id));
      link.download = `${id}.toml`;
      link.click();
      URL.revokeObjectURL(link.href);
    });
  }
}
