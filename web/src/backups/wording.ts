/** Days of backups, as the language writes them. */

import { language } from "../i18n/catalogue.svelte";

export const day = (seconds: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(seconds * 1000));
