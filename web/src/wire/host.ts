/** The way in, for the host: the codes, the QR code, and where wrong codes came from. */

import { ask, refusedWith } from "./api";
import type { CodeRequest, HostAnswer } from "./protocol";

const bearer = (token: string): Record<string, string> => (token ? { Authorization: `Bearer ${token}` } : {});

export const fetchHost = (token: string): Promise<HostAnswer> =>
  ask<HostAnswer>("/api/host", { headers: bearer(token) });

export const changeCode = (token: string, change: CodeRequest): Promise<HostAnswer> =>
  ask<HostAnswer>("/api/host/code", {
    method: "POST",
    headers: { ...bearer(token), "Content-Type": "application/json" },
    body: JSON.stringify(change),
  });

/** The QR code as an address for an image, to be revoked when it is no longer shown. */
export async function fetchQr(token: string, game = ""): Promise<string> {
  const answer = await fetch(`/api/qr.svg?game=${encodeURIComponent(game)}`, { headers: bearer(token) });
  if (!answer.ok) throw refusedWith(answer.status, await answer.json());
  return URL.createObjectURL(await answer.blob());
}
