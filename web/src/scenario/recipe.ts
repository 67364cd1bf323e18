/** The stack of tiles as a recipe: layers from top to bottom. */

import { kindShort, plainLabel } from "../i18n/names.svelte";
import { t } from "../i18n/catalogue.svelte";
import type { Layer, Stack } from "./scenarioSheet";

export const emptyLayer = (): Layer => ({ random: 0, tiles: [], kinds: {}, rest: false });

/** The list with one item moved by a place; the same list at its ends. */
export function moved<T>(list: T[], at: number, by: -1 | 1): T[] {
  const to = at + by;
  if (to < 0 || to >= list.length) return list;
  const fresh = [...list];
  [fresh[at], fresh[to]] = [fresh[to] as T, fresh[at] as T];
  return fresh;
}

export const replaced = <T>(list: T[], at: number, item: T): T[] => list.map((one, k) => (k === at ? item : one));
export const dropped = <T>(list: T[], at: number): T[] => list.filter((_, k) => k !== at);
export const toggled = <T>(list: T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

/** So many of a kind in a layer; none of it at zero. */
export function withKind(layer: Layer, kind: string, count: number): Layer {
  const { [kind]: _, ...kinds } = layer.kinds;
  return { ...layer, kinds: count ? { ...kinds, [kind]: count } : kinds };
}

/** A kind that a layer names must be set aside first: that is what it is taken from. */
export function withSetAside(stack: Stack, kind: string): Stack {
  return stack.set_aside.includes(kind) ? stack : { ...stack, set_aside: [...stack.set_aside, kind] };
}

export function layerText({ random, tiles, kinds, rest }: Layer): string {
  const parts = [
    ...(random ? [t("scenario.layer.random", { tiles: random })] : []),
    ...Object.entries(kinds).map(([kind, count]) => `${count} × ${kindShort(kind)}`),
    ...tiles.map((tile) => t("tile.numbered", { label: plainLabel(String(tile)) })),
    ...(rest ? [t("scenario.layer.rest")] : []),
  ];
  const text = parts.join(" + ");
  return parts.length > 1 ? t("scenario.layer.shuffled", { parts: text }) : text;
}
