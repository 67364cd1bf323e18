/** Updates and the factory reset. The service answers the host only: `host` is the host's token. */

import { ask } from "./api";
import { asHost } from "./backups";
import type { UpdateAnswer } from "./protocol";

export type UpdateWish = "prepare" | "switch" | "stop" | "back";

const send = <T>(path: string, host: string, body?: BodyInit): Promise<T> =>
  ask<T>(path, { method: "POST", headers: asHost(host), ...(body ? { body } : {}) });

export const fetchUpdate = (host: string): Promise<UpdateAnswer> =>
  ask<UpdateAnswer>("/api/update", { headers: asHost(host) });
export const bringFile = (host: string, file: Blob): Promise<UpdateAnswer> => send("/api/update/file", host, file);
export const bringPlace = (host: string, name: string): Promise<UpdateAnswer> =>
  send("/api/update/place", host, JSON.stringify({ name }));
export const wish = (host: string, what: UpdateWish): Promise<UpdateAnswer> => send(`/api/update/${what}`, host);
export const resetAll = (host: string, everything: boolean): Promise<unknown> =>
  send("/api/reset", host, JSON.stringify({ everything }));
