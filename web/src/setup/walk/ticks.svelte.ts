/** What was ticked off while the table is set up; kept on this tablet until the next game is set up. */

const STORE = "claustrophobia.walk";

interface Kept {
  game: string;
  done: string[];
}

function stored(): Kept {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? "") as Kept;
  } catch {
    return { game: "", done: [] };
  }
}

class Ticks {
  private kept = $state.raw<Kept>(stored());

  done(game: string): readonly string[] {
    return this.kept.game === game ? this.kept.done : [];
  }

  set(game: string, ids: readonly string[], on: boolean): void {
    const others = this.done(game).filter((id) => !ids.includes(id));
    this.kept = { game, done: on ? [...others, ...ids] : others };
    sessionStorage.setItem(STORE, JSON.stringify(this.kept));
  }
}

export const ticks = new Ticks();
