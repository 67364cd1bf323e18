/** Which kind of screen this is, where only one of two things is fetched and drawn; all else is said in the styles. */

import { MediaQuery } from "svelte/reactivity";

/** The narrowest of the three layouts: the same width as in the styles. */
export const phone = new MediaQuery("max-width: 560px");
