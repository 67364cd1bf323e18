/** Facts about a part as words: a port by its short name, disk space in gigabytes. */

import type { Fill } from "../i18n/format";
import { words } from "../i18n/sentences";
import type { Facts } from "../wire/types";

/** The name of a port without its folder: that is long and says nothing. */
export const portName = (port: unknown): string =>
  String(port ?? "")
    .split("/")
    .at(-1) ?? "";

/** From ten on nobody counts tenths. */
export function gigabytes(megabytes: unknown): number {
  const exactly = Number(megabytes) / 1000;
  return exactly < 10 ? Math.round(exactly * 10) / 10 : Math.round(exactly);
}

export function factWords(facts: Facts): Fill {
  return { ...words(facts, null), port: portName(facts["port"]), gigabytes: gigabytes(facts["megabytes"] ?? 0) };
}
