/** Ids of warriors: a figure and, where the box has several of it, a number ("brute-2"). */

/** Humans of one figure are numbered; the Demon's Troglodytes are one crowd. */
const NUMBERED = new Set(["brute", "blade", "sicaria", "hellhound"]);

export function figureOf(id: string): string {
  return id.replace(/-\d+$/, "");
}

export function numberOf(id: string): string {
  return /-(\d+)$/.exec(id)?.[1] ?? "";
}

export function isNumbered(figure: string): boolean {
  return NUMBERED.has(figure);
}
