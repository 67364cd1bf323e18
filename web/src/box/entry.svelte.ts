/** Where the owner came from, for which scenario the box is to be checked, and which card is in the making. */

import { route, type Room } from "../state/route.svelte";
import type { Deck } from "./editor/sheet";

interface Asked {
  scenario: string;
  from: Room;
  /** Empty for a new card. */
  card: string;
  deck: Deck;
}

export const asked = $state<Asked>({ scenario: "", from: "home", card: "", deck: "event" });

export function openBoxCheck(scenario: string, from: Room): void {
  asked.scenario = scenario;
  asked.from = from;
  route.go("box");
}

export function openCard(card: string, deck: Deck): void {
  asked.card = card;
  asked.deck = deck;
  route.go("card");
}
