/** Numbers, percents and lists as the tablet's language writes them. */

import { language } from "./catalogue.svelte";

const LOCALES: Record<string, string> = { en: "en-GB", fr: "fr-FR", ru: "ru-RU" };
const locale = (): string => LOCALES[language()] ?? language();

/** "2.0" in English, "2,0" in French and Russian. */
export function decimal(value: number, digits = 1): string {
  return new Intl.NumberFormat(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  );
}

/** "62%" in English, "62 %" with a space that does not break in French and Russian. */
export function percent(share: number): string {
  return new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** "± 4": how far a true share may lie to either side of the measured one. Never surer than a point. */
export const limits = (eitherWay: number): string => `±\u00a0${Math.max(1, Math.round(100 * eitherWay))}`;

/** "62% ± 4". */
export const within = (share: number, eitherWay: number): string => `${percent(share)} ${limits(eitherWay)}`;

/** "+12%": a change of a share. */
export const signed = (points: number): string => `${points < 0 ? "−" : "+"}${percent(Math.abs(points))}`;

/** "A, B and C". */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: "conjunction" }).format(items);
}

/** "A, B or C". */
export function either(items: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: "disjunction" }).format(items);
}

/** "1 h 12 min". */
export function duration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const unit = (value: number, name: "hour" | "minute"): string =>
    new Intl.NumberFormat(locale(), { style: "unit", unit: name, unitDisplay: "short" }).format(value);
  const hours = Math.floor(minutes / 60);
  return [...(hours ? [unit(hours, "hour")] : []), unit(minutes % 60, "minute")].join(" ");
}
