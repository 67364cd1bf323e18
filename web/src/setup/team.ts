/** The auction's team: what its parts are worth, and the request the service reads (SET-7). */

export interface Team {
  gifts: string[];
  brutes: number;
  blades: number;
  advantages: number;
  /** Object to the warrior that carries it. */
  objects: { warrior: string; card: string }[];
}

export const START = 21;
const WORTH = { gift: 2, warrior: 3, object: 2, advantage: 1 };

export function emptyTeam(): Team {
  return { gifts: [], brutes: 0, blades: 0, advantages: 0, objects: [] };
}

export function worth(team: Team): number {
  return (
    team.gifts.length * WORTH.gift +
    (team.brutes + team.blades) * WORTH.warrior +
    team.objects.length * WORTH.object +
    team.advantages * WORTH.advantage
  );
}

export function warriors(team: Team): string[] {
  const several = (figure: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${figure}-${i + 1}`);
  return ["redeemer", ...several("brute", team.brutes), ...several("blade", team.blades)];
}

export function request(team: Team, bid: number): Record<string, unknown> {
  const objects: Record<string, string[]> = {};
  for (const { warrior, card } of team.objects) objects[warrior] = [...(objects[warrior] ?? []), card];
  const { gifts, brutes, blades, advantages } = team;
  return { bid, gifts, brutes, blades, advantages, objects };
}
