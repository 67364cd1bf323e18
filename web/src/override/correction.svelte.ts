/** A correction being put together, in the words of the override verb; sent only when it is confirmed. */

import type { Facts, Json, View, Warrior } from "../wire/types";

class Correction {
  warriors = $state.raw<Record<string, Facts | null>>({});
  tiles = $state.raw<Record<string, Facts | null>>({});
  /** Everything that is set as a whole: tp, round, phase, acted, holes, red_used, hands, winner … */
  rest = $state.raw<Facts>({});

  clear(): void {
    this.warriors = {};
    this.tiles = {};
    this.rest = {};
  }

  setWarrior(id: string, key: string, value: Json): void {
    this.warriors = { ...this.warriors, [id]: { ...(this.warriors[id] ?? {}), [key]: value } };
  }

  addWarrior(id: string, kind: string, tile: string): void {
    this.warriors = { ...this.warriors, [id]: { kind, tile } };
  }

  removeWarrior(id: string): void {
    this.warriors = { ...this.warriors, [id]: null };
  }

  setTile(label: string, key: string, value: Json): void {
    this.tiles = { ...this.tiles, [label]: { ...(this.tiles[label] ?? {}), [key]: value } };
  }

  takeUp(label: string): void {
    this.tiles = { ...this.tiles, [label]: null };
  }

  set(key: string, value: Json): void {
    this.rest = { ...this.rest, [key]: value };
  }

  /** A value as it would be after the correction. */
  of<T>(warrior: Warrior, key: keyof Warrior & string): T {
    const changed = this.warriors[warrior.id];
    return (changed && key in changed ? changed[key] : warrior[key]) as T;
  }

  /** The card it plays by. */
  card(warrior: Warrior): string {
    return (this.warriors[warrior.id]?.["kind"] as string | undefined) ?? warrior.profile;
  }

  tile<T>(label: string, key: string, now: T): T {
    const changed = this.tiles[label];
    return (changed && key in changed ? changed[key] : now) as T;
  }

  whole<T>(key: string, now: T): T {
    return (key in this.rest ? this.rest[key] : now) as T;
  }

  toggled(list: string[], item: string): string[] {
    return list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
  }

  get empty(): boolean {
    return [this.warriors, this.tiles, this.rest].every((part) => Object.keys(part).length === 0);
  }

  /** As the table reads it. */
  override(): Facts {
    const parts: Facts = { ...this.rest };
    if (Object.keys(this.warriors).length) parts["warriors"] = this.warriors;
    if (Object.keys(this.tiles).length) parts["tiles"] = this.tiles;
    return parts;
  }
}

export const correction = new Correction();

/** A number for a new miniature that no other has. */
export function freshId(view: View, figure: string): string {
  let number = 1;
  while (view.warriors.some((w) => w.id === `${figure}-${number}`) || `${figure}-${number}` in correction.warriors)
    number += 1;
  return `${figure}-${number}`;
}
