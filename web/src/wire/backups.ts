/** Backups of the data folder. The service gives them to the host only: `host` is the host's token. */

import { ask } from "./api";
import type { BackupAnswer, BackupJson, BackupsAnswer } from "./protocol";

const at = (name: string): string => `/api/backups/${encodeURIComponent(name)}`;
/** The host's token where there is one: a service without a table code asks for none. */
export const asHost = (host: string): Record<string, string> => (host ? { Authorization: `Bearer ${host}` } : {});
const send = <T>(path: string, host: string, body?: Blob): Promise<T> =>
  ask<T>(path, { method: "POST", headers: asHost(host), ...(body ? { body } : {}) });

export const fetchBackups = async (host: string): Promise<BackupJson[]> =>
  (await ask<BackupsAnswer>("/api/backups", { headers: asHost(host) })).backups;
export const makeBackup = async (host: string): Promise<string> =>
  (await send<BackupAnswer>("/api/backups", host)).backup;
export const bringBackup = async (host: string, file: Blob): Promise<string> =>
  (await send<BackupAnswer>("/api/backups/import", host, file)).backup;
export const restoreBackup = (host: string, name: string): Promise<unknown> => send(`${at(name)}/restore`, host);
export const deleteBackup = (host: string, name: string): Promise<unknown> => send(`${at(name)}/delete`, host);
