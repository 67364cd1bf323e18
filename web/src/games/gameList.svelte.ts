/** The list of games: what is looked for, the page that is shown, the game that is looked at. */

import { Task } from "../box/task.svelte";
import { nameOf } from "../i18n/names.svelte";
import { t } from "../i18n/catalogue.svelte";
import { saveGame, saveKeptGame } from "../wire/files";
import { deleteGame, fetchGames, fetchKeptGames, labelGame, lookAtKept, restoreKept } from "../wire/games";
import type { GameLabels, GamesAnswer, GameSummary, KeptGame, KeptGameDetails } from "../wire/protocol";

export const TABS = ["games", "archived", "kept"] as const;
export type Tab = (typeof TABS)[number];
/** Typing goes on: the service is asked when it pauses. */
const PAUSE_MS = 200;

/** What players call a game: their own title, else the scenario. */
export const titleOf = (game: { title: string; scenario: string | null }): string =>
  game.title || (game.scenario ? nameOf("scenario", game.scenario) : t("games.unknown"));

export class GameList extends Task {
  tab = $state<Tab>("games");
  search = $state("");
  page = $state(0);
  listing = $state.raw<GamesAnswer | null>(null);
  kept = $state.raw<KeptGame[]>([]);
  /** The game or the kept game that is looked at. */
  shown = $state("");
  details = $state.raw<KeptGameDetails | null>(null);
  /** The game that was deleted last, until something else is done. */
  deleted = $state.raw<{ id: string; name: string } | null>(null);
  private asked = 0;
  private pause: ReturnType<typeof setTimeout> | undefined;

  get entry(): GameSummary | undefined {
    return this.listing?.games.find(({ game }) => game === this.shown);
  }

  open = (): Promise<void> => this.work(() => this.read());

  choose(tab: Tab): void {
    this.tab = tab;
    this.page = 0;
    this.shown = "";
    this.deleted = null;
    void this.open();
  }

  type(text: string): void {
    this.search = text;
    this.page = 0;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => void this.open(), PAUSE_MS);
  }

  turn(pages: number): void {
    this.page += pages;
    void this.open();
  }

  private async read(): Promise<void> {
    const asked = ++this.asked;
    const [listing, kept] = await Promise.all([
      fetchGames(this.search, this.page, this.tab === "archived"),
      fetchKeptGames(),
    ]);
    // An answer that was overtaken by a later one is old.
    if (asked !== this.asked) return;
    this.listing = listing;
    this.kept = kept;
  }

  label(game: string, labels: GameLabels): Promise<void> {
    return this.work(async () => {
      await labelGame(game, labels);
      if (labels.archived !== undefined) this.shown = "";
      await this.read();
    });
  }

  drop(game: GameSummary): Promise<void> {
    return this.work(async () => {
      this.deleted = { id: await deleteGame(game.game), name: titleOf(game) };
      this.shown = "";
      await this.read();
    });
  }

  /** The game is in the list again, and shown there. */
  restore(id: string): Promise<void> {
    return this.work(async () => {
      const game = await restoreKept(id);
      this.deleted = null;
      this.tab = "games";
      this.search = "";
      this.page = 0;
      await this.read();
      this.shown = game;
    });
  }

  look(id: string): Promise<void> {
    this.shown = id;
    this.details = null;
    return this.work(async () => {
      const details = await lookAtKept(id);
      if (this.shown === id) this.details = details;
    });
  }

  give = (game: string): Promise<void> => this.work(() => saveGame(game));
  giveKept = (id: string): Promise<void> => this.work(() => saveKeptGame(id));
}
