/**
 * The types of the wire under the names the tablet uses. They are generated into `protocol.ts`; here they only get
 * shorter names, and lists of a known length become tuples. What is the tablet's own stands at the end.
 */

import type * as wire from "./protocol";

export type {
  BodyPartJson as BodyPart,
  DeadlyJson as Deadly,
  DestinyJson as Destiny,
  DeviceStatus,
  DeviceStatuses,
  Do,
  EffectJson as Effect,
  EntryJson as EntryOption,
  FaceJson as DieReading,
  Facts,
  HoundJson as Hound,
  InstinctJson as Instinct,
  Json,
  LogLine,
  NoticeJson as Notice,
  OddsJson as Odds,
  ReadingJson as Reading,
  ReachJson as Reach,
  RefusalJson as Refusal,
  ResultJson as Result,
  RollOdds,
  Seat,
  Sentence,
  Side,
  SpaceJson as Space,
  SquareJson as DestinySquare,
  WaitingJson as Waiting,
  WarriorOptions,
  WayJson as Way,
} from "./protocol";
export type { CardDeck as Deck } from "./protocol";

/** Column and row, or width and height. */
export type Pair = [number, number];
/** MVT, CBT and DEF of a line. */
export type Line = [mvt: number, cbt: number, def: number];
export type Values = wire.ValuesJson;
export type Tile = Omit<wire.TileJson, "at"> & { at: Pair };
export type Warrior = Omit<wire.WarriorJson, "lines"> & { lines: Line[] | null };
export type View = Omit<wire.View, "tiles" | "warriors"> & { tiles: Tile[]; warriors: Warrior[] };

/** A refusal of something that was tried here, so that the panel can say who cannot do what. */
export interface RefusedAct extends wire.RefusalJson {
  tried: wire.Do | null;
}
