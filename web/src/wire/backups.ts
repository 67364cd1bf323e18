/** Backups of the data folder. The service gives them to the host only: `host` is the host's token. */

import { ask, credentials, refusedWith } from "./api";
import type { BackupAnswer, BackupJson, BackupsAnswer } from "./protocol";

const at = (name: string): string => `/api/backups/${encodeURIComponent(name)}`;
const as = (host: string): Record<string, string> => (host ? { Authorization: `Bearer ${host}` } : {});
const send = <T>(path: string, host: string, body?: Blob): Promise<T> =>
  ask<T>(path, { method: "POST", headers: as(host), ...(body ? { body } : {}) });

export const fetchBackups = async (host: string): Promise<BackupJson[]> =>
  (await ask<BackupsAnswer>("/api/backups", { headers: as(host) })).backups;
export const makeBackup = async (host: string): Promise<string> =>
  (await send<BackupAnswer>("/api/backups", host)).backup;
export const bringBackup = async (host: string, file: Blob): Promise<string> =>
  (await send<BackupAnswer>("/api/backups/import", host, file)).backup;
export const restoreBackup = (host: string, name: string): Promise<unknown> => send(`${at(name)}/restore`, host);
export const deleteBackup = (host: string, name: string): Promise<unknown> => send(`${at(name)}/delete`, host);

/** The file of a backup; a link could not say who asks. */
export async function downloadBackup(host: string, name: string): Promise<Blob> {
  const answer = await fetch(at(name), { headers: { ...credentials(), ...as(host) } });
  if (!answer.ok) throw refusedWith(answer.status, await answer.json());
  return answer.blob();
}
