/** Facts about a part as one says them: a port by its own name, room on the disk in gigabytes. */

import type { Fill } from "../i18n/format";
import { words } from "../i18n/sentences";
import type { Facts } from "../wire/types";

/** The name of a port without its folder: that is long and says nothing. */
export const portName = (port: unknown): string => String(port ?? "").split("/").at(-1) ?? "";

export const gigabytes = (megabytes: unknown): number => Math.round(Number(megabytes) / 100) / 10;

export function told(facts: Facts): Fill {
  return { ...words(facts, null), port: portName(facts["port"]), gigabytes: gigabytes(facts["megabytes"] ?? 0) };
}
