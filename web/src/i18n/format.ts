/** Sentences with holes: `{name}` is filled in, `{n#hit|hits}` is a number with the right form of its word. */

export type Fill = Record<string, string | number>;

const HOLE = /\{(\w+)(?:(#|\?)([^}]*))?\}/g;

/** Which of the forms fits the number: one and other, or one, few and many. */
function form(language: string, forms: string[], count: number): string {
  const rule = new Intl.PluralRules(language).select(count);
  const order = forms.length > 2 ? ["one", "few", "many"] : ["one", "other"];
  const at = order.indexOf(rule);
  return forms[at < 0 ? forms.length - 1 : at] ?? "";
}

/**
 * French as it is printed: one kind of apostrophe, and spaces before and inside signs, and between a number and its unit, that
 * never break. Done when a sentence is shown, so that it holds for names of the box and for owners' own texts too.
 */
export function printed(language: string, text: string): string {
  if (language !== "fr") return text;
  return text
    .replace(/(\p{L})'(?=\p{L})/gu, "$1\u2019")
    .replace(/[ \u00a0\u202f]+:/g, "\u00a0:")
    .replace(/[ \u00a0\u202f]+([;?!»])/g, "\u202f$1")
    .replace(/«[ \u00a0\u202f]+/g, "«\u202f")
    .replace(/(\d) (?=(?:s|ms|min|mm|Mo|Go|PM)(?!\p{L}))/gu, "$1\u00a0");
}

export function fill(language: string, sentence: string, values: Fill): string {
  return printed(language, filled(language, sentence, values));
}

function filled(language: string, sentence: string, values: Fill): string {
  return sentence.replace(HOLE, (_whole, name: string, kind: string | undefined, rest: string | undefined) => {
    const value = values[name];
    const forms = (rest ?? "").split("|");
    if (kind === "#") return `${written(language, value ?? 0)} ${form(language, forms, Number(value ?? 0))}`;
    if (kind === "?") return value ? (forms[0] ?? "") : (forms[1] ?? "");
    return written(language, value ?? "");
  });
}

/** "1,2" in French and Russian; whole numbers need no language. */
const written = (language: string, value: string | number): string =>
  typeof value === "number" && !Number.isInteger(value) ? new Intl.NumberFormat(language).format(value) : String(value);

/** The last second a date can hold. */
const LAST_SECOND = 8_640_000_000_000;

/** Day and time of a second since 1970; a dash for what is none, so that one bad entry never costs a whole list. */
export function moment(language: string, seconds: unknown): string {
  if (typeof seconds !== "number" || !(Math.abs(seconds) <= LAST_SECOND)) return "–";
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(seconds * 1000),
  );
}
