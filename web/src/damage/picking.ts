/** Lines picked for the hits of an attack. Who can take how many, and what each costs, stands in the view. */

import type { HitsJson, HitTakerJson } from "../wire/protocol";

export interface Pick {
  warrior: string;
  line: number;
}

function countOf(picks: Pick[], warrior: string): number {
  return picks.filter((pick) => pick.warrior === warrior).length;
}

/** How many hits so many lines stand for: at least, and at most; none if it is no whole number of hits. */
function hitsFor({ lines }: HitTakerJson, count: number): [number, number] | null {
  const [least, most] = [lines.indexOf(count), lines.lastIndexOf(count)];
  return least < 0 ? null : [least, most];
}

/** Are all hits given out? */
export function complete(hits: HitsJson, picks: Pick[]): boolean {
  const taken = hits.takers.map((taker) => hitsFor(taker, countOf(picks, taker.warrior)));
  if (taken.some((one) => one === null)) return false;
  const sum = (at: 0 | 1): number => taken.reduce((all, one) => all + (one?.[at] ?? 0), 0);
  return sum(0) <= hits.hits && hits.hits <= sum(1);
}

/** After a tap on a line: picked, taken back, or, with all hits placed, the last one moved there. */
export function tapped(hits: HitsJson, picks: Pick[], warrior: string, line: number): Pick[] {
  const without = picks.filter((pick) => pick.warrior !== warrior || pick.line !== line);
  if (without.length < picks.length) return without;
  const taker = hits.takers.find((one) => one.warrior === warrior);
  if (!taker) return picks;
  const full = countOf(picks, warrior) >= Math.max(...taker.lines);
  const last = picks.findLastIndex((pick) => !full || pick.warrior === warrior);
  const kept = full || complete(hits, picks) ? picks.filter((_, at) => at !== last) : picks;
  return [...kept, { warrior, line }];
}

export function allotted(picks: Pick[]): { [warrior: string]: number[] } {
  const found: { [warrior: string]: number[] } = {};
  for (const { warrior, line } of picks) found[warrior] = [...(found[warrior] ?? []), line].sort();
  return found;
}
