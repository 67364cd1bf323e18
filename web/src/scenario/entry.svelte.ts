/** Where the owner came from to the scenarios, and which one is to be opened at once. */

import { route, type Room } from "../state/route.svelte";

export const asked = $state<{ scenario: string; from: Room }>({ scenario: "", from: "home" });

export function openScenarios(from: Room, scenario = ""): void {
  asked.from = from;
  asked.scenario = scenario;
  route.go("scenario");
}
