import { describe, expect, it } from "vitest";

import { isGame } from "./games";
import type { GameSummary } from "./protocol";

const GAME: GameSummary = {
  game: "1a2b3c4d",
  title: "",
  archived: false,
  version: 3,
  created: 1_700_000_000,
  played: 1_700_000_000,
  scenario: "survivors",
  round: 1,
  phase: "initiative",
  winner: null,
  players: { human: "", demon: "", squamata: "" },
};

describe("an entry of the list", () => {
  it("is shown as the service means it", () => {
    expect(isGame(GAME)).toBe(true);
  });

  it.each([null, {}, { ...GAME, played: "yesterday" }, { ...GAME, played: 1e300 }, { ...GAME, scenario: 7 }])(
    "is left out if it cannot be shown: %j",
    (one) => {
      expect(isGame(one as GameSummary | null)).toBe(false);
    },
  );
});
