/** The box check: the open item, what the owner has typed so far, and saving it. */

import { openBox } from "../i18n/names.svelte";
import { fetchBox } from "../wire/api";
import type { Json } from "../wire/protocol";
import {
  altered,
  asLine,
  fetchBoxCheck,
  sendChange,
  type BoxCheck,
  type Draft,
  type BoxChange,
  type Item,
  type Stat,
  type Value,
} from "./boxCheck";
import { propose, readPhoto, readTrayCard } from "./photo";
import { Task } from "./task.svelte";

/** One number of the item: a value, and of a line which of the three. */
export interface Cell {
  path: string;
  stat: Stat | "";
}

export const cellKey = ({ path, stat }: Cell): string => (stat ? `${path}/${stat}` : path);

export class BoxCheckEditor extends Task {
  check = $state.raw<BoxCheck | null>(null);
  chosen = $state("");
  draft = $state.raw<Draft>({});
  unsure = $state.raw<Record<string, number[]>>({});
  /** The cell the number pad writes into. */
  cell = $state.raw<Cell | null>(null);
  photo = $state<"" | "reading" | "read" | "unread">("");

  get item(): Item | undefined {
    return this.check?.items.find((item) => item.id === this.chosen);
  }

  get changes(): Draft {
    return this.item ? altered(this.item, this.draft) : {};
  }

  get doubts(): number {
    return Object.keys(this.unsure).length;
  }

  async open(scenario: string): Promise<void> {
    await this.work(async () => {
      this.check = await fetchBoxCheck(scenario);
      if (!this.item) this.choose(this.check.items[0]?.id ?? "");
    });
  }

  choose(id: string): void {
    this.chosen = id;
    this.draft = {};
    this.unsure = {};
    this.cell = null;
    this.photo = "";
    this.trouble = "";
  }

  now(value: Value): Json {
    return this.draft[value.path] ?? value.is;
  }

  set(value: Value, is: Json): void {
    this.draft = { ...this.draft, [value.path]: is };
    this.markChecked(value.path);
  }

  setStat(value: Value, stat: Stat, number: number): void {
    this.draft = { ...this.draft, [value.path]: { ...asLine(this.now(value)), [stat]: number } };
    this.markChecked(`${value.path}/${stat}`);
  }

  private markChecked(key: string): void {
    const { [key]: _, ...rest } = this.unsure;
    this.unsure = rest;
  }

  /** The item as it stands now is what the owner's card says; then on to the next open one. */
  async confirm(): Promise<void> {
    const { item } = this;
    if (!item || this.doubts) return;
    const values = this.changes;
    await this.change({ confirm: [item.id], ...(Object.keys(values).length ? { values } : {}) }, true);
  }

  /** The owner's values of this item are forgotten, ours come back. */
  async forget(): Promise<void> {
    if (this.item) await this.change({ forget: [this.item.id] }, false);
  }

  private async change(what: Omit<BoxChange, "scenario">, onwards: boolean): Promise<void> {
    const { check, chosen } = this;
    if (!check) return;
    await this.work(async () => {
      const after = (await sendChange({ ...what, scenario: check.scenario })) ?? check;
      this.check = after;
      const next = onwards ? after.items.find((item) => item.state === "open") : undefined;
      this.choose(next?.id ?? chosen);
      openBox(await fetchBox());
    });
  }

  /** Reads the numbers of the item's card from a photo, or from what lies under the camera over the tray. */
  async readCard(photo: Blob | "tray"): Promise<void> {
    const { item } = this;
    if (!item) return;
    this.photo = "reading";
    await this.work(async () => {
      const card = await (photo === "tray" ? readTrayCard(item) : readPhoto(item, photo));
      const { draft, unsure } = propose(item, card);
      this.draft = { ...this.draft, ...draft };
      this.unsure = unsure;
      this.photo = card.numbers.length ? "read" : "unread";
    });
    if (this.trouble) this.photo = "";
  }
}
