/** The network of the service; changes are the host's: `host` is the host's token. */

import { asHost } from "./backups";
import { ask } from "./api";
import type { HotspotRequest, JoinNetworkRequest, NetworkAnswer, NetworkNameRequest } from "./protocol";

const send = (path: string, host: string, body: unknown): Promise<unknown> =>
  ask(`/api/network/${path}`, {
    method: "POST",
    headers: { ...asHost(host), "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

export const fetchNetwork = (host: string, scan: boolean): Promise<NetworkAnswer> =>
  ask<NetworkAnswer>(`/api/network${scan ? "?scan" : ""}`, { headers: asHost(host) });
export const joinNetwork = (host: string, wanted: JoinNetworkRequest): Promise<unknown> => send("join", host, wanted);
export const changeHotspot = (host: string, wanted: HotspotRequest): Promise<unknown> => send("hotspot", host, wanted);
export const renameService = (host: string, wanted: NetworkNameRequest): Promise<unknown> => send("name", host, wanted);
