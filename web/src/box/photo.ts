/** A photo of a card: the numbers it seems to show. They are proposals; nothing is taken unseen. */

import { ask, post } from "../wire/api";
import type { CardNumberJson, CardPhotoJson } from "../wire/protocol";
import { asLine, bounds, type Draft, type Item, type Stat } from "./boxCheck";

export type NumberReading = CardNumberJson & { value: Stat | "health" };
export type CardReading = Omit<CardPhotoJson, "numbers"> & { numbers: NumberReading[] };

export interface Proposal {
  draft: Draft;
  /** Cells the owner has to check, with the likely digits, best first: "path/mvt" or "path". */
  unsure: Record<string, number[]>;
}

const KINDS: Partial<Record<Item["kind"], string>> = { human: "warrior", fiend: "demon" };

export const canBePhotographed = (item: Item): boolean => item.kind in KINDS;

export const readPhoto = async (item: Item, photo: Blob): Promise<CardReading> =>
  (await ask<{ card: CardReading }>(`/api/box/photo?kind=${KINDS[item.kind] ?? ""}`, { method: "POST", body: photo }))
    .card;

/** The card that lies under the camera over the tray. */
export const readTrayCard = async (item: Item): Promise<CardReading> =>
  (await post<{ card: CardReading }>(`/api/box/photo/camera?kind=${KINDS[item.kind] ?? ""}`, {})).card;

/** Sure digits go into the draft, unsure ones wait for the owner; digits the value cannot have are never proposed. */
export function propose(item: Item, reading: CardReading): Proposal {
  const proposal: Proposal = { draft: {}, unsure: {} };
  for (const number of reading.numbers) put(item, number, proposal);
  return proposal;
}

function put(item: Item, reading: NumberReading, { draft, unsure }: Proposal): void {
  const field = reading.value === "health" ? "health" : reading.line ? String(reading.line) : "line";
  const value = item.values.find((one) => one.field === field);
  if (!value) return;
  const likely = [reading.digit, ...reading.guesses];
  if (value.form.kind === "line" && reading.value !== "health") {
    const [least, most] = bounds(value.form, reading.value);
    if (reading.sure && fits(reading.digit, least, most))
      draft[value.path] = { ...asLine(draft[value.path] ?? value.is), [reading.value]: reading.digit };
    else unsure[`${value.path}/${reading.value}`] = likely.filter((digit) => fits(digit, least, most));
  } else if (value.form.kind === "number") {
    const { least, most } = value.form;
    if (reading.sure && fits(reading.digit, least, most)) draft[value.path] = reading.digit;
    else unsure[value.path] = likely.filter((digit) => fits(digit, least, most));
  }
}

const fits = (digit: number, least: number, most: number): boolean => digit >= least && digit <= most;
