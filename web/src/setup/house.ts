/** The house rules a table can choose, the default first. The service checks them again. */

export const HOUSE: Record<string, [string, string]> = {
  red_destiny: ["per_threat_phase", "per_game"],
  bodyguard_grenade: ["allowed", "forbidden"],
  bodyguard_hungry: ["takes_2", "takes_1"],
  calm: ["per_die", "one_only"],
  destiny_dice: ["may_stay_out", "all_placed"],
};

export const SOURCES: Record<string, string[]> = {
  dice: ["companion", "camera", "hand"],
  tiles: ["companion", "scan", "hand"],
  cards: ["companion", "scan", "hand"],
};
