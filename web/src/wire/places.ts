/** Where else the service can be found: kept for when it is lost, and gone to with everything this tablet knows. */

import type { HereAnswer, PlacesEvent } from "./protocol";

const STORE = "claustrophobia.places";
/** Everything that is kept on this tablet begins so. */
const OURS = "claustrophobia.";
const LUGGAGE = "#/moved=";
/** A stranger at an old address, or nobody: no longer than this. */
const PATIENCE_MS = 2500;

/** What is carried from one address to another: browsers keep things apart by address. */
interface Luggage {
  service: string;
  page: string;
  kept: Record<string, string>;
}

export function knownPlaces(): PlacesEvent | null {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "null") as PlacesEvent | null;
  } catch {
    return null;
  }
}

export function rememberPlaces({ service, origins, secure }: PlacesEvent): void {
  localStorage.setItem(STORE, JSON.stringify({ service, origins, secure }));
}

/** Those of the kind this page has: a secure page may not ask a plain address, and nobody is sent from one to the other. */
export const alike = ({ origins, secure }: PlacesEvent): readonly string[] =>
  location.protocol === "https:" ? secure : origins;

/** Which service answers at an address; null for none, or something else. */
export async function whoIsAt(origin: string): Promise<PlacesEvent | null> {
  try {
    const answer = await fetch(`${origin}/api/here`, { signal: AbortSignal.timeout(PATIENCE_MS), cache: "no-store" });
    const here = (await answer.json()) as HereAnswer;
    return here.ok ? { service: here.service, origins: here.origins, secure: here.secure } : null;
  } catch {
    return null;
  }
}

/** The first of these addresses at which the same service answers: a stranger there gets nothing. */
export async function findService(service: string, origins: readonly string[]): Promise<string | null> {
  const elsewhere = origins.filter((origin) => origin !== location.origin);
  const tries = elsewhere.map(async (origin) => {
    if ((await whoIsAt(origin))?.service !== service) throw new Error("not there");
    return origin;
  });
  return Promise.any(tries).catch(() => null);
}

/** Go there with the seat, the code and the settings. They travel behind the #, which no browser sends to anybody. */
export function moveTo(origin: string, service: string, page = location.hash): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(OURS));
  const kept = Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key) ?? ""]));
  const luggage: Luggage = { service, page, kept };
  location.replace(`${origin}/${LUGGAGE}${encodeURIComponent(JSON.stringify(luggage))}`);
}

/** What came along from another address, if it knew this service; true if something did. */
export async function takeLuggage(): Promise<boolean> {
  if (!location.hash.startsWith(LUGGAGE)) return false;
  const text = location.hash.slice(LUGGAGE.length);
  history.replaceState(null, "", location.pathname);
  try {
    const { service, page, kept } = JSON.parse(decodeURIComponent(text)) as Luggage;
    if ((await whoIsAt(location.origin))?.service !== service) return false;
    for (const [key, value] of Object.entries(kept)) if (key.startsWith(OURS)) localStorage.setItem(key, String(value));
    if (String(page).startsWith("#/")) history.replaceState(null, "", location.pathname + page);
    return true;
  } catch {
    // Not ours: as if nothing had come along.
    return false;
  }
}
