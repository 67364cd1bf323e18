/** A photo of a card: the numbers it seems to show. They are proposals; nothing is taken unseen. */

import { ask, post } from "../wire/api";
import { asLine, type Item, type Stat } from "./check";

export interface SeenNumber {
  /** 1 to 6 on a warrior's card, 0 on a demon's. */
  line: number;
  value: Stat | "health";
  digit: number;
  confidence: number;
  sure: boolean;
  guesses: number[];
}

export interface SeenCard {
  kind: "warrior" | "demon" | null;
  numbers: SeenNumber[];
  doubts: string[];
  sure: boolean;
}

export interface Proposal {
  draft: Record<string, unknown>;
  /** Cells the owner has to look at, with the likely digits, best first: "path/mvt" or "path". */
  unsure: Record<string, number[]>;
}

const KINDS: Partial<Record<Item["kind"], string>> = { human: "warrior", fiend: "demon" };

export const canBePhotographed = (item: Item): boolean => item.kind in KINDS;

export const readPhoto = async (item: Item, photo: Blob): Promise<SeenCard> =>
  (await ask<{ card: SeenCard }>(`/api/box/photo?kind=${KINDS[item.kind] ?? ""}`, { method: "POST", body: photo })).card;

/** The card that lies under the camera over the tray. */
export const readTrayCard = async (item: Item): Promise<SeenCard> => (await post<{ card: SeenCard }>(`/api/box/photo/camera?kind=${KINDS[item.kind] ?? ""}`, {})).card;

/** Sure digits go into the draft, unsure ones wait for a look; digits the value cannot have are never proposed. */
export function propose(item: Item, seen: SeenCard): Proposal {
  const proposal: Proposal = { draft: {}, unsure: {} };
  for (const number of seen.numbers) put(item, number, proposal);
  return proposal;
}

function put(item: Item, seen: SeenNumber, { draft, unsure }: Proposal): void {
  const field = seen.value === "health" ? "health" : seen.line ? String(seen.line) : "line";
  const value = item.values.find((one) => one.field === field);
  if (!value) return;
  const likely = [seen.digit, ...seen.guesses];
  if (value.form.kind === "line" && seen.value !== "health") {
    const [least, most] = value.form[seen.value];
    if (seen.sure && fits(seen.digit, least, most)) draft[value.path] = { ...asLine(draft[value.path] ?? value.is), [seen.value]: seen.digit };
    else unsure[`${value.path}/${seen.value}`] = likely.filter((digit) => fits(digit, least, most));
  } else if (value.form.kind === "number") {
    const { least, most } = value.form;
    if (seen.sure && fits(seen.digit, least, most)) draft[value.path] = seen.digit;
    else unsure[value.path] = likely.filter((digit) => fits(digit, least, most));
  }
}

const fits = (digit: number, least: number, most: number): boolean => digit >= least && digit <= most;
