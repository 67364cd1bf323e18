/** A list whose order counts, one of its items open at a time: it stays open where it goes. */

import { dropped, moved, replaced } from "./recipe";

export class OrderedList<T> {
  open = $state(-1);

  constructor(
    private readonly list: () => T[],
    private readonly set: (list: T[]) => void,
  ) {}

  put(at: number, item: T): void {
    this.set(replaced(this.list(), at, item));
  }

  /** The properties of one row. */
  row(at: number): {
    at: number;
    of: number;
    open: boolean;
    onopen: (open: boolean) => void;
    onmove: (by: -1 | 1) => void;
    ondrop: () => void;
  } {
    return {
      at,
      of: this.list().length,
      open: this.open === at,
      onopen: (open) => (this.open = open ? at : -1),
      onmove: (by) => {
        if (this.open === at) this.open = at + by;
        else if (this.open === at + by) this.open = at;
        this.set(moved(this.list(), at, by));
      },
      ondrop: () => {
        this.open = -1;
        this.set(dropped(this.list(), at));
      },
    };
  }
}
