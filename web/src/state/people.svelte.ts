/** Who is at the game: names, who is connected, since when not; and the rematch everybody is asked to. */

import type { PeopleEvent, PlayerJson } from "../wire/protocol";
import type { Side } from "../wire/types";

class People {
  private now = $state.raw<PeopleEvent | null>(null);
  /** When it was told, by this tablet's clock. */
  private told = 0;
  /** A rematch of the game this tablet sits at. */
  rematch = $state("");

  show(event: PeopleEvent): void {
    this.now = event;
    this.told = Date.now();
  }

  get players(): readonly PlayerJson[] {
    return this.now?.players ?? [];
  }

  get watching(): number {
    return this.now?.watching ?? 0;
  }

  name(side: Side): string {
    return this.players.find((one) => one.side === side)?.name ?? "";
  }

  /** Seconds nobody of the side has been connected, at this moment; null while somebody is. */
  away(player: PlayerJson, at = Date.now()): number | null {
    return player.away === null ? null : player.away + Math.round((at - this.told) / 1000);
  }
}

export const people = new People();
