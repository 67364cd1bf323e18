/** The check step by step: begun here, done by the service, asked about until it is over. */

import { fetchCheck, startCheck, type Check } from "../wire/devices";

const AGAIN_MS = 400;

export class Checking {
  check = $state.raw<Check | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watching = true;

  look = (): Promise<void> => this.ask(fetchCheck);
  begin = (): Promise<void> => this.ask(startCheck);

  stop(): void {
    this.watching = false;
    clearTimeout(this.timer);
  }

  private async ask(how: () => Promise<Check>): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.check = await how();
    } catch {
      // The page says elsewhere that the service does not answer.
      this.check = null;
    }
    if (this.watching && this.check?.running) this.timer = setTimeout(() => void this.look(), AGAIN_MS);
  }
}
