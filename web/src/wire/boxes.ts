/** The owner's boxes as the service keeps them: one file each, one of them in use. */

import { ask, post } from "./api";
import type { BoxesAnswer, LocalNames, NewBoxAnswer } from "./protocol";

const at = (id: string): string => `/api/boxes/${encodeURIComponent(id)}`;

export const fetchBoxes = (): Promise<BoxesAnswer> => ask<BoxesAnswer>("/api/boxes");
export const chooseBox = (id: string): Promise<unknown> => post(`${at(id)}/choose`, {});
export const renameBox = (id: string, name: LocalNames): Promise<unknown> => post(`${at(id)}/rename`, { name });
export const deleteBox = (id: string): Promise<unknown> => post(`${at(id)}/delete`, {});
export const createBox = async (name: LocalNames, copyOf: string | null): Promise<string> =>
  (await post<NewBoxAnswer>("/api/boxes", { name, copy_of: copyOf })).box;
export const importBox = async (text: string): Promise<string> =>
  (await ask<NewBoxAnswer>("/api/boxes/import", { method: "POST", body: text })).box;
