/** A scenario being edited. The service checks every change and answers with the table it would make. */

import { fetchPalette, type Palette } from "../box/editor/cardSheet";
import { troubleText, Task } from "../box/task.svelte";
import { openBox } from "../i18n/names.svelte";
import { fetchBox, ServiceError } from "../wire/api";
import { numbered } from "./startTiles";
import {
  blankSheet,
  checkScenario,
  dropScenario,
  fetchScenario,
  fetchScenarios,
  keepScenario,
  variant,
  whole,
  type Field,
  type ScenarioPreview,
  type ScenarioListing,
  type ScenarioAnswer,
  type ScenarioPart,
  type Setup,
  type ScenarioSheet,
} from "./scenarioSheet";
import { whyNot } from "./wording";

const PAUSE_MS = 250;
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Its trouble is why the scenario cannot be played as it is. */
export class ScenarioEditing extends Task {
  listed = $state.raw<ScenarioListing | null>(null);
  palette = $state.raw<Palette | null>(null);
  sheet = $state.raw<ScenarioSheet | null>(null);
  /** The sheet as the box has it; null for a new scenario. */
  before = $state.raw<ScenarioSheet | null>(null);
  from = $state.raw<Record<string, string>>({});
  confirmed = $state.raw<Field[]>([]);
  /** The table of the last sheet that could be laid out. */
  setup = $state.raw<Setup | null>(null);
  preview = $state.raw<ScenarioPreview | null>(null);
  kept = $state("");
  /** Something was changed or confirmed that is not kept yet. */
  touched = $state(false);
  /** The newest sheet is not checked yet. */
  waiting = $state(false);
  private timer = 0;

  async open(id: string): Promise<void> {
    await this.work(async () => {
      [this.listed, this.palette] = await Promise.all([fetchScenarios(), fetchPalette()]);
      if (id) await this.load(id);
    });
  }

  async pick(id: string): Promise<void> {
    await this.work(() => this.load(id));
  }

  private async load(id: string): Promise<void> {
    const answer = await fetchScenario(id);
    this.begin(numbered(whole(answer.sheet), answer.setup), answer.from);
    this.before = this.sheet;
    this.take(answer);
  }

  private begin(sheet: ScenarioSheet, from: Record<string, string>): void {
    this.sheet = sheet;
    this.before = null;
    this.from = from;
    this.confirmed = [];
    this.setup = null;
    this.preview = null;
    this.kept = "";
    this.touched = false;
    this.waiting = false;
    this.trouble = "";
  }

  private take({ setup, preview, trouble }: ScenarioAnswer): void {
    this.preview = preview;
    if (setup) this.setup = setup;
    // A new sheet names its first tile by its kind.
    if (setup && this.sheet?.start.some(({ tile }) => tile === undefined)) this.sheet = numbered(this.sheet, setup);
    this.trouble = trouble ? whyNot({ ...trouble, facts: trouble.facts ?? {} }) : "";
  }

  startNew(title: string): void {
    if (!this.listed) return;
    this.begin(blankSheet(title, this.listed), {});
    void this.check();
  }

  startVariant(title: string): void {
    if (!this.sheet) return;
    this.begin(variant(this.sheet, title), {});
    void this.check();
  }

  get ready(): boolean {
    return !this.trouble && !this.waiting && !this.busy;
  }

  close(): void {
    this.sheet = null;
    clearTimeout(this.timer);
    void this.open("");
  }

  change(part: Partial<ScenarioSheet>): void {
    if (!this.sheet) return;
    this.sheet = { ...this.sheet, ...part };
    this.kept = "";
    this.touched = true;
    this.waiting = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), PAUSE_MS);
  }

  /** A ready-made part: its rules and its ways to win are added to what is there. */
  add({ special, victory }: ScenarioPart): void {
    const { sheet } = this;
    if (sheet) this.change({ special: [...sheet.special, ...special], victory: [...victory, ...sheet.victory] });
  }

  changed(field: Field): boolean {
    return !this.before || !same(this.sheet?.[field], this.before[field]);
  }

  /** Where the values of some fields come from, the least certain first; what was changed or confirmed is the owner's. */
  origin(fields: readonly Field[]): string {
    const mine = (field: Field): boolean => this.changed(field) || this.confirmed.includes(field);
    const origins = fields
      .filter((field) => !this.before || field in this.from || this.changed(field))
      .map((field) => (mine(field) ? "owner" : (this.from[field] ?? "owner")));
    return ["stand-in", "reported", "rulebook"].find((origin) => origins.includes(origin)) ?? "owner";
  }

  confirm(fields: readonly Field[]): void {
    this.confirmed = [...this.confirmed, ...fields.filter((field) => field in this.from)];
    this.kept = "";
    this.touched = true;
  }

  get unsaved(): boolean {
    const fields = Object.keys(this.sheet ?? {}) as Field[];
    return !this.before || this.confirmed.length > 0 || fields.some((field) => this.changed(field));
  }

  /** Of a known scenario only what the owner changed or confirmed is sent: the rest stays marked as it is. */
  get stated(): Partial<ScenarioSheet> {
    const { sheet, before } = this;
    if (!sheet || !before) return sheet ?? {};
    const fields = (Object.keys(sheet) as Field[]).filter(
      (field) => this.changed(field) || this.confirmed.includes(field),
    );
    return {
      ...Object.fromEntries(fields.map((field) => [field, sheet[field]])),
      ...(sheet.id ? { id: sheet.id } : {}),
    };
  }

  /** Only the answer to the newest question counts. */
  private async check(): Promise<void> {
    const about = this.sheet;
    this.waiting = true;
    try {
      const answer = await checkScenario(this.stated);
      if (about !== this.sheet) return;
      this.waiting = false;
      this.take(answer);
    } catch (error) {
      if (about !== this.sheet) return;
      this.waiting = false;
      [this.preview, this.trouble] = [
        null,
        error instanceof ServiceError && error.code === "box/refused" ? whyNot(error.facts) : troubleText(error),
      ];
    }
  }

  async keep(): Promise<void> {
    await this.work(async () => {
      const id = await keepScenario(this.stated);
      openBox(await fetchBox());
      await this.load(id);
      this.kept = id;
    });
  }

  /** The owner's own is gone; one of the box is as the companion knows it. */
  async drop(): Promise<void> {
    const id = this.before?.id;
    if (!id) return;
    await this.work(async () => {
      await dropScenario(id);
      openBox(await fetchBox());
      this.sheet = null;
      this.listed = await fetchScenarios();
    });
  }
}
