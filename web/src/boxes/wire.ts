/** The owner's boxes as the service keeps them: one file each, one of them in use. */

import { ask, credentials, post, refusedWith } from "../wire/api";
import type { Name } from "../wire/box";

export interface BoxEntry {
  id: string;
  name: Name;
  /** How many values, cards and scenarios the owner has said in it. */
  owner_values: number;
  cards: number;
  scenarios: number;
  /** Why its file cannot be used. */
  trouble: { key: string; reason: string } | null;
}

export interface Shelved {
  chosen: string;
  boxes: BoxEntry[];
}

export type Title = Record<string, string>;

const at = (id: string): string => `/api/boxes/${encodeURIComponent(id)}`;

export const fetchBoxes = (): Promise<Shelved> => ask<Shelved>("/api/boxes");
export const chooseBox = (id: string): Promise<unknown> => post(`${at(id)}/choose`, {});
export const renameBox = (id: string, name: Title): Promise<unknown> => post(`${at(id)}/rename`, { name });
export const deleteBox = (id: string): Promise<unknown> => post(`${at(id)}/delete`, {});
export const createBox = async (name: Title, copyOf: string | null): Promise<string> => (await post<{ box: string }>("/api/boxes", { name, copy_of: copyOf })).box;
export const importBox = async (text: string): Promise<string> => (await ask<{ box: string }>("/api/boxes/import", { method: "POST", body: text })).box;

/** The file of a box; a link could not say who asks. */
export async function exportBox(id: string): Promise<Blob> {
  const answer = await fetch(`${at(id)}/export`, { headers: credentials() });
  if (!answer.ok) throw refusedWith(answer.status, await answer.json());
  return answer.blob();
}
