/** A task with a part of the table and its result. One at a time: a camera cannot be opened twice. */

import { troubleOf } from "../i18n/sentences";

export class PartTask {
  busy = $state(false);
  result = $state("");
  /** Is the result what one hoped for? */
  good = $state(true);
  trouble = $state("");

  /** Does something; its answer is a sentence, or empty where the page shows what came of it. */
  async run(what: () => Promise<string>): Promise<void> {
    this.busy = true;
    this.result = this.trouble = "";
    this.good = true;
    try {
      this.result = await what();
    } catch (error) {
      this.trouble = troubleOf(error);
    }
    this.busy = false;
  }
}
