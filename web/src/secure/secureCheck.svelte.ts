/** Whether this tablet trusts the device's certificate, and the way over to the secure address. */

import { Task } from "../box/task.svelte";
import { knownPlaces, moveTo, whoIsAt } from "../wire/places";
import type { SecureAnswer } from "../wire/protocol";
import { fetchSecure } from "../wire/secure";

/** Names of makers: the same in every language. */
export const SYSTEMS = { android: "Android", ios: "iPad, iPhone", desktop: "Windows, Linux", mac: "Mac" } as const;
export type System = keyof typeof SYSTEMS;

/** The system of this tablet, as far as its browser says. iPads say that they are Macs, but have fingers. */
export function ownSystem(): System {
  const { userAgent, maxTouchPoints } = navigator;
  if (/Android/.test(userAgent)) return "android";
  if (/iPhone|iPad/.test(userAgent)) return "ios";
  if (/Mac/.test(userAgent)) return maxTouchPoints > 1 ? "ios" : "mac";
  return "desktop";
}

export class SecureCheck extends Task {
  now = $state.raw<SecureAnswer | null>(null);
  system = $state<System>(ownSystem());
  fetched = $state(false);
  /** What came of the check: not asked yet, or nobody that this tablet believes. */
  result = $state<"" | "failed">("");
  readonly secure = location.protocol === "https:";

  open = (): Promise<void> => this.work(async () => void (this.now = await fetchSecure()));

  /** Tries the secure addresses; where one answers, this tablet goes there with its seat. */
  check = (): Promise<void> =>
    this.work(async () => {
      this.result = "";
      const service = knownPlaces()?.service ?? (await whoIsAt(location.origin))?.service;
      for (const origin of this.now?.origins ?? [])
        if (service && (await whoIsAt(origin))?.service === service) return moveTo(origin, service);
      this.result = "failed";
    });
}
