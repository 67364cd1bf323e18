/** One thing after the other with a part, and what came of it: a camera that is being opened cannot be opened twice. */

import { troubleOf } from "../i18n/sentences";

export class Doing {
  busy = $state(false);
  told = $state("");
  /** Whether what is told is what one hoped for. */
  good = $state(true);
  trouble = $state("");

  /** Does something; its answer is a sentence, or empty where the page shows what came of it. */
  async run(what: () => Promise<string>): Promise<void> {
    this.busy = true;
    this.told = this.trouble = "";
    this.good = true;
    try {
      this.told = await what();
    } catch (error) {
      this.trouble = troubleOf(error);
    }
    this.busy = false;
  }
}
