/** A service that is lost is looked for at its name and at every address it was ever told to have. */

import { alike, findService, knownPlaces, moveTo, rememberPlaces, whoIsAt } from "../wire/places";
import type { PlacesEvent } from "../wire/protocol";

/** Most breaks are short: only then is it looked for elsewhere. */
const FIRST_MS = 4000;
const AGAIN_MS = 3000;

class Finding {
  /** Where it may be, for whoever wants to go there by hand. */
  elsewhere = $state.raw<readonly string[]>([]);
  /** What this page may ask: the browser was told when the page was loaded. */
  private askable: readonly string[] = [];
  private seeking = false;

  /** The service answers here: where else is it? */
  async learn(): Promise<void> {
    const here = await whoIsAt(location.origin);
    if (!here) return;
    if (!this.askable.length) this.askable = alike(here);
    this.take(here);
  }

  take(places: PlacesEvent): void {
    rememberPlaces(places);
    this.elsewhere = alike(places).filter((origin) => origin !== location.origin);
  }

  async seek(isLost: () => boolean): Promise<void> {
    if (this.seeking) return;
    this.seeking = true;
    await this.pause(FIRST_MS);
    while (isLost()) {
      const known = knownPlaces();
      const found = known && (await findService(known.service, this.askable));
      if (known && found && isLost()) return moveTo(found, known.service);
      await this.pause(AGAIN_MS);
    }
    this.seeking = false;
  }

  go(origin: string): void {
    const known = knownPlaces();
    if (known) moveTo(origin, known.service);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }
}

export const finding = new Finding();
