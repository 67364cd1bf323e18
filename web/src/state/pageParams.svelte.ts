/** What a page was opened for, and the page to go back to. */

import type { Deck } from "../wire/types";
import { route, type Page } from "./route.svelte";

/** The scenario whose values are checked. */
export const boxPage = $state<{ scenario: string; from: Page }>({ scenario: "", from: "home" });
/** The card in the editor; empty for a new one, which may have a title already. */
export const cardPage = $state<{ card: string; deck: Deck; title: string }>({ card: "", deck: "event", title: "" });
/** The scenario that is opened at once; empty for the list. */
export const scenarioPage = $state<{ scenario: string; from: Page }>({ scenario: "", from: "home" });

export function openBoxCheck(scenario: string, from: Page): void {
  boxPage.scenario = scenario;
  boxPage.from = from;
  route.go("box");
}

export function openCard(card: string, deck: Deck, title = ""): void {
  cardPage.card = card;
  cardPage.deck = deck;
  cardPage.title = title;
  route.go("card");
}

export function openScenarios(from: Page, scenario = ""): void {
  scenarioPage.from = from;
  scenarioPage.scenario = scenario;
  route.go("scenario");
}
