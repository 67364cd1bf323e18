/** Moments in the tablet's language. */

import { language } from "./catalogue.svelte";
import { moment } from "./format";

/** A moment, in seconds since 1970. */
export const when = (seconds: number | null): string => moment(language(), seconds);
