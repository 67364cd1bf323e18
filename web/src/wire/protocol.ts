/** What goes between the service and the tablet. Written by `make wire`: do not change it by hand. */

export const SIDES = ["human", "demon", "squamata"] as const;
export type Side = (typeof SIDES)[number];

/** How a game can end. */
export const WINNERS = ["human", "demon", "squamata", "draw"] as const;
export type Winner = (typeof WINNERS)[number];

export const PHASES = ["initiative", "human_action", "threat", "demon_action", "instinct", "squamata_action"] as const;
export type Phase = (typeof PHASES)[number];

/** What is done in a phase: all action phases are of one kind. */
export const PHASE_KINDS = ["initiative", "action", "threat", "instinct"] as const;
export type PhaseKind = (typeof PHASE_KINDS)[number];

export const TALENTS = ["elusive", "frantic", "bodyguard", "impressive", "blessed"] as const;
export type Talent = (typeof TALENTS)[number];

/** What the game can wait for. */
export const WAITING_KINDS = ["roll", "draw", "choice", "over"] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** How a warrior takes hits. */
export const BODY_KINDS = ["one_hit", "wounds", "lines", "parts"] as const;
export type BodyKind = (typeof BODY_KINDS)[number];

/** What became of a warrior; nothing while it is in play. */
export const FATES = ["", "dead", "out"] as const;
export type Fate = (typeof FATES)[number];

/** "deadly": the events of Deadly Destiny. They are printed in a scenario and are no cards that are drawn (FS-6). */
export const DECKS = ["gift", "object", "advantage", "event", "skill", "deadly"] as const;
export type Deck = (typeof DECKS)[number];

/** What a card can forbid a warrior. */
export const DEEDS = ["move", "explore", "fight"] as const;
export type Deed = (typeof DEEDS)[number];

/** Wrong table codes that came from one address. */
export interface WrongCodes {
  /** Of IPv6 the network: "fd00:1:2:3::/64". */
  address: string;
  wrong: number;
  /** Since the last one. */
  seconds_ago: number;
}

/** The way in, for the host. */
export interface HostAnswer extends OkAnswer {
  /** Typed in by tablets in the same network. */
  code: string;
  /** For tablets elsewhere, and always good; it is in the QR code. */
  long_code: string;
  address: string;
  /** Whether there is a new code every evening. */
  evenings: boolean;
  /** Wrong codes since the service was started: how many in all, and from where last. */
  wrong: number;
  wrong_from: WrongCodes[];
}

/** What becomes of the table code; what is left out stays as it is. */
export interface CodeRequest {
  /** A new code now. Whoever sits at a game keeps the seat, unless `everybody_out`. */
  new?: boolean;
  everybody_out?: boolean;
  /** A new code every evening. */
  evenings?: boolean | null;
}

/** Give up the seat of a token: nobody is asked when somebody else takes it. */
export interface Leave {
  token: string;
}

/** Somebody asks for a seat that this tablet, or another one of the same side, holds. */
export interface SeatRequestJson {
  request: string;
  seat: Seat;
  /** Where the other tablet is in the network. */
  address: string;
}

/** All who ask for a seat that this one has a say in. */
export interface SeatRequestsEvent {
  requests: SeatRequestJson[];
}

/** Whether somebody else may have the seat this tablet holds. */
export interface SeatAnswer {
  request: string;
  allow: boolean;
}

/** It is done. */
export interface OkAnswer {
  ok: true;
}

/** It is not done, and nothing has changed. */
export interface RefusedAnswer extends RefusalJson {
  ok: false;
  /** The current view, for an intent that was made on an old one. */
  view?: View | null;
}

/** The service runs. */
export interface HealthAnswer extends OkAnswer {
  version: string;
  /** How many games there are. */
  games: number;
}

/** A camera, a reader or a tray. */
export interface SourceInfo {
  name: string;
  simulated: boolean;
}

/** The service about itself. */
export interface InfoAnswer extends OkAnswer {
  version: string;
  /** Version of the rules, and of the values of the chosen box. */
  rules: string;
  content: string;
  address: string;
  /** Tells it from every other service, and where else it can be found. */
  service: string;
  origins: string[];
  secure: string[];
  /** Whether it was started without a table code. */
  open: boolean;
  devices: SourceInfo[];
  /** How camera and tray are. */
  status: DeviceStatuses;
  /** The name of the camera over the board, if there is one. */
  board_camera: string | null;
  /** What is not real: dice, tiles, camera, tray. */
  simulated: { [key: string]: boolean };
  /** Files of games that were damaged, and what became of them. */
  notices: NoticeJson[];
}

/** What each part of a team costs, in points. */
export interface AuctionPrices {
  gift: number;
  warrior: number;
  object: number;
  advantage: number;
}

/** How many of each a team may have at most. */
export interface AuctionLimits {
  gifts: number;
  brutes: number;
  blades: number;
  advantages: number;
}

/** A team in the making. */
export interface AuctionTeam {
  /** Points spent, and those left of the bid. */
  worth: number;
  left: number;
  /** The ids of its warriors, and what each is. */
  warriors: { [key: string]: string };
  /** Object → the warriors of the team that may carry it. */
  bearers: { [key: string]: string[] };
  /** Why the team is not allowed as it is. */
  refusal: RefusalJson | null;
}

/** The reverse auction: what may be bid, and what the team comes to (SET-7). */
export interface AuctionAnswer extends OkAnswer {
  /** The lowest bid so far; null before the first. */
  bid: number | null;
  /** The highest next bid; below 0 nothing more can be bid. */
  most: number;
  /** Why one of the bids was not allowed. */
  refusal: RefusalJson | null;
  prices: AuctionPrices;
  limits: AuctionLimits;
  /** Null where no team was sent. */
  team: AuctionTeam | null;
}

/** A game that was made. */
export interface GameAnswer extends OkAnswer {
  /** Its name. */
  game: string;
}

/** A photo of dice became a reading. */
export interface PhotoAnswer extends OkAnswer {
  /** The reading's id. */
  reading: string;
  state: ReadingState;
  /** How many dice were read. */
  dice: number;
}

/** The table check; null before the first picture of the board. */
export interface BoardAnswer extends OkAnswer {
  check: BoardCheckJson | null;
}

/** The owner's boxes. */
export interface BoxesAnswer extends OkAnswer {
  /** The id of the one that new games are played with. */
  chosen: string;
  boxes: BoxSummary[];
}

/** A box that was made. */
export interface NewBoxAnswer extends OkAnswer {
  /** Its id. */
  box: string;
}

/** The chosen box has changed. */
export interface ContentAnswer extends OkAnswer {
  /** Names its values; the same text means the same values. */
  content: string;
}

/** The owner's values are taken over. */
export interface BoxValuesAnswer extends ContentAnswer {
  /** What is still to check for the scenario that was named. */
  check: BoxCheck | null;
}

/** What of the box matters to a scenario. */
export interface BoxCheckAnswer extends OkAnswer, BoxCheck {
}

/** Everything a card or a scenario can be built from. */
export interface PaletteAnswer extends OkAnswer, Palette {
}

/** A card of the box. */
export interface CardAnswer extends OkAnswer, CardOfBox {
}

/** A sheet of a card that can be kept. */
export interface CheckedCardAnswer extends OkAnswer, CheckedCard {
}

/** What a card does on a small table. */
export interface RehearsedCardAnswer extends OkAnswer, RehearsedCard {
}

/** The card is in the chosen box. */
export interface KeptCardAnswer extends OkAnswer, KeptCard {
}

/** A card has a label or a sticker. */
export interface BoundAnswer extends ContentAnswer {
  tags: number[];
}

/** A label or a sticker that is on no card yet. */
export interface Scan {
  kind: "tag" | "uid";
  value: string;
  /** Seconds since 1970. */
  at: number;
}

/** The last one that was shown to the camera or the reader. */
export interface ScanAnswer extends OkAnswer {
  scan: Scan | null;
}

/** Numbers a photo of a card seems to show. Proposals: nothing is taken over. */
export interface CardPhotoAnswer extends OkAnswer {
  card: CardPhotoJson;
}

/** All scenarios of the box. */
export interface ScenariosAnswer extends OkAnswer, ScenarioList {
}

/** A scenario of the box. */
export interface ScenarioAnswer extends OkAnswer, ScenarioOfBox {
}

/** A sheet of a scenario that can be kept. */
export interface CheckedScenarioAnswer extends OkAnswer, CheckedScenario {
}

/** The scenario is in the chosen box. */
export interface KeptScenarioAnswer extends OkAnswer, KeptScenario {
}

/** A trial so far. */
export interface TrialAnswer extends OkAnswer, TrialJson {
}

/** A trial has begun. */
export interface NewTrialAnswer extends OkAnswer {
  /** Its number. */
  trial: string;
}

/** What the camera over the tray shows. */
export interface CameraAnswer extends OkAnswer, CameraStatusJson {
}

/** How well the camera sees the tray. */
export interface CameraSetupAnswer extends OkAnswer, CameraSetupJson {
}

/** Whether the players teach the reader of dice, and how many dice they have told of. */
export interface LearningAnswer extends OkAnswer, LearningJson {
}

/** The cameras that can be used. */
export interface CamerasAnswer extends OkAnswer {
  cameras: FoundCameraJson[];
}

/** A picture of the tablet's own camera has come. */
export interface TabletFrameAnswer extends OkAnswer {
  /** Whether the tray is looked at through the tablet now; a tablet that is not needed stops sending. */
  used: boolean;
}

/** The tray as it is afterwards. */
export interface TrayAnswer extends OkAnswer {
  tray: TrayStatusJson;
}

/** Buttons and cards that are being tried. */
export interface TrayTestAnswer extends OkAnswer, TrayTestJson {
}

/** The last check. */
export interface CheckAnswer extends OkAnswer, CheckJson {
}

/** How the parts of the table are. */
export interface DevicesAnswer extends OkAnswer, DevicesNow {
}

/** What the simulated tray shows. */
export interface TrayLineAnswer extends OkAnswer {
  shown: string;
}

/** The seat is taken. */
export interface JoinAnswer extends OkAnswer {
  /** Proves this seat at this game the next time. */
  token: string;
  game: string | null;
  seat: Seat;
  view: View | null;
  /** The last lines of the log. */
  log: LogLine[];
  /** Files of games that were damaged, and what became of them. */
  notices: NoticeJson[];
  devices: DeviceStatuses;
}

/** It is done. */
export interface IntentAnswer extends OkAnswer {
  /** Of the game, afterwards. */
  version: number;
}

/** A page of the log. */
export interface LogAnswer extends OkAnswer {
  log: LogLine[];
}

/** What going back would take back; nothing has been done. */
export interface GoingBackAnswer extends OkAnswer {
  going_back: GoingBack;
}

/** Log lines of a change. */
export interface HappenedEvent {
  version: number;
  lines: LogLine[];
}

/** The chosen box is another, or has other values. */
export interface BoxEvent {
  content: string;
}

/** One backup of the data folder. */
export interface BackupJson {
  /** Of its file. */
  name: string;
  bytes: number;
  /** Seconds since 1970; null if the file cannot be read. */
  made: number | null;
  /** What it was made for: evening, asked, before_restore, brought. */
  why: string;
  games: number;
  boxes: number;
  /** The release that made it. */
  version: string;
}

/** The newest first. */
export interface BackupsAnswer extends OkAnswer {
  backups: BackupJson[];
}

/** A backup that was made or taken in, by its name. */
export interface BackupAnswer extends OkAnswer {
  backup: string;
}

/** Where a value comes from. */
export const PROVENANCES = ["rulebook", "reported", "stand-in", "owner"] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** A name by language: {"en": "Brute", "fr": "Brute"}; English is always there. */
export type LocalNames = { [key: string]: string };

/** One clause of an effect or a condition: its `verb`, and what the verb is about. */
export type ClauseJson = { [key: string]: Json };

/** The facts of a refusal about a box, a card or a scenario; also what is wrong with a box of the list. */
export interface BoxTrouble {
  /** The value that cannot be used: "human.brute.lines.1", "file". */
  key: string;
  /** Why not, in English; for whoever edits files by hand. */
  reason: string;
  /** Names the tablet's own sentence, where it has one, and what that is about. */
  code?: string;
  facts?: Facts;
}

/** A box in the list of boxes. */
export interface BoxSummary {
  id: string;
  name: LocalNames;
  /** Names its values; the same text means the same values. Null when the box cannot be used. */
  content: string | null;
  /** How many values, cards and scenarios are the owner's. */
  owner_values: number;
  cards: number;
  scenarios: number;
  trouble: BoxTrouble | null;
}

/** What matters of a scenario before a game is begun. */
export interface ScenarioChoices {
  /** Gifts a handicap may add: those the scenario has not. */
  extra_gifts: string[];
  /** How many values a game of it would be played with are stand-ins, those of warriors and cards counted in. */
  unconfirmed: number;
}

/** All of a box, as it is in its files: every value as {is, from, note}. */
export interface BoxJson {
  /** Names its values; the same text means the same values. */
  version: string;
  /** The sections of the pack, as in the TOML files. */
  pack: { [key: string]: Json };
  scenarios: { [key: string]: Json }[];
  /** By the id of the scenario. */
  choices: { [key: string]: ScenarioChoices };
  /** Card id → the numbers of its labels. */
  tags: { [key: string]: number[] };
}

export interface NumberPlace {
  /** The way to a number inside the clauses of an effect: keys, and places in lists. */
  at: (string | number)[];
  is: number;
  least: number;
  most: number;
}

export interface LineForm {
  kind: "line";
  /** The smallest and the largest number there may be. */
  mvt: number[];
  cbt: number[];
  def: number[];
}

/** A number within bounds. */
export interface NumberForm {
  kind: "number";
  least: number;
  most: number;
}

/** Some of these words. */
export interface WordsForm {
  kind: "words";
  of: string[];
}

/** An effect, of which only the numbers are changed here. */
export interface ClausesForm {
  kind: "clauses";
  numbers: NumberPlace[];
}

/** The kind and the openings of a tile. */
export interface TileForm {
  kind: "tile";
  kinds: string[];
}

/** Spaces of the Squamata board: which dice they may take, and the talents they may give. */
export interface SpacesForm {
  kind: "spaces";
  dice: string[];
  talents: string[];
}

/** Yes or no, a name in several languages, or something that can only be confirmed. */
export interface PlainForm {
  kind: "flag" | "name" | "other";
}

/** How a value is edited: which numbers, which words. */
export type ValueForm = LineForm | NumberForm | WordsForm | ClausesForm | TileForm | SpacesForm | PlainForm;

export interface CheckValue {
  /** Names the value: "pack.human.brute.lines.1". */
  path: string;
  /** The last word of the path. */
  field: string;
  /** The id of the card, tile or scenario it belongs to. */
  of: string;
  is: Json;
  /** Empty for a mere name. */
  from: Provenance | "";
  note: string;
  form: ValueForm;
}

export const CHECK_KINDS = ["human", "fiend", "gift", "object", "card", "scenario", "destiny", "deck", "tiles", "skill", "squamata", "part", "deadly"] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** As certain as its least certain value. */
export const CHECK_STATES = ["open", "reported", "printed", "confirmed"] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** A card, a deck, the board, the tiles: what an owner compares at once. */
export interface CheckItem {
  id: string;
  kind: CheckKind;
  /** Decks, the Destiny board and the tiles have no name of their own. */
  name: LocalNames | null;
  state: CheckState;
  /** How long it takes to compare it. */
  seconds: number;
  values: CheckValue[];
}

/** What of the box matters to a scenario, the weightiest open item first. */
export interface BoxCheck {
  scenario: string;
  content: string;
  /** How many items are open, how many are not, and how long the open ones take. */
  to_check: number;
  checked: number;
  minutes: number;
  items: CheckItem[];
}

export const CAMERA_HEALTHS = ["none", "starting", "good", "frozen", "gone"] as const;
export type CameraHealth = (typeof CAMERA_HEALTHS)[number];

/**
 * What the watcher makes of the tray; "scan" while tags are looked for; "starting", "gone", "none" without an image.
 */
export const TRAY_IMAGE_STATES = ["empty", "moving", "hand", "settled", "cocked", "unsure", "scan", "starting", "gone", "none"] as const;
export type TrayImageState = (typeof TRAY_IMAGE_STATES)[number];

export interface LiveDieJson {
  face: number;
  confidence: number;
  /** Need nobody look at this die? */
  sure: boolean;
  /** x, y, width, height in pixels of the camera's image. */
  box: number[];
}

/** The camera's newest image and what is read in it. */
export interface LiveImageJson {
  health: CameraHealth;
  /** Of the newest frame; 0 for none. */
  number: number;
  /** Width and height that boxes are measured in. */
  size: number[] | null;
  state: TrayImageState;
  sure: boolean;
  dice: LiveDieJson[];
  /** Boxes of dice beside the tray. */
  outside: number[][];
}

export interface CameraStatusJson extends LiveImageJson {
  /** The camera's name; null where there is none. */
  camera: string | null;
  simulated: boolean;
  /** A card may lie there that this seat must not see. */
  hidden: boolean;
}

export interface FoundCameraJson {
  id: string;
  name: string;
  real: boolean;
  used: boolean;
}

export const CAMERA_PROBLEM_NAMES = ["blurred", "dark", "bright", "glare", "dark_left", "dark_right", "dark_far", "dark_near", "small", "no_marks", "moved", "other_size", "other_light", "out_of_focus", "cropped", "focus_not_kept"] as const;
export type CameraProblemName = (typeof CAMERA_PROBLEM_NAMES)[number];

/** What was learned from the players about the dice of this table. */
export interface LearningJson {
  /** Whether dice can be read here at all: otherwise there is nothing to learn. */
  can_read: boolean;
  on: boolean;
  /** Dice that were read right and confirmed, and those that were corrected. */
  confirmed: number;
  corrected: number;
}

/** Help for the person who sets the camera up. Corners are clockwise from the far left. */
export interface CameraSetupJson {
  size: number[];
  saved: number[][] | null;
  /** Corners by the printed marks, if they are seen. */
  marks: number[][] | null;
  problems: CameraProblemName[];
  /** How sharp the image is, and from where on that is enough. */
  sharpness: number;
  sharp_from: number;
  /** Pixels of a die, if one is read. */
  die: number | null;
}

export interface TilePlaceJson {
  /** The number of the tile in the box. */
  tile: string;
  at: number[];
  rotation: number;
}

/** A tile that lies otherwise on the table than in the game, by its name in the game, its number or its tag. */
export interface BoardDifferenceJson {
  change: "missing" | "unexpected" | "moved" | "turned" | "twice" | "loose" | "stranger";
  tile: string;
  expected: TilePlaceJson | null;
  seen: TilePlaceJson | null;
  /** By its face the tile may be another one, or lie here after all: hands must look. */
  doubt: boolean;
}

export interface TilePositionJson {
  at: number[];
  rotation: number;
}

/** One correction that makes the game like the table, or why it cannot be made. */
export interface TakeOverJson {
  /** Tiles that the camera does not see stay in the game. */
  keeps_unseen: boolean;
  /** By the tile's name in the game; null takes the tile away. */
  tiles: { [key: string]: TilePositionJson | null };
  refusal: RefusalJson | null;
}

export interface BoardCheckJson {
  version: number;
  differences: BoardDifferenceJson[];
  /** Tiles that were seen and that nobody taught. */
  unknown: number;
  seen: TilePlaceJson[];
  take_over: TakeOverJson[];
}

export interface CardNumberJson {
  /** 1 to 6 on a warrior's card, 0 on a demon's. */
  line: number;
  /** mvt, cbt, def, or health on a demon's card. */
  value: string;
  digit: number;
  confidence: number;
  sure: boolean;
  /** Other digits it might be, best first. */
  guesses: number[];
  box: number[];
}

/** The numbers that a photo of a card seems to show. Proposals only. */
export interface CardPhotoJson {
  /** Null where no card could be made out. */
  kind: "warrior" | "demon" | null;
  numbers: CardNumberJson[];
  doubts: string[];
  corners: number[][];
  sure: boolean;
  ms: number;
}

/** "deadly": events of Deadly Destiny, which are printed in a scenario. */
export const CARD_DECKS = ["gift", "object", "advantage", "event", "skill", "deadly"] as const;
export type CardDeck = (typeof CARD_DECKS)[number];

/** Whom or what a card is aimed at; empty where it is at nobody. */
export interface AimJson {
  who: string;
  reach: "any" | "same_tile" | "adjacent";
  line: boolean;
  tile: "" | "any";
}

/** What it takes to play a card. */
export interface CostJson {
  /** Threat Points. */
  tp: number;
}

/** A card as the owner types it in, plain values only. */
export interface CardSheet {
  id?: string;
  deck: CardDeck;
  name: LocalNames;
  copies: number;
  when?: string[];
  aim: AimJson;
  effect?: ClauseJson[];
  /** Played as "do what your card says". */
  by_hand: boolean;
  die?: number;
  bearers?: string[];
  cost?: CostJson;
  condition?: ClauseJson[];
  /** Points of Deadly Destiny. */
  price?: number;
}

/** One piece of a condition, with all its facts. */
export interface PieceInWords {
  piece: string;
  facts: Facts;
}

/** What happens at some scores of a die. */
export interface TableRowInWords {
  scores: number[];
  then: StepInWords[];
}

/** One verb of an effect as data for a sentence, defaults filled in. */
export interface StepInWords {
  verb: string;
  facts: Facts;
  /** Whom it is about: target, chosen, each, subject, bearer, nobody, or a scope such as "side:human". */
  whom: string;
  then: StepInWords[];
  when: PieceInWords[];
  table: TableRowInWords[];
}

/** What a card would do. */
export interface CardPreview {
  deck: CardDeck;
  name: LocalNames;
  when: string[];
  die: number | null;
  bearers: string[];
  cost: CostJson | null;
  price: number | null;
  condition: PieceInWords[];
  aim: AimJson;
  by_hand: boolean;
  steps: StepInWords[];
}

/** A card of the box, to be changed and sent back. */
export interface CardOfBox {
  sheet: CardSheet;
  preview: CardPreview;
  /** Numbers of its labels. */
  tags: number[];
}

/** A sheet that can be kept as it is. */
export interface CheckedCard extends CardOfBox {
  /** The id the card has, or would get. */
  id: string;
}

/** A card that is in the chosen box from now on. */
export interface KeptCard {
  id: string;
  tags: number[];
  content: string;
}

/** One fact of a verb. `kind` says of what sort it is, or names something of the box. */
export interface FactForm {
  kind: "number" | "word" | "words" | "then" | "when" | "table" | "who" | "profile" | "figure" | "tile_kind" | "scope" | "name";
  /** Bounds of a number. */
  least?: number;
  most?: number;
  /** The words there are. */
  of?: string[];
  /** One of the two: it must be there, or this is what counts without it. */
  required?: true;
  default?: Json;
}

/** A verb of an effect. */
export interface VerbForm {
  facts: { [key: string]: FactForm };
  /** Whether it describes an Object, in place of doing something once. */
  object: boolean;
}

/** A piece of a condition. */
export interface PieceForm {
  facts: { [key: string]: FactForm };
}

/** Everything a card or a scenario can be built from, with the names of this box. */
export interface Palette {
  verbs: { [key: string]: VerbForm };
  pieces: { [key: string]: PieceForm };
  /** Verbs about one warrior. */
  needs_target: string[];
  /** Deck → when its cards may be played. */
  when: { [key: string]: string[] };
  who: string[];
  reach: string[];
  until: string[];
  scopes: string[];
  talents: string[];
  profiles: string[];
  figures: string[];
  tile_kinds: string[];
  /** When a special rule of a scenario can take effect. */
  moments: string[];
}

export interface LineValues {
  mvt: number;
  cbt: number;
  def: number;
}

/** A warrior on the small table. */
export interface RehearsedWarrior {
  profile: string;
  figure: string;
  tile: string;
  fate: string;
  now: LineValues;
  talents: string[];
  cancelled: number[];
  wounds: number;
  tokens: string[];
  exhausted: boolean;
}

/** Something that is different afterwards. */
export interface RehearsedChange {
  /** The warrior; empty for the table. */
  of: string;
  what: string;
  before: Json;
  after: Json;
}

/** How a question of the card was answered in the rehearsal. */
export interface RehearsedAnswer {
  side: string;
  kind: string;
  what: string;
  answer: Facts;
}

/** Something that happened, as in the log. */
export interface RehearsedHappening {
  key: string;
  facts: Facts;
}

/** One way to play the card, played to the end. */
export interface RehearsedPlay {
  /** The verb that plays it. */
  do: Facts;
  answers: RehearsedAnswer[];
  happenings: RehearsedHappening[];
  after: { [key: string]: RehearsedWarrior };
  /** Threat Points afterwards. */
  tp: number;
  changed: RehearsedChange[];
}

/** Why the card cannot be played at all on the small table. */
export interface RehearsedRefusal {
  rule: string;
  key: string;
  facts: Facts;
}

/** A card on a small table: every way it can be played, and what that does. */
export interface Rehearsal {
  phase: string;
  before: { [key: string]: RehearsedWarrior };
  tp: number;
  /** What an Object changes by being carried. */
  carried: RehearsedChange[];
  ways: RehearsedPlay[];
  refused: RehearsedRefusal | null;
}

/** The rehearsal of a sheet. */
export interface RehearsedCard extends Rehearsal {
  id: string;
}

/** Something that could be done, how good it is, and a word why. */
export interface IdeaJson {
  do: Do;
  why: Sentence;
  chance: number;
  either_way: number;
  /** How much worse than the best, and the limits of that: they were played out in the same imagined worlds. */
  behind: number;
  behind_either_way: number;
}

/** What came of a question so far. */
export interface CoachNow {
  /** The version of the game it was asked about, and for which side. */
  version: number;
  side: Side;
  /** Play-outs made, of how many. */
  done: number;
  of: number;
  /** The side's chance as the game stands, and how its play-outs ended; null before they are done. */
  chance: number | null;
  either_way: number;
  ends: Partial<Record<Winner, number>>;
  /** The best first, as far as they are known by now; empty before a roll. */
  ideas: IdeaJson[];
  /** The player's own, if one was to be rated; behind the best, or before it. */
  rated: IdeaJson | null;
}

/** The last question of this seat; null if it has asked none. */
export interface CoachAnswer extends OkAnswer {
  state: WorkState | null;
  now: CoachNow | null;
}

/** The chance after an act; 0 is the set-up. */
export interface ChancePoint {
  seq: number;
  round: number;
  chance: number;
  either_way: number;
}

/** What its side could have done instead, from what it knew: its chance then, and what it would have gained. */
export interface BetterJson {
  do: Do;
  why: Sentence;
  chance: number;
  gain: number;
  either_way: number;
}

/** A point at which the chance became another one. */
export interface TurnedJson {
  /** The act, for the replay. */
  seq: number;
  round: number;
  /** Dice, a choice of the side, or a correction by hand. */
  mover: Mover;
  side: Side;
  before: number;
  after: number;
  /** Of the change. */
  either_way: number;
  /** What was done, and what happened. */
  name: Sentence;
  lines: Sentence[];
  /** Null where nothing was surely better. */
  better: BetterJson | null;
}

/** What dice and draws brought the side of the curve, by the side that threw them. */
export interface ChanceLuck {
  by_side: Partial<Record<Side, number>>;
  either_way: number;
}

/** How far the analysis is, and what is known so far. */
export interface AnalysisNow {
  done: number;
  of: number;
  /** Whose chance the curve tells: the side that comes first in turn order. */
  side: Side;
  points: ChancePoint[];
  /** Null until they are looked for; at most five. */
  turns: TurnedJson[] | null;
  luck: ChanceLuck | null;
  /** Nothing more comes. */
  whole: boolean;
}

/** The analysis of a game that is over for good; nulls if nobody has asked for it yet. */
export interface AnalysisAnswer extends OkAnswer {
  state: WorkState | null;
  now: AnalysisNow | null;
}

/** Why there is no link to the tray; `code` names the sentence in the tablet's languages. */
export interface TrayProblemJson {
  code: string;
  facts: Facts;
}

/** The board that is connected; `can` lists its parts ("light:24", "reader"). */
export interface TrayBoardJson {
  board: string;
  firmware: string;
  can: string[];
}

/** The light of the ring: level 1 to 255, colour rrggbb. */
export interface RingLightJson {
  level: number;
  colour: string;
}

export interface ButtonTestJson {
  presses: number;
  down: boolean;
}

/** What lies on the reader: a tile, a card by its deck, a sticker that is on no piece of the box. */
export const PIECE_KINDS = ["tile", "gift", "object", "advantage", "event", "demon", "unknown"] as const;
export type PieceKind = (typeof PIECE_KINDS)[number];

/** A piece on the reader, by its kind only: everybody sees the devices page, and the card may be hidden. */
export interface CardTestJson {
  kind: PieceKind;
}

/** The test mode: buttons and cards are only shown, the game does not get them while it `lasts`. */
export interface TrayTestJson {
  lasts: boolean;
  buttons: { [key: string]: ButtonTestJson };
  card: CardTestJson | null;
}

/** The tray; `faults` is part to fault code, `light` is None while the ring is dark. */
export interface TrayStatusJson {
  state: "connected" | "searching" | "problem";
  port: string;
  problem: TrayProblemJson | null;
  board: TrayBoardJson | null;
  bad_frames: number;
  resets: number;
  faults: { [key: string]: string };
  simulated: boolean;
  light: RingLightJson | null;
  test: TrayTestJson;
}

/** The service was started without a tray. */
export interface NoTrayJson {
  state: "none";
}

export const PART_STATES = ["ok", "missing", "fail"] as const;
export type PartState = (typeof PART_STATES)[number];

/** The result for one part. `what` and `do` are English; `code` and `facts` are for other languages. */
export interface CheckFindingJson {
  part: string;
  state: PartState;
  what: string;
  do: string;
  code: string;
  facts: Facts;
}

/** The last check, as far as it has come. */
export interface CheckJson {
  running: boolean;
  findings: CheckFindingJson[];
}

/** One word for a device, for the bar on top of every tablet. */
export const DEVICE_STATUSES = ["none", "ready", "simulated", "starting", "searching", "gone", "problem"] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** How camera and tray are. */
export interface DeviceStatuses {
  camera: DeviceStatus;
  tray: DeviceStatus;
}

/** The camera on the devices page. */
export interface CameraPart extends LiveImageJson {
  name: string;
}

/** The parts of the table. */
export interface DevicesNow {
  tray: TrayStatusJson | NoTrayJson;
  camera: CameraPart | null;
  /** Devices that could not be used when the service started, with the reason. */
  faults: CheckFindingJson[];
  /** Space on the disk. */
  free_megabytes: number | null;
  /** Temperature of the processor. */
  degrees: number | null;
}

export const FIRST_STEPS = ["camera", "focus", "corners", "light", "rolls", "box", "game"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export const FIRST_STEP_STATES = ["open", "done", "skipped"] as const;
export type FirstStepState = (typeof FIRST_STEP_STATES)[number];

export interface FirstStepJson {
  step: FirstStep;
  state: FirstStepState;
  /** Spent on it so far. */
  seconds: number;
}

/** A practice roll as it truly lay, and whether it was read so. */
export interface PracticeRollJson {
  faces: number[];
  right: boolean;
}

/** A roll that waits for somebody to say whether it was read right. */
export interface PracticeReadingJson {
  reading: string;
  faces: number[];
  sure: boolean;
}

/** How far setting up has come. It is kept: somebody else can go on with it another day. */
export interface FirstRunAnswer extends OkAnswer {
  steps: FirstStepJson[];
  /** The practice rolls so far; `wanted` are enough. */
  rolls: PracticeRollJson[];
  wanted: number;
  dice: number;
  /** Rolls go to the practice and not to the game, until nobody has asked for a while. */
  practising: boolean;
  waiting: PracticeReadingJson | null;
}

/** What became of a step, and how long it took. */
export interface FirstStepRequest {
  step: FirstStep;
  state: FirstStepState;
  seconds?: number;
}

/** Begin to practise, or end it. */
export interface PracticeRequest {
  on: boolean;
}

/** The faces of a roll as they truly lie; the same as read if it was right. */
export interface PracticeRollRequest {
  reading: string;
  faces: number[];
}

/** Why a game is not in the list any more. */
export const KEPT_KINDS = ["damaged", "deleted"] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];

/**
 * What is wrong with a file: a record is damaged or missing, the next step does not play under the rules and the box
 * of today, the file itself is damaged, or there is nothing in it.
 */
export const DAMAGE_KINDS = ["record", "unplayable", "malformed", "empty"] as const;
export type DamageKind = (typeof DAMAGE_KINDS)[number];

/** How far a game is: nothing hidden. */
export interface GameProgress {
  version: number;
  /** Seconds since 1970. */
  created: number;
  played: number;
  scenario: string;
  round: number;
  phase: Phase;
  winner: string | null;
}

/** A game in the list of games. */
export interface GameSummary extends GameProgress {
  game: string;
  /** The players' own; may be empty. */
  title: string;
  /** Put away: not in the list unless it is asked for. */
  archived: boolean;
  players: PlayerNames;
}

/** A game that was deleted, or damaged and set aside: what can be said of it at a glance. */
export interface KeptGame {
  /** The name of its file: "1a2b3c4d.damaged-1". */
  id: string;
  /** The game it was. */
  game: string;
  kind: KeptKind;
  title: string;
  /** Null where the file does not say it any more. */
  scenario: string | null;
  played: number | null;
  /** When it was deleted or set aside, and until when it is kept; null: until somebody takes it away. */
  since: number;
  until: number | null;
}

/** The same, after its file was read to the end. */
export interface KeptGameDetails extends KeptGame {
  /**
   * How many records can be used, and what is wrong with the rest, also in words for engineers; null if all is good.
   */
  records: number;
  damage: DamageKind | null;
  reason: string | null;
  /** How far the good part goes; null if there is none. */
  progress: GameProgress | null;
}

/** A page of the games, the one played last first. */
export interface GamesAnswer extends OkAnswer {
  games: GameSummary[];
  /** How many games were found in all, how many a page has, and how many are put away. */
  found: number;
  page_size: number;
  archived: number;
  /** Files of games that were damaged, and what became of them. */
  notices: NoticeJson[];
}

/** A game as the list shows it now. */
export interface GameSummaryAnswer extends OkAnswer {
  game: GameSummary;
}

/** A game that was deleted. */
export interface DeletedGameAnswer extends OkAnswer {
  /** By which it can be brought back. */
  kept: string;
}

/** The games that were deleted or set aside, the latest first. */
export interface KeptGamesAnswer extends OkAnswer {
  games: KeptGame[];
}

/** One of them, after its file was read. */
export interface KeptGameAnswer extends OkAnswer {
  game: KeptGameDetails;
}

/** What players say of a game; what is left out stays as it is. */
export interface GameLabels {
  title?: string | null;
  archived?: boolean | null;
  /** What the players call themselves. */
  human?: string | null;
  demon?: string | null;
  squamata?: string | null;
}

export type Yes = true;

export type ReadingId = string;

/** Per kind of reading: apply at once when sure, apply after a countdown, or always ask. */
export const MODES = ["sure", "countdown", "ask"] as const;
export type Mode = (typeof MODES)[number];

/** What becomes of readings from now on; what is left out stays as it is. */
export interface PolicyChange {
  dice?: Mode | null;
  tiles?: Mode | null;
  cards?: Mode | null;
  /** How long a countdown takes. */
  seconds?: number | null;
  /** The same for dice that are likely right, not sure. They are never taken more easily than sure ones. */
  likely?: Mode | null;
  likely_seconds?: number | null;
  /** Whether players may ask the coach: for the host's seat, or the one that holds all seats. */
  coach?: boolean | null;
}

export interface Undo {
  undo: Yes;
}

export interface Redo {
  redo: Yes;
}

/** Everything after this act is taken back: its number in the log, 0 for the beginning of the game. */
export interface UndoTo {
  undo_to: number;
}

/** A way of several steps, as `reach` of a view has it; it ends early where something happens on it. */
export interface Walk {
  walk: { [key: string]: Json }[];
}

/** All hits of an attack at once: by warrior, the lines they cancel. */
export interface Allot {
  allot: { [key: string]: number[] };
}

/** The physical table is as the game: what an undo left to put back lies where it belongs. */
export interface PutBackDone {
  put_back_done: Yes;
}

/** Everything that the card that is played by hand says has been done. */
export interface CardDone {
  card_done: Yes;
}

/** Set anything by hand; the vocabulary is that of `companion.rules.override`. */
export interface Override {
  override: { [key: string]: Json };
  why?: string;
}

/** Go on with the values of the box that is chosen now. */
export interface UseBox {
  use_box: Yes;
}

/** The pending reading is right. */
export interface Accept {
  accept: ReadingId;
}

/** The dice of the pending reading are these. */
export interface Correct {
  correct: ReadingId;
  faces: number[];
}

/** The pending reading is not meant for the game. */
export interface Reject {
  reject: ReadingId;
}

/** Somebody looks at the pending reading: its countdown stops. */
export interface Hold {
  hold: ReadingId;
}

export interface SetPolicy {
  policy: PolicyChange;
}

/** The companion rolls the dice that are awaited. */
export interface RollForMe {
  roll_for_me: Yes;
}

/** The companion draws the tile or card that is awaited. */
export interface DrawForMe {
  draw_for_me: Yes;
}

/** Hands have done what the companion's order says. */
export interface OrderDone {
  order_done: Yes;
}

/** A side agrees that the game is over, or takes it back. Once both have, nothing is undone and all is told. */
export interface ConfirmEnd {
  confirm_end: boolean;
}

/** A game with a winner. Cards stay hidden until both sides have confirmed that it is over (`confirm_end`). */
export interface EndJson {
  confirmed: Side[];
  /** Both have: nothing can be undone any more, and an export tells all. */
  closed: boolean;
}

export type TableVerb =
  | Undo
  | UndoTo
  | Redo
  | Walk
  | Allot
  | PutBackDone
  | CardDone
  | Override
  | UseBox
  | Accept
  | Correct
  | Reject
  | Hold
  | SetPolicy
  | RollForMe
  | DrawForMe
  | OrderDone
  | ConfirmEnd;

export type Json = boolean | number | string | Json[] | { [key: string]: Json } | null;

/** What a sentence is about, by name: {"warrior": "brute-1", "own": 1, "enemies": 2}. */
export type Facts = { [key: string]: Json };

/** How work in a process of its own is. */
export const WORK_STATES = ["running", "done", "stopped", "failed"] as const;
export type WorkState = (typeof WORK_STATES)[number];

/** Something the tablet turns into a sentence: a key and what it is about. */
export interface Sentence {
  key: string;
  facts: Facts;
}

export type Word = string;

export type BoxName = string;

export type ValuePath = string;

export type TitleWord = string;

export type Few = number;

export type Version = number;

/** x and y in pixels. */
export type Corner = [number, number];

/**
 * Take a seat at a game; table and host also at the service alone (`game` null). The token of an earlier join proves
 * its seat at its game; for any other it replaces the code. A player's seat that another tablet holds is refused with
 * `table/seat_held`: its holder is asked, and the same message sent again every few seconds is answered as soon as it
 * is decided.
 */
export interface Join {
  game?: string | null;
  seat: Seat;
  code?: string;
  token?: string | null;
}

/** Do something. A repeated id is answered as the first time and not done again. */
export interface IntentMessage {
  /** The sender's own; never used twice. */
  id: string;
  /** The version of the view it was made on. */
  version: Version;
  /** The verb: one leading key and what belongs to it. */
  do: Do;
}

/** Older lines of the log: the page before a record. */
export interface LogRequest {
  before: Version;
}

/** What would it mean to go back to this act? */
export interface GoingBackRequest {
  undo_to: Version;
}

/** The team of the auction's winner, and the bid it must be worth. */
export interface TeamRequest {
  bid: Few;
  gifts?: Word[];
  brutes?: Few;
  blades?: Few;
  /** The objects of each warrior, by its id. */
  objects?: Partial<Record<Word, Word[]>>;
  advantages?: Few;
}

/** An auction so far: what was bid, and the team the lowest bidder is building. */
export interface AuctionRequest {
  /** In the order they were made. */
  bids?: Few[];
  team?: TeamRequest | null;
}

/** Where dice, tiles and cards come from at this table; "companion" rolls and draws itself. */
export interface Sources {
  dice?: DiceInput;
  tiles?: PieceInput;
  cards?: PieceInput;
}

export const HANDICAPS = ["events_out", "more_tp", "more_advantage", "more_gift"] as const;
export type Handicap = (typeof HANDICAPS)[number];

/** A new game. */
export interface GameRequest {
  scenario: Word;
  /** House rules by name. */
  house?: Partial<Record<Word, Json>>;
  /** The player who gets a whole handicap, as earlier releases asked for it. */
  handicap?: Side | null;
  /** Handicaps, each on its own: the first two help the Demon (SET-5), the others the Human (SET-6). */
  handicaps?: Handicap[];
  /** The Gift the humans get with `more_gift`. */
  extra_gift?: Word | null;
  team?: TeamRequest | null;
  sources?: Sources;
  /** Against the companion; null where people play all sides. */
  opponent?: Opponent | null;
}

/** Whether players may ask the coach. */
export interface CoachRequest {
  on: boolean;
}

/** What could this seat do? With an idea of its own: a verb of an intent, which is rated and not done. */
export interface CoachQuestion {
  idea?: Partial<Record<Word, Json>> | null;
}

/** A name in up to three languages. */
export interface Title {
  en: TitleWord;
  fr?: TitleWord | null;
  ru?: TitleWord | null;
}

/** A box to begin: empty, or a variant of another. */
export interface NewBox {
  name: Title;
  copy_of?: BoxName | null;
}

/** Another name for a box. */
export interface NewTitle {
  name: Title;
}

/** What the owner states about the chosen box. All of it is taken over, or none. */
export interface BoxValuesRequest {
  /** New values by path. */
  values?: Partial<Record<ValuePath, Json>>;
  /** Paths or items whose values match the card. */
  confirm?: ValuePath[];
  /** Paths or items that go back to our values. */
  forget?: ValuePath[];
  /** Answer with what is still to check for this scenario. */
  scenario?: BoxName | null;
}

/** The label or the sticker that is on a card from now on. */
export interface BindRequest {
  /** Of a printed label: "card-51". */
  tag?: BoxName | null;
  /** Of a sticker for the tray's reader. */
  uid?: BoxName | null;
}

/** How many games to play. */
export interface TrialRequest {
  games?: number;
}

/** A trial of a scenario as its sheet is now, before it is kept. */
export interface SheetTrialRequest extends TrialRequest {
  sheet: { [key: string]: Json };
}

/** The tray's corners, clockwise from the far left, in pixels of the image; null forgets them. */
export interface CornersRequest {
  corners: Corner[] | null;
}

/** One of the cameras that were found, by its id. */
export interface CameraRequest {
  camera: string;
}

/** Whether to learn from what players confirm and correct. */
export interface LearningRequest {
  on: boolean;
}

/** Whether buttons and cards are being tried: the game hears nothing of them meanwhile. */
export interface TrayTestRequest {
  on: boolean;
}

/** A command for the simulated tray, as it is typed; `help` lists them. */
export interface TrayLineRequest {
  line: string;
}

/** Where the service can be found, for a tablet that loses it. */
export interface PlacesEvent {
  /** Tells this service from every other. */
  service: string;
  /** Origins, the best first: "http://companion.local". */
  origins: string[];
  /** The same with https; empty where there is no secure address. */
  secure: string[];
}

/** The secure address, and the authority whose certificate a tablet installs for it. */
export interface SecureAnswer extends OkAnswer {
  /** "https://companion.local" …; empty where there is none. */
  origins: string[];
  /** SHA-256 of the authority's certificate, in pairs of letters and digits. */
  fingerprint: string;
  /** Until when that certificate is good: a day. */
  until: string;
}

/** This is that service, and where else it is. For every page of a private address. */
export interface HereAnswer extends OkAnswer, PlacesEvent {
}

/** A Wi-Fi network that is seen now. */
export interface WifiNetworkJson {
  ssid: string;
  /** 0 to 100. */
  signal: number;
  secured: boolean;
  /** Its word is kept. */
  known: boolean;
  joined: boolean;
}

/** What came of the last change; `reason` is NetworkManager's own, in English. */
export interface WifiChangeJson {
  ssid: string;
  outcome: "joined" | "taken_back" | "failed";
  reason: string;
}

/** The Wi-Fi of the machine. */
export interface WifiJson {
  /** The network it is in; empty for none. */
  joined: string;
  /** Whether its own hotspot is open. */
  hotspot: boolean;
  /** Whether it opens the hotspot where no known network is. */
  auto: boolean;
  hotspot_name: string;
  hotspot_word: string;
  power_saving_off: boolean;
  /** The strongest first. */
  networks: WifiNetworkJson[];
  /** The network that is being tried; empty for none. */
  trying: string;
  last: WifiChangeJson | null;
}

/** How tablets reach the service. */
export interface NetworkAnswer extends OkAnswer, PlacesEvent {
  /** "companion.local"; empty where there is none. */
  name: string;
  /** Somebody else in the network has the name that was wanted. */
  renamed: boolean;
  addresses: string[];
  ports: number[];
  /** Whether a way leads out of the network; not needed to play. */
  outward: boolean;
  /** Null where the machine has no NetworkManager or no Wi-Fi. */
  wifi: WifiJson | null;
}

/** Join a Wi-Fi network; empty word for a known or an open one. */
export interface JoinNetworkRequest {
  ssid: string;
  word?: string;
}

/** Open or close the hotspot now, or by itself from now on; what is left out stays as it is. */
export interface HotspotRequest {
  on?: boolean | null;
  auto?: boolean | null;
}

/** What the service is called in the network, without ".local". */
export interface NetworkNameRequest {
  name: string;
}

/** A line of a warrior's card. */
export interface ValuesJson {
  def: number;
  mvt: number;
  cbt: number;
}

/** Dice are awaited of this seat. */
export interface LegalRoll {
  number: number;
  /** May the player do without the roll? */
  optional: boolean;
}

/** The chances of an attack. */
export interface OddsJson {
  dice: number;
  to_hit: number;
  expected: number;
  /** How likely at least 0, 1, 2, … hits are. */
  at_least: number[];
}

export interface AttackOdds extends OddsJson {
  do: Do;
}

export interface RollOdds extends OddsJson {
  /** The DEF that is rolled against; null where there is none, or not one for all. */
  defence: number | null;
}

/** A card of warriors the Demon may bring in. */
export interface EntryJson {
  card: string;
  figure: string;
  /** In Threat Points. */
  cost: number;
  /** How many may still come: by the miniatures left in the box, and by the scenario. */
  left: number;
  /** Where it may enter now, and where for less. */
  tiles: string[];
  cheaper: { [key: string]: number };
  /** The lines of its card by the face of its free die; null for whoever comes without one. */
  lines: number[][] | null;
  refusal: RefusalJson | null;
}

/** A square of the Board of Destiny with the dice on it, and what they bring. */
export interface SquareJson {
  id: string;
  /** Takes dice once only. */
  red: boolean;
  used: boolean;
  dice: number[];
  tp: number;
  events: number;
}

/** A Hellhound while Dice of Destiny are placed. */
export interface HoundJson {
  warrior: string;
  /** The die given to it; 0 for none. */
  die: number;
}

/** The Board of Destiny while dice are placed; Threat Points and Events they bring in all. */
export interface DestinyJson {
  tp: number;
  events: number;
  squares: SquareJson[];
  /** Hellhounds that may be given a die, with the one that was. */
  hounds: HoundJson[];
}

/** A space of the Squamata board: the die it takes, and what that gives. */
export interface SpaceJson extends ValuesJson {
  dice: string;
  number: number;
  /** The faces that may lie on it now: none on a destroyed part. */
  faces: number[];
  talents: Talent[];
}

/** A part of the Squamata board while dice are placed. */
export interface InstinctPart {
  part: string;
  spaces: SpaceJson[];
}

/** The Squamata board while dice are placed. */
export interface InstinctJson {
  dice: number[];
  /** The values without any die, and the most they may become. */
  base: ValuesJson;
  most: ValuesJson;
  talents: Talent[];
  parts: InstinctPart[];
  /** May a die be placed on War Cry? */
  war_cry: boolean;
}

/** An event of the Deadly Destiny table. */
export interface DeadlyEventJson {
  event: string;
  price: number;
  when: Phase[];
  used: boolean;
  /** Played as "do what your scenario says". */
  by_hand: boolean;
  /** Why it cannot be played now; null where it can. */
  refusal: RefusalJson | null;
}

/** The Deadly Destiny table of the scenario, and the points the Demon holds. */
export interface DeadlyJson {
  points: number;
  events: DeadlyEventJson[];
}

export const LEVELS = ["easy", "fair", "hard"] as const;
export type Level = (typeof LEVELS)[number];

/** Who rolls its dice: a player in the real tray, or the companion itself. */
export const ROLLERS = ["player", "companion"] as const;
export type Roller = (typeof ROLLERS)[number];

/** What moved a chance: dice and draws, a decision, a correction by hand. */
export const MOVERS = ["dice", "choice", "hand"] as const;
export type Mover = (typeof MOVERS)[number];

/** The sides the companion plays, how well, and who rolls for it. Its cards are a deck of its own on the tablet. */
export interface Opponent {
  sides: Side[];
  level?: Level;
  rolls?: Roller;
  /** By which it decides what is equal: drawn when the game is begun, kept in its first record. */
  seed?: number | null;
}

/** A miniature where the order puts it. */
export interface GhostJson {
  warrior: string;
  figure: string;
  side: Side;
  tile: string;
  /** The tile it comes from; empty for one out of the box. */
  come_from: string;
}

/** What the companion wants hands to do next. Only one order is there at a time. */
export interface OrderJson {
  side: Side;
  title: Sentence;
  /** What lies otherwise on the physical table once it is done. */
  on_table: Sentence[];
  /** The acts it stands for. */
  steps: Do[];
  ghosts: GhostJson[];
  /** A word why. */
  why: Sentence;
  /** How many dice are rolled when it is done; 0 for none. A roll the camera has seen counts as done. */
  dice: number;
}

/** The companion at a game it plays in. */
export interface CompanionJson {
  sides: Side[];
  level: Level;
  rolls: Roller;
  /** Does the game wait for a decision of it, and is there no order yet? */
  thinking: boolean;
  order: OrderJson | null;
  /** Does this seat roll or draw a tile for it now? */
  hands: boolean;
}

/** What the players call themselves; empty where nobody said, or the side does not play. */
export interface PlayerNames {
  human: string;
  demon: string;
  squamata: string;
}

/** One side of a game, and whether anybody is there for it. */
export interface PlayerJson {
  side: Side;
  name: string;
  /** Does a tablet hold the seat? Is one of those connected now? */
  held: boolean;
  connected: boolean;
  /** Does the companion play it? */
  companion: boolean;
  /** For how many seconds none has been; null while one is, and before the first came. */
  away: number | null;
}

/** Everybody at a game: the sides that play, in turn order, and how many only watch. */
export interface PeopleEvent {
  players: PlayerJson[];
  watching: number;
}

/** Games that were played to the end, and who won. */
export interface Tally {
  games: number;
  human: number;
  demon: number;
  squamata: number;
}

export interface ScenarioTally extends Tally {
  scenario: string;
}

/** The games of a player as one of the sides. */
export interface SideTally {
  side: Side;
  games: number;
  won: number;
}

/** One player over all games, whichever side it was. */
export interface PlayerTally {
  name: string;
  games: number;
  won: number;
  /** Only the sides the player has been. */
  sides: SideTally[];
}

/** A game that was played to the end. */
export interface PlayedGame {
  game: string;
  title: string;
  scenario: string;
  players: PlayerNames;
  winner: string;
  rounds: number;
  /** Seconds since 1970. */
  played: number;
}

/** All games that were played to the end, the last one first, and what comes of counting them. */
export interface ChronicleAnswer extends OkAnswer {
  games: PlayedGame[];
  all: Tally;
  scenarios: ScenarioTally[];
  players: PlayerTally[];
}

export const READING_KINDS = ["dice", "tag"] as const;
export type ReadingKind = (typeof READING_KINDS)[number];

/** Only a settled reading can be used as it is; every other is shown. */
export const READING_STATES = ["settled", "cocked", "unsure", "hand", "moving", "empty"] as const;
export type ReadingState = (typeof READING_STATES)[number];

/** Why something was not done. Nothing has changed. */
export interface RefusalJson {
  /** Where it comes from and what it is: "rules/MOV-4", "table/stale", "box/refused". */
  code: string;
  /** Names the sentence in the tablet's languages. */
  key: string;
  /** What the sentence is about: numbers, names, reasons. */
  facts: Facts;
}

/** News that changes nothing in the game: a tray was unplugged, a file was damaged. */
export interface NoticeJson {
  code: string;
  key: string;
  facts: Facts;
}

/** A way of a warrior. */
export interface WayJson {
  /** MVT for the whole way. */
  cost: number;
  /** The steps, as verbs: alone, or as a `walk`. */
  steps: Do[];
  /** Tiles on the way, before its end, where something happens to whoever enters. */
  over: string[];
}

/** A tile a warrior can get to in this activation. */
export interface ReachJson extends WayJson {
  tile: string;
  /** A way that costs less and leads over tiles where something happens. */
  shortcut: WayJson | null;
}

/** A warrior that can take hits of the attack. */
export interface HitTakerJson {
  warrior: string;
  /** In the place of the one that was struck. */
  guard: boolean;
  /** How many lines 0, 1, 2, … hits cost it; as long as the most it can take. */
  lines: number[];
}

/** Hits that wait to be given out in one go (`allot`). */
export interface HitsJson {
  hits: number;
  takers: HitTakerJson[];
}

/** A die as it fell; null where it neither hits nor misses. */
export interface ResultDie {
  face: number;
  hit: boolean | null;
}

/** Whose dice they are, and what they were rolled for. */
export interface RollJson {
  /** Empty where a tile or a card asked for the roll. */
  attacker: string;
  target: string;
  tile: string;
  /** What a die needs; 0 where nothing is to be hit. */
  to_hit: number;
  /** The DEF of the target; null where there is none, or not one for all. */
  defence: number | null;
}

/** What the last tap, roll or undo came to. */
export interface ResultJson {
  /** The number of its last record: another number is another result. */
  seq: number;
  kind: "roll" | "effect" | "step" | "undo" | "redo" | "correction";
  /** The side that acted, or the seat that took something back or corrected. */
  by: string;
  /** Is it news that both players look up for? */
  banner: boolean;
  title: Sentence;
  more: Sentence[];
  dice: ResultDie[];
  roll: RollJson | null;
  /** How many acts it was. */
  steps: number;
  /** What the players' hands must do now. */
  on_table: Sentence[];
}

/** An act that undo or redo would move. */
export interface NamedAct {
  seq: number;
  name: Sentence;
}

/** A card whose text nobody told the companion is being played: its player does what it says, until `card_done`. */
export interface CardByHand {
  card: string;
  side: Side;
  /** What was corrected for it so far, the last one first. */
  changes: NamedAct[];
  /** What the players' hands must do for that. */
  on_table: Sentence[];
  /** The act before the card: going back there is not to play it. */
  before: number;
}

/** What going back in the log would come to. */
export interface GoingBack {
  /** How many acts would be taken back. */
  steps: number;
  /** What would lie wrongly on the physical table. */
  put_back: Sentence[];
  /** Rolls that would be offered again as they fell. */
  dice: number[][];
}

/** A Human of the scenario. */
export interface Recruit {
  card: string;
  objects: string[];
  /** Skills of a Sicaria. */
  skills?: string[];
  /** The kind or the number of the tile it starts on; empty: the first one. */
  tile: string;
}

/** A card the Demon may bring in for Threat Points. */
export interface Reinforcement {
  card: string;
  /** 0: as often as the miniatures allow. */
  most: number;
}

/** A warrior of the Demon on the table from the start. */
export interface Foe {
  card: string;
  tile: string;
}

/** Kartikeya as it comes. */
export interface SquamataForce {
  card: string;
  /** The kind or the number of the tile it starts on; empty: the first one. */
  tile: string;
  /** Its Squamata tiles. */
  tiles: string[];
}

/** A tile on the table at the start. */
export interface StartTile {
  kind: string;
  /** Column and row. */
  at: number[];
  /** The number of one tile of the box; left out: the first of its kind. */
  tile?: number;
  rotation: number;
}

/** A layer of the stack: tiles shuffled together. */
export interface StackLayer {
  random: number;
  /** Numbers of tiles, and kind → how many of it. */
  tiles: number[];
  kinds: { [key: string]: number };
  /** All tiles that are left. */
  rest: boolean;
}

/** How the stack of tiles is made, from top to bottom. */
export interface StackRecipe {
  /** Kinds and numbers that are taken out before. */
  set_aside: string[];
  tiles_aside: number[];
  layers: StackLayer[];
}

/** Something that happens at a moment: "enter:stash", "start:threat", "death:human". */
export interface SpecialRule {
  when: string;
  do: ClauseJson[];
  note?: string;
  /** Editions of the rules it belongs to. */
  since?: number;
  until?: number;
}

/** Who wins when all of it holds. */
export interface VictoryCondition {
  winner: Winner;
  /** Names the sentence; `says` is the owner's own. */
  reason: string;
  when: ClauseJson[];
  says?: LocalNames;
}

/** A scenario as the owner builds it, plain values only. What nobody has said is left out. */
export interface ScenarioSheet {
  id?: string;
  number?: number;
  /** The packs it is played with: "base", and expansions. */
  packs?: string[];
  name?: LocalNames;
  aim?: LocalNames;
  humans?: Recruit[];
  gifts?: string[];
  advantages?: number;
  events?: number;
  cards_out?: string[];
  /** Tokens laid in secret: what each of them shows. */
  tokens?: { [key: string]: string[] };
  /** The Action Die every Human has at the start. */
  first_die?: number;
  /** Who explores, where it is not the Humans alone. */
  explorers?: Side[];
  /** Who plays, in turn order. */
  sides?: Side[];
  squamata?: SquamataForce;
  /** The Deadly Destiny table: events in its order. */
  deadly?: string[];
  tp?: number;
  reinforcements?: Reinforcement[];
  foes?: Foe[];
  start?: StartTile[];
  stack?: StackRecipe;
  special?: SpecialRule[];
  victory?: VictoryCondition[];
  way_out?: string[];
}

/** A scenario in the list. */
export interface ScenarioEntry {
  id: string;
  /** Its number in the rulebook; 0 for none. */
  number: number;
  /** The box it comes from. */
  pack: string;
  name: LocalNames;
  /** Made by the owner. */
  own: boolean;
  /** What of it is still a stand-in. */
  open: string[];
}

/** The stack of a scenario of the box, to begin a new one from. */
export interface NamedRecipe {
  id: string;
  name: LocalNames;
  stack: StackRecipe;
}

/** A ready-made part: what it adds to a sheet. */
export interface ScenarioPart {
  id: string;
  special: SpecialRule[];
  victory: VictoryCondition[];
}

/** All ready-made parts. */
export interface ScenarioParts {
  special: ScenarioPart[];
  victory: ScenarioPart[];
}

/** The scenarios of the box and what a new one can be begun from. */
export interface ScenarioList {
  scenarios: ScenarioEntry[];
  recipes: NamedRecipe[];
  /** Reasons of victory that have a sentence. */
  reasons: string[];
  parts: ScenarioParts;
}

/** A special rule as data for sentences. */
export interface SpecialInWords {
  when: string;
  steps: StepInWords[];
}

/** A condition of victory as data for sentences. */
export interface VictoryInWords {
  winner: Winner;
  when: PieceInWords[];
}

/** What the sheet's rules say. */
export interface ScenarioInWords {
  special: SpecialInWords[];
  victory: VictoryInWords[];
}

/** The recipe, and how many tiles each layer has. */
export interface CountedStack extends StackRecipe {
  counts: number[];
}

/** What lies on the table before the first roll. */
export interface ScenarioSetup {
  /** Tiles and warriors as in a view. */
  tiles: TileJson[];
  warriors: WarriorJson[];
  tp: number;
  advantages: number;
  events: number;
  cards_out: string[];
  stack: CountedStack;
}

export interface ScenarioOfBox {
  sheet: ScenarioSheet;
  /** Where each value comes from. */
  from: { [key: string]: Provenance };
  preview: ScenarioInWords;
  /** Null when it cannot be laid out; `trouble` says why. */
  setup: ScenarioSetup | null;
  trouble: BoxTrouble | null;
}

/** A sheet that can be kept as it is. */
export interface CheckedScenario extends ScenarioOfBox {
  id: string;
}

/** A scenario that is in the chosen box from now on. */
export interface KeptScenario {
  id: string;
  content: string;
}

/** A game that went wrong. */
export interface TrialFault {
  game: number;
  fault: string;
}

/** How many rounds the games took. */
export interface TrialRounds {
  least: number;
  mean: number;
  most: number;
}

/** Who wins most, and the share of the games with the half width of its 95 % interval. */
export interface TrialLeader {
  winner: Winner;
  share: number;
  either_way: number;
}

/** Games of a scenario so far: the fair player on all sides, and some by lot to find what breaks. */
export interface TrialJson {
  scenario: string;
  state: WorkState;
  /** How many fair games have ended, of how many. */
  done: number;
  of: number;
  winners: Partial<Record<Winner, number>>;
  /** Null before the first game has a winner. */
  leader: TrialLeader | null;
  /** Fair games that were given up: nobody had won after sixty rounds. */
  endless: number;
  /** Null before the first game has ended. */
  rounds: TrialRounds | null;
  /** Games by lot; who wins them is not counted. */
  by_lot: number;
  /** How many games of either kind went wrong, and the first of them. */
  faulty: number;
  faults: TrialFault[];
}

export type PieceId = string;

/** A tile, a card, or the back of one. */
export const SIGHT_KINDS = ["tile", "card", "back"] as const;
export type SightKind = (typeof SIGHT_KINDS)[number];

export interface SightPieceJson {
  id: string;
  name: string;
  kind: SightKind;
  sort: string;
  openings: string;
  taught: boolean;
}

/** The pieces of the chosen box in the order in which to teach them. */
export interface SightAnswer extends OkAnswer {
  pieces: SightPieceJson[];
  /** Whether a camera is there, and whether it is a simulated one. */
  camera: boolean;
  simulated: boolean;
  /** Whether the titles of cards are read: only where the program for it is installed. */
  titles: boolean;
}

/** One look at the piece that lies there, to be taught as this one. */
export interface TeachRequest {
  piece: PieceId;
  /** Take the picture as it is, without waiting for it to lie still and sharp. */
  now?: boolean;
  /** Only for the simulated camera: the piece that hands lay there. */
  lay?: PieceId | null;
}

/** A piece whose picture goes, or all of them. */
export interface ForgetRequest {
  piece?: PieceId | null;
}

/** Why a picture was not taken: a sentence for each. "same": it is a piece that was taught already. */
export const TEACH_TROUBLES = ["wrong_shape", "same", "not_whole"] as const;
export type TeachTrouble = (typeof TEACH_TROUBLES)[number];

/** What the camera saw just now. */
export interface TeachAnswer extends OkAnswer {
  piece: string;
  /** The corners of what lies there, in pixels of the camera's image; and that image's width and height. */
  outline: number[][];
  size: number[];
  alone: boolean;
  sharp: boolean;
  still: boolean;
  no_glare: boolean;
  light: boolean;
  /** Of the time it has to lie like this, 0 to 1. */
  progress: number;
  taken: boolean;
  trouble: TeachTrouble | null;
  /** The piece that lies there instead, where it is known. */
  other: string;
  /** Whether the shape of a tile was seen to be right; null where that cannot be said. */
  shape_agrees: boolean | null;
  /** Pieces that look alike and are the same to the game. */
  twins: string[];
  /** It has too little on it: it will be known, but always asked about. */
  plain: boolean;
}

export const SIGHT_LEVELS = ["sure", "asked", "none"] as const;
export type SightLevel = (typeof SIGHT_LEVELS)[number];

export const SIGHT_DOUBTS = ["close", "plain", "covered", "unlike", "two_pieces", "nothing", "dark", "blurred", "face_down", "differ", "untaught", "titles", "unknown_title"] as const;
export type SightDoubt = (typeof SIGHT_DOUBTS)[number];

/** What was known again. */
export interface KnownJson {
  level: SightLevel;
  /** Several where they are the same to the game and look alike. */
  pieces: string[];
  turn: number;
  outline: number[][];
  /** Share of the piece that looks as it was taught. */
  alike: number;
  doubt: SightDoubt | null;
  /** The next best piece, and by how many parts of 64 it is behind. */
  other: string;
  ahead: number;
  /** The label that was read; empty for none. */
  tag?: string;
  /** What was read on the card; and whether that is the name of the piece that was known by its face. */
  title?: string;
  title_agrees?: boolean;
}

/** Anything that is shown to the camera, tried out: nothing comes of it. */
export interface KnownAnswer extends OkAnswer, KnownJson {
  size: number[];
}

/** The Combat Dice of a side. */
export interface SideLuck {
  side: Side;
  rolled: number;
  hits: number;
  expected: number;
  /** Of so many dice games, this share goes at least as well; null without any roll. */
  as_good: number | null;
  /** Hits above the odds up to the end of each round, from the first on. */
  above: number[];
}

/** A moment that weighed. */
export interface TurningPoint {
  /** The act, for the replay. */
  seq: number;
  round: number;
  side: Side;
  /** What happened, as in the log; the first says most. */
  lines: Sentence[];
}

/** A Human or Kartikeya that died: when, and on which tile. */
export interface FallenJson {
  warrior: string;
  round: number;
  tile: string;
}

/** How a game went. */
export interface StoryAnswer extends OkAnswer {
  rounds: number;
  /** Of playing: long breaks are not counted. */
  seconds: number;
  /** Of the sides that play, in turn order. */
  luck: SideLuck[];
  turning_points: TurningPoint[];
  fallen: FallenJson[];
  /** Warriors of the Demon that were slain, by their card. */
  slain: { [key: string]: number };
}

/** An act of the game, by name. */
export interface ReplayStep {
  seq: number;
  round: number;
  side: string;
  name: Sentence;
}

/** Every act that is part of the game, in order. */
export interface ReplayAnswer extends OkAnswer {
  steps: ReplayStep[];
}

/** The public table after one of them. */
export interface ReplayedAnswer extends OkAnswer {
  seq: number;
  state: StateView;
  lines: Sentence[];
}

/** The same set-up anew; everybody plays the side that comes next in turn order. */
export interface RematchAnswer extends OkAnswer {
  game: string;
}

/** A rematch of this game was begun: whoever sits here is awaited there. */
export interface RematchEvent {
  game: string;
}

/** The service in the support bundle. */
export interface ServiceVersions {
  version: string;
  rules: string;
  content: string;
  open: boolean;
  simulated: { [key: string]: boolean };
  notices: NoticeJson[];
}

/** The computer in the support bundle. */
export interface MachineInfo {
  system: string;
  python: string;
}

/** What helps to find a fault. Nothing in it lets anybody in or shows a hand of cards. */
export interface SupportBundle {
  companion: ServiceVersions;
  machine: MachineInfo;
  update: UpdateStateJson;
  devices: DevicesNow;
  check: CheckJson;
  /** Names only. */
  games: string[];
  /** The last lines, without the table code. */
  log: string[];
}

/** Where a release was found: on a stick in the machine, or in the network. */
export const RELEASE_SOURCES = ["stick", "network"] as const;
export type ReleaseSource = (typeof RELEASE_SOURCES)[number];

export interface ChangeJson {
  kind: ChangeKind;
  /** English, as the changelog is. */
  text: string;
}

/** What one version changed. */
export interface VersionChangesJson {
  version: string;
  /** 2026-11-18, or "" where the changelog has none. */
  date: string;
  entries: ChangeJson[];
}

/** A release that was brought here, and whose checksums and signature are right. */
export interface ReleaseJson {
  version: string;
  bytes: number;
  /** Newest first: everything since the version that runs. */
  changes: VersionChangesJson[];
}

/** A release that can be brought here. */
export interface ReleasePlaceJson {
  /** To ask for it by. */
  name: string;
  source: ReleaseSource;
}

/** The version that runs, what can become of it, and how far that is. */
export interface UpdateAnswer extends OkAnswer {
  version: string;
  /** Whether this machine was installed in a way that can be updated from a tablet; and by signed releases. */
  managed: boolean;
  signed: boolean;
  /** Seconds since 1970 when this version was switched to; null if nobody knows. */
  since: number | null;
  /** The version before, kept as a way back; null if there is none. */
  previous: string | null;
  games: number;
  /** The round of the game on the table; null if none is open. */
  round: number | null;
  /** Dice are being read: nothing is switched now. */
  rolling: boolean;
  places: ReleasePlaceJson[];
  release: ReleaseJson | null;
  state: UpdateStateJson;
}

/** Which release to bring here. */
export interface PlaceRequest {
  name: string;
}

/** Games, boxes, cameras and codes are forgotten. */
export interface ResetRequest {
  /** The backups too; without it one of today is made first and kept. */
  everything?: boolean;
}

/** How far an update is. */
export const UPDATE_STEPS = ["idle", "checking", "environment", "trial", "ready", "switching", "done", "failed"] as const;
export type UpdateStep = (typeof UPDATE_STEPS)[number];

/** Why a release cannot be used. */
export const RELEASE_FAULTS = ["not_a_release", "damaged", "unsigned", "wrong_signature", "cannot_verify", "older", "same", "too_large", "no_space"] as const;
export type ReleaseFault = (typeof RELEASE_FAULTS)[number];

/** Why an update went no further. */
export const UPDATE_FAULTS = ["environment", "trial", "no_answer", "no_way_back", "not_ready", "interrupted", "failed"] as const;
export type UpdateFault = (typeof UPDATE_FAULTS)[number];

/** The headings of a changelog. */
export const CHANGE_KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** How far the update is. */
export interface UpdateStateJson {
  step: UpdateStep;
  /** The version it is about, and the one that ran before. */
  version: string;
  before: string;
  /** Of the environment that is being made. */
  percent: number;
  /** "" unless it failed. */
  why: UpdateFault | ReleaseFault | "";
  /** A line for whoever looks after the machine. */
  detail: string;
}

/** "both" holds the seats of all players. */
export const SEATS = ["human", "demon", "squamata", "table", "host", "both"] as const;
export type Seat = (typeof SEATS)[number];

/**
 * How dice come to the game, and how tiles and cards do. "hand": a player types them in; "companion": it rolls or
 * draws.
 */
export const DICE_INPUTS = ["camera", "hand", "companion"] as const;
export type DiceInput = (typeof DICE_INPUTS)[number];

export const PIECE_INPUTS = ["scan", "hand", "companion"] as const;
export type PieceInput = (typeof PIECE_INPUTS)[number];

/** A phase of a round. */
export interface TurnJson {
  phase: Phase;
  side: Side;
}

/** The one thing the game waits for. `side` is who must act; once the game is over, who has won. */
export interface WaitingJson {
  side: Side | "draw" | "";
  kind: "roll" | "draw" | "choice" | "over";
  /** What for: "action", "combat", "tile", "lay", "activate", … */
  what: string;
  /** The rule that says so. */
  rule: string;
  /** How many dice, tiles or cards. */
  number: number;
  facts: Facts;
  /** Sides of the dice that are rolled: 6 or 10. */
  sides: number;
}

/** How the game ended. */
export interface OutcomeJson {
  /** "human", "demon", "squamata" or "draw". */
  winner: string;
  reason: string;
  facts: Facts;
}

export interface TileJson {
  label: string;
  kind: string;
  /** Column and row, the start tile at [0, 0]. */
  at: number[];
  /** Edges with an opening: "NES". */
  openings: string;
  rotation: number;
  /** Openings behind which nothing has been laid yet. */
  unexplored: string;
  hole: boolean;
  entered: boolean;
  /** Tokens that lie face down on it. */
  tokens: string[];
  /** Miraculous Water left on a Healing Fountain; null on all other tiles. */
  water: number | null;
}

/** The Blocking Rule on the warrior's tile, talents counted in. */
export interface BlockingJson {
  own: number;
  enemies: number;
  blocked: boolean;
  /** The rule that decides: the Blocking Rule itself, or a talent. */
  rule: string;
  /** Who holds the warrior. */
  culprits: string[];
  /** Enemies that hold whoever is weaker in number or not, and warriors that slip away. */
  impressive: string[];
  elusive: string[];
}

/** What a warrior may do now, and the true reason for what it may not; null where it may. */
export interface WarriorOptions {
  move: RefusalJson | null;
  explore: RefusalJson | null;
  attack: RefusalJson | null;
  mvt_left: number;
  /** What the next step costs: 1, or everything from a Flooded Tunnel. */
  step_cost: number;
  reach: ReachJson[];
}

/** A part of Kartikeya's body, or its Heavy Armor. */
export interface BodyPartJson {
  name: string;
  wounds: number;
  resistance: number;
  destroyed: boolean;
  /** Squamata tiles that lie on it. */
  tiles: string[];
}

export interface WarriorJson {
  id: string;
  profile: string;
  figure: string;
  side: Side;
  /** Label of the tile it stands on; empty when it is not in play. */
  tile: string;
  alive: boolean;
  /** How it left the game: "dead", "out", or empty. */
  fate: string;
  /** Its Action Die; 0 for none. */
  die: number;
  /** The line as it is printed, and as it is with everything in force. */
  line: ValuesJson;
  now: ValuesJson;
  exhausted: boolean;
  /** Lines cancelled by damage. */
  cancelled: number[];
  wounds: number;
  health: number;
  talents: Talent[];
  objects: string[];
  gifts: string[];
  tokens: string[];
  /** Skills of a Sicaria. */
  skills: string[];
  /** Kartikeya: its body, its Squamata tiles that count, and its dice that are set aside; null for all others. */
  parts: BodyPartJson[] | null;
  squamata: string[];
  dice_left: number | null;
  /** Has it had its activation in this phase? Is it in the middle of it, and how much MVT has it spent? */
  acted: boolean;
  active: boolean;
  spent: number;
  condemned: boolean;
  /** All lines of its card; null for warriors without lines. */
  lines: number[][] | null;
  /** The values of a Hellhound without a die; null for all others. */
  instinct: ValuesJson | null;
  /** How an attack names it: its id, or "troglodytes" for the Troglodytes of a tile. */
  target: string;
  /** While Action Dice are given out: scores that would leave it Exhausted. */
  exhausting: number[];
  /** Null where no enemy stands on its tile. */
  blocking: BlockingJson | null;
  /** Null for warriors this seat does not act for in this phase. */
  options: WarriorOptions | null;
}

/** Tiles of one group in a layer of the stack: so many are left of those that it may be. */
export interface StackPart {
  left: number;
  tiles: string[];
}

/** Something in force: a card, a Destiny square, a tile. */
export interface EffectJson {
  source: string;
  /** When it ends: a moment such as "end:threat". */
  until: string;
  what: string;
  facts: Facts;
}

/** One die of a reading. */
export interface FaceJson {
  face: number;
  confidence: number;
  /** [x, y, w, h] in the picture. */
  box: [number, number, number, number] | null;
  /** Need nobody look at this die? */
  sure: boolean;
  /** Other likely faces, best first. */
  guesses: number[];
  /** Why this very die is in doubt: key for a sentence; "" if it is not. */
  doubt: string;
}

/** The pending reading, or undone dice that are offered again. */
export interface ReadingJson {
  id: string;
  kind: ReadingKind;
  faces: FaceJson[];
  /** How many dice, tiles or cards are awaited. */
  expected: number;
  state: ReadingState | "kept";
  /** Need nobody look at it? If somebody should: is it likely right, so that it may count down? */
  sure: boolean;
  likely: boolean;
  /** May it be taken as it is? */
  usable: boolean;
  /** Why it was not simply taken, and what that is about. */
  note: string;
  facts: Facts;
  /** The tile or card that was scanned, and how it is turned. */
  tag: string | null;
  turn: number;
  /** What a scanned card can do now. */
  offers: Do[];
  /** The picture it rests on: /api/readings/<picture>.jpg */
  picture: string | null;
  /** Seconds until it is taken by itself. */
  countdown: number | null;
  source: string;
  simulated: boolean;
}

/** What becomes of readings, by kind. */
export interface PolicyJson {
  dice: Mode;
  tiles: Mode;
  cards: Mode;
  /** How long a countdown takes. */
  seconds: number;
  /** The same for dice that are likely right, not sure. */
  likely: Mode;
  likely_seconds: number;
  /** May players ask the coach? */
  coach: boolean;
}

/** Where dice, tiles and cards come from at this table. */
export interface SourcesJson {
  dice: DiceInput;
  tiles: PieceInput;
  cards: PieceInput;
}

/** The values this game is played with, and whether the chosen box has others by now (`use_box`). */
export interface BoxInUse {
  content: string;
  newer: boolean;
}

/** All of a view that follows from the state and the seat alone. */
export interface StateView {
  seat: Seat;
  scenario: string;
  /** From 1. */
  round: number;
  phase: Phase;
  /** Whose phase it is. */
  side: Side;
  /** The phases of a round in order. */
  turns: TurnJson[];
  waiting: WaitingJson;
  /** The Demon's Threat Points. */
  tp: number;
  /** How many Dice of Destiny the next Threat phase brings; 0 where nobody plays the Demon. */
  destiny_dice: number;
  outcome: OutcomeJson | null;
  tiles: TileJson[];
  warriors: WarriorJson[];
  effects: EffectJson[];
  /** Deck → the cards, or how many for those who may not see them. */
  hands: { [key: string]: string[] | number };
  /** Deck → how many cards are left, and `tiles`. */
  decks: { [key: string]: number };
  /** Deck → the cards nobody has seen of it, in no order, for those who may see its cards. */
  piles: { [key: string]: string[] };
  /** The stack of tiles as both players know it, from the top: layers of parts that are shuffled together. */
  stack: StackPart[][];
  /** Tiles that lie aside, out of the stack. */
  discards: string[];
  /** Where an override has put more on the table than the rules allow, each as the rules would refuse it. */
  off_rules: RefusalJson[];
  /** Destiny squares used up. */
  red_used: string[];
  /** The house rules. */
  house: Facts;
  /** Every legal verb of the seat, dice left out. */
  legal: Do[];
  /** False when there are too many to list. */
  legal_complete: boolean;
  legal_roll: LegalRoll | null;
  /** The chances of every legal attack at one target. */
  attack_odds: AttackOdds[];
  /** The chances of the attack whose dice are awaited. */
  odds: RollOdds | null;
  /** Who may enter for Threat Points, in the Threat phase. */
  entries: EntryJson[];
  /** How many of each card have been brought in so far. */
  brought_in: { [key: string]: number };
  /** Null unless Dice of Destiny are being placed. */
  destiny: DestinyJson | null;
  /** Null unless hits are taken as lines; then all of an attack are given out at once. */
  hits: HitsJson | null;
  /** Null unless Squamata dice are being placed. */
  instinct: InstinctJson | null;
  /** The Deadly Destiny table; null where there is none. */
  deadly: DeadlyJson | null;
}

export interface View extends StateView {
  /** The game's name and the number of its last record, which intents name. */
  game: string;
  version: number;
  sources: SourcesJson;
  /** What is not real: dice and draws by the companion, camera, tray. */
  simulated: { [key: string]: boolean };
  policy: PolicyJson;
  reading: ReadingJson | null;
  /** Null while the game is played. */
  end: EndJson | null;
  /** The act an undo takes back, and the one a redo brings again. */
  undo: NamedAct | null;
  redo: NamedAct | null;
  /** After an undo, what lies wrongly on the physical table. */
  put_back: Sentence[];
  /** Null before anything was done. */
  result: ResultJson | null;
  /** Null unless a card is being played by hand. */
  card_by_hand: CardByHand | null;
  /** Paths of values of the box that are stand-ins. */
  unconfirmed: string[];
  box: BoxInUse;
  /** Null where people play all sides. */
  companion: CompanionJson | null;
}

/** A line of the log. Cards another player drew are `unknown`. */
export interface LogLine {
  seq: number;
  /** The first record of the tap it belongs to. */
  tap: number;
  key: string;
  facts: Facts;
  /** The seat that did it. */
  side: string;
  /** Where it came from: "tap", "camera", "scan", "button", "override", … */
  cause: string;
  /** The picture it rests on, kept for a while only: /api/readings/<picture>.jpg */
  picture: string | null;
  override: boolean;
  undone: boolean;
  /** The seat that took it back; empty if nobody did. */
  undone_by: string;
}

/** A verb of the game, as in position files. */
export type GameVerb =
  | { roll: number[] }
  | { reroll: number[] }
  | { draw: string }
  | { give: string; die: number }
  | { bless: string; bonus: string }
  | { move: string; to: string; via?: string }
  | { release: string }
  | { leave: string }
  | { explore: string; edge: string }
  | { lay: string; rotation: number }
  | { hole: string }
  | { attack: string; target?: string; with?: string; tile?: string; dice?: number | null }
  | { guard: string | null }
  | { cancel: string; lines: number[] }
  | { finish: string }
  | { end_phase: true }
  | { place: string; dice: number[] }
  | { resolve: true }
  | { hit: string }
  | { enter: string; tile: string; die?: number }
  | { discard: string }
  | { fountain: string; warrior: string; lines: number[] }
  | { instinct: { [key: string]: number[] }; spaces?: { [key: string]: number[] } | null }
  | { reflexes: true }
  | { cry: string; to: string }
  | { wound: { [key: string]: number } }
  | { unwound: string }
  | { deadly: string }
  | { play: string; target?: string; tile?: string; line?: number; victim?: string; with?: string }
  | { pass: true }
  | { assign: { [key: string]: number } }
  | { destiny: { [key: string]: number[] } }
  | { gift: string; target?: string; tile?: string; line?: number; victim?: string; with?: string };

/** What an intent does: exactly one verb and its keys. */
export type Do = GameVerb | TableVerb;

/** Why something was refused, or what a notice is about. */
export type Code =
  | `rules/${string}`
  | "table/stale"
  | "table/not_your_seat"
  | "table/not_joined"
  | "table/wrong_code"
  | "table/not_host"
  | "table/no_such_game"
  | "table/lost"
  | "table/unavailable"
  | "table/unloaded"
  | "table/damaged"
  | "table/seat_taken"
  | "table/seat_asked"
  | "table/seat_held"
  | "table/seat_refused"
  | "table/seat_needs_game"
  | "table/no_such_seat"
  | "table/no_such_request"
  | "table/slow_down"
  | "table/still_hidden"
  | "table/not_over"
  | "table/players_only"
  | "table/closed"
  | "table/nothing_to_undo"
  | "table/nothing_to_redo"
  | "table/not_in_game"
  | "table/no_order"
  | "table/no_hits"
  | "table/hidden"
  | "table/no_such_reading"
  | "table/kept_reading"
  | "table/nobody_asked"
  | "table/not_dice"
  | "table/no_roll_awaited"
  | "table/no_draw_awaited"
  | "table/pile_empty"
  | "table/not_saved"
  | "table/no_such_picture"
  | "table/no_dice_seen"
  | "table/no_reader"
  | "table/bad_picture"
  | "table/picture_too_large"
  | "table/no_tiles_seen"
  | "table/no_board_camera"
  | "table/no_board_picture"
  | "table/same_box"
  | "tray/none"
  | "tray/not_simulated"
  | "tray/bad_verb"
  | "tray/no_light"
  | "tray/unconfirmed"
  | "tray/lost"
  | "tray/back"
  | "table/no_such_step"
  | "tray/reset"
  | "tray/other_version"
  | "sight/no_such_piece"
  | "sight/not_taught"
  | "sight/not_saved"
  | "camera/none"
  | "camera/no_picture"
  | "camera/unknown"
  | "camera/fixed"
  | "camera/bad_corners"
  | "camera/not_saved"
  | "camera/other_tablet"
  | "camera/real"
  | "camera/hidden"
  | "labels/unknown_paper"
  | "labels/no_font"
  | "box/refused"
  | "box/bad_file"
  | "box/no_such_box"
  | "box/no_such_trial"
  | "box/no_such_card"
  | "box/no_such_scenario"
  | "backup/bad_file"
  | "backup/no_such_backup"
  | "backup/no_space"
  | "backup/failed"
  | "update/bad_release"
  | "update/not_managed"
  | "update/not_now"
  | "update/rolling"
  | "update/no_such_place"
  | "update/unreachable"
  | "network/no_wifi"
  | "network/not_secure"
  | "network/busy"
  | "network/bad_word"
  | "network/failed"
  | "override/malformed"
  | "setup/refused"
  | "import/bad_file"
  | "wire/notation"
  | "wire/bad_message"
  | "wire/bad_packet"
  | "wire/origin"
  | "wire/host"
  | `http/${string}`
  | "coach/off"
  | "coach/not_closed"
  | "server/busy"
  | "server/too_long"
  | "server/error";

/** The house rules with what each can be, the default first. */
export const HOUSE_RULES = {
  red_destiny: ["per_threat_phase", "per_game"],
  bodyguard_grenade: ["allowed", "forbidden"],
  bodyguard_hungry: ["takes_2", "takes_1"],
  calm: ["per_die", "one_only"],
  dark_destiny: ["per_die", "one_die"],
  gift_line: ["exhausted", "token"],
  booby_full: ["nothing", "beside"],
  doubled_hit: ["whole", "split"],
  destiny_dice: ["may_stay_out", "all_placed"],
} as const;

/** Every route with what it takes and what it answers. */
export interface Routes {
  /** Whether the service runs. */
  "GET /api/health": { takes: null; answers: HealthAnswer };
  /** What the service is, and which devices it has. */
  "GET /api/info": { takes: null; answers: InfoAnswer };
  /** The way in as a QR code, for the host; `?game=` leads to a game. */
  "GET /api/qr.svg": { takes: null; answers: Blob };
  /** The games, the one played last first; `?search=` words, `?page=` from 0, `?archived=true` those put away. */
  "GET /api/games": { takes: null; answers: GamesAnswer };
  /** The table codes, and where wrong ones came from; for the host. */
  "GET /api/host": { takes: null; answers: HostAnswer };
  /** A new table code, now or every evening; for the host. */
  "POST /api/host/code": { takes: CodeRequest; answers: HostAnswer };
  /** Begins a game with the chosen box. */
  "POST /api/games": { takes: GameRequest; answers: GameAnswer };
  /** What may be bid for the Humans, and what a team in the making comes to. Nothing is kept. */
  "POST /api/auction": { takes: AuctionRequest; answers: AuctionAnswer };
  /** The game as a file, as the seat that asks may know it; all of it once both sides have confirmed the end. */
  "GET /api/games/<name>/export": { takes: null; answers: Blob };
  /** A game from a file, under a new name. */
  "POST /api/games/import": { takes: unknown; answers: GameAnswer };
  /** A game as the list shows it. */
  "GET /api/games/<name>": { takes: null; answers: GameSummaryAnswer };
  /** A title of the players' own; put away, or back into the list. */
  "POST /api/games/<name>/labels": { takes: GameLabels; answers: GameSummaryAnswer };
  /** Takes a game off the list; it can be brought back for a week. */
  "POST /api/games/<name>/delete": { takes: null; answers: DeletedGameAnswer };
  /** The games that were deleted or set aside. */
  "GET /api/kept-games": { takes: null; answers: KeptGamesAnswer };
  /** One of them: how much of it is good, and why. */
  "GET /api/kept-games/<name>": { takes: null; answers: KeptGameAnswer };
  /** A deleted game as it was; the good part of a damaged one as a new game. */
  "POST /api/kept-games/<name>/restore": { takes: null; answers: GameAnswer };
  /** The good part of it as a file; of a running game what the seat that asks may know. */
  "GET /api/kept-games/<name>/export": { takes: null; answers: Blob };
  /** All games played to the end, by scenario and player. */
  "GET /api/chronicle": { takes: null; answers: ChronicleAnswer };
  /** How a game went: luck, turning points, who fell. Nothing hidden is in it. */
  "GET /api/games/<name>/story": { takes: null; answers: StoryAnswer };
  /** The steps of a game by name. */
  "GET /api/games/<name>/replay": { takes: null; answers: ReplayAnswer };
  /** The public table after a step; 0 is the set-up. */
  "GET /api/games/<name>/replay/<int:seq>": { takes: null; answers: ReplayedAnswer };
  /** The same set-up anew, everybody on the next side in turn order; everybody at the game is told. */
  "POST /api/games/<name>/rematch": { takes: null; answers: RematchAnswer };
  /**
   * What could this seat do now, and how good is an idea of its own? Looked at in the background, for the side the
   * game waits for.
   */
  "POST /api/games/<name>/coach": { takes: CoachQuestion; answers: CoachAnswer };
  /** What came of this seat's question so far. */
  "GET /api/games/<name>/coach": { takes: null; answers: CoachAnswer };
  /** Ends it. */
  "POST /api/games/<name>/coach/stop": { takes: null; answers: OkAnswer };
  /** Whether players of this game may ask the coach; for the host. Both see it in their views. */
  "POST /api/games/<name>/coach/allow": { takes: CoachRequest; answers: OkAnswer };
  /** Chances step by step, turning points and luck, looked at in the background; once all have confirmed the end. */
  "POST /api/games/<name>/analysis": { takes: null; answers: AnalysisAnswer };
  /** How far that is; whole, it is kept. */
  "GET /api/games/<name>/analysis": { takes: null; answers: AnalysisAnswer };
  /** Ends it. */
  "POST /api/games/<name>/analysis/stop": { takes: null; answers: OkAnswer };
  /** The values a game is played with. */
  "GET /api/games/<name>/box": { takes: null; answers: BoxJson };
  /** A photo of the dice that are awaited, by the side that rolls, becomes a reading. */
  "POST /api/games/<name>/photo": { takes: unknown; answers: PhotoAnswer };
  /** A photo of the tile or card that is drawn, by the side that draws, becomes a reading where it is known. */
  "POST /api/games/<name>/piece": { takes: unknown; answers: KnownAnswer };
  /** The last picture of the board, compared with the game as it is now. */
  "GET /api/games/<name>/board": { takes: null; answers: BoardAnswer };
  /** Compares a photo of the board with the game. */
  "POST /api/games/<name>/board": { takes: unknown; answers: BoardAnswer };
  /** The same with the camera over the board. */
  "POST /api/games/<name>/board/camera": { takes: null; answers: BoardAnswer };
  /** The picture a reading rests on, as long as it is kept. */
  "GET /api/readings/<name>.jpg": { takes: null; answers: Blob };
  /** Sheets of labels; `?paper=` and `?language=`. */
  "GET /api/labels.pdf": { takes: null; answers: Blob };
  /** The chosen box, every value with where it comes from. */
  "GET /api/box": { takes: null; answers: BoxJson };
  /** What is to check for a scenario, the weightiest open item first. */
  "GET /api/box/check/<scenario>": { takes: null; answers: BoxCheckAnswer };
  /** The owner's values for the chosen box: all or nothing. */
  "POST /api/box/values": { takes: BoxValuesRequest; answers: BoxValuesAnswer };
  /** The owner's boxes. */
  "GET /api/boxes": { takes: null; answers: BoxesAnswer };
  /** A new box, empty or a variant of another; it is not chosen yet. */
  "POST /api/boxes": { takes: NewBox; answers: NewBoxAnswer };
  /** A box from a file. */
  "POST /api/boxes/import": { takes: unknown; answers: NewBoxAnswer };
  /** A box as a file. */
  "GET /api/boxes/<name>/export": { takes: null; answers: Blob };
  /** New games are played with this box from now on. */
  "POST /api/boxes/<name>/choose": { takes: null; answers: ContentAnswer };
  /** Another name for a box. */
  "POST /api/boxes/<name>/rename": { takes: NewTitle; answers: OkAnswer };
  /** The box goes; if it was the chosen one, our own values are played again. */
  "POST /api/boxes/<name>/delete": { takes: null; answers: OkAnswer };
  /** Every verb and piece of cards and scenarios with what it needs, and the names of the box. */
  "GET /api/box/palette": { takes: null; answers: PaletteAnswer };
  /** A card as a sheet that can be changed and sent back. */
  "GET /api/box/cards/<name>": { takes: null; answers: CardAnswer };
  /** Keeps a card. */
  "POST /api/box/cards": { takes: unknown; answers: KeptCardAnswer };
  /** What a card would come to; nothing is kept. */
  "POST /api/box/cards/check": { takes: unknown; answers: CheckedCardAnswer };
  /** Every way a card can be played on a small table, and what that does. */
  "POST /api/box/cards/rehearse": { takes: unknown; answers: RehearsedCardAnswer };
  /** Takes a card of the owner's out of the box. */
  "POST /api/box/cards/<name>/delete": { takes: null; answers: ContentAnswer };
  /** A label or a sticker is on the card from now on. */
  "POST /api/box/cards/<name>/bind": { takes: BindRequest; answers: BoundAnswer };
  /** The label or sticker shown last that is on no card yet. */
  "GET /api/box/scan": { takes: null; answers: ScanAnswer };
  /** The numbers on a photo of a card; `?kind=` warrior or demon. */
  "POST /api/box/photo": { takes: unknown; answers: CardPhotoAnswer };
  /** The same for the card that lies under the camera over the tray. */
  "POST /api/box/photo/camera": { takes: null; answers: CardPhotoAnswer };
  /** All scenarios, and the ready-made parts for new ones. */
  "GET /api/box/scenarios": { takes: null; answers: ScenariosAnswer };
  /** A scenario as a sheet, and what to lay out. */
  "GET /api/box/scenarios/<name>": { takes: null; answers: ScenarioAnswer };
  /** Keeps a scenario. */
  "POST /api/box/scenarios": { takes: unknown; answers: KeptScenarioAnswer };
  /** What a scenario would come to; nothing is kept. */
  "POST /api/box/scenarios/check": { takes: unknown; answers: CheckedScenarioAnswer };
  /** Takes a scenario of the owner's out of the box. */
  "POST /api/box/scenarios/<name>/delete": { takes: null; answers: ContentAnswer };
  /** Plays games to the end in the background: the fair player on all sides, some by lot. One at a time. */
  "POST /api/box/scenarios/<name>/trial": { takes: TrialRequest; answers: NewTrialAnswer };
  /** The same for a scenario that is not kept yet. */
  "POST /api/box/scenarios/trial": { takes: SheetTrialRequest; answers: NewTrialAnswer };
  /** How far a trial is, and what came of it. */
  "GET /api/box/trials/<name>": { takes: null; answers: TrialAnswer };
  /** Ends a trial. */
  "POST /api/box/trials/<name>/stop": { takes: null; answers: OkAnswer };
  /** The pieces of the box, and which are known by their faces. */
  "GET /api/sight": { takes: null; answers: SightAnswer };
  /** One look at the piece that lies under the camera; its picture is taken when it lies still and sharp. */
  "POST /api/sight/teach": { takes: TeachRequest; answers: TeachAnswer };
  /** Throws the picture of a piece away, or all. */
  "POST /api/sight/forget": { takes: ForgetRequest; answers: SightAnswer };
  /** What lies under the camera, tried out; nothing comes of it. */
  "GET /api/sight/look": { takes: null; answers: KnownAnswer };
  /** The small picture of a taught piece. */
  "GET /api/sight/<piece>.jpg": { takes: null; answers: Blob };
  /** What the camera over the tray shows and what is read of it. */
  "GET /api/camera": { takes: null; answers: CameraAnswer };
  /** The newest image; 204 while there is none. Not for a seat that may not see the card under it. */
  "GET /api/camera.jpg": { takes: null; answers: Blob };
  /** The tray's corners and what is wrong with the image; `?corners=` eight numbers tries others. */
  "GET /api/camera/setup": { takes: null; answers: CameraSetupAnswer };
  /** The tray between `?corners=`, as seen from above. */
  "GET /api/camera/flat.jpg": { takes: null; answers: Blob };
  /** Keeps the corners of the tray, or forgets them. */
  "POST /api/camera/corners": { takes: CornersRequest; answers: OkAnswer };
  /** The cameras that can be used: plugged in, a tablet's, the simulated one. */
  "GET /api/cameras": { takes: null; answers: CamerasAnswer };
  /** A picture of the tablet's own camera; `?eye=` tells one tablet from another, and there is one at a time. */
  "POST /api/camera/frame": { takes: unknown; answers: TabletFrameAnswer };
  /** Uses another camera; it must give an image first. */
  "POST /api/camera/use": { takes: CameraRequest; answers: OkAnswer };
  /** Closes the camera and opens it again; answers when an image came. */
  "POST /api/camera/restart": { takes: null; answers: OkAnswer };
  /** Whether dice that players confirm and correct teach the reader, and how many did. */
  "GET /api/camera/learning": { takes: null; answers: LearningAnswer };
  /** Switches that on or off. Off: nothing more is kept, and what is kept is not used. */
  "POST /api/camera/learning": { takes: LearningRequest; answers: LearningAnswer };
  /** The tray with its problem and faults, the camera, disk space and temperature. */
  "GET /api/devices": { takes: null; answers: DevicesAnswer };
  /** Buttons and cards are only shown on the devices page, for a minute. */
  "POST /api/tray/test": { takes: TrayTestRequest; answers: TrayTestAnswer };
  /** Looks for trays at once. */
  "POST /api/tray/search": { takes: null; answers: TrayAnswer };
  /** The ring blinks three times; answers when the board has confirmed. */
  "POST /api/tray/blink": { takes: null; answers: OkAnswer };
  /** A verb for the simulated tray. */
  "POST /api/tray/sim": { takes: TrayLineRequest; answers: TrayLineAnswer };
  /** What the last check found so far. */
  "GET /api/check": { takes: null; answers: CheckAnswer };
  /** Begins a check, the same as `companion check`. */
  "POST /api/check": { takes: null; answers: CheckAnswer };
  /** The backups of the data folder. These routes are the host's. */
  "GET /api/backups": { takes: null; answers: BackupsAnswer };
  /** Makes a backup now. */
  "POST /api/backups": { takes: null; answers: BackupAnswer };
  /** Takes in the file of a backup; it is restored like any other. */
  "POST /api/backups/import": { takes: unknown; answers: BackupAnswer };
  /** The file of a backup. It holds every hand of every game. */
  "GET /api/backups/<name>": { takes: null; answers: Blob };
  /** Checks the backup to its last game; then the service starts anew with it. Today becomes a backup itself. */
  "POST /api/backups/<name>/restore": { takes: null; answers: OkAnswer };
  /** Throws a backup away. */
  "POST /api/backups/<name>/delete": { takes: null; answers: OkAnswer };
  /** How far setting up has come. */
  "GET /api/first-run": { takes: null; answers: FirstRunAnswer };
  /** What became of a step of setting up. */
  "POST /api/first-run/step": { takes: FirstStepRequest; answers: FirstRunAnswer };
  /** Rolls go to the practice and not to the game, or to the game again. */
  "POST /api/first-run/practice": { takes: PracticeRequest; answers: FirstRunAnswer };
  /** How a practice roll truly lay: a wrong reading teaches. */
  "POST /api/first-run/roll": { takes: PracticeRollRequest; answers: FirstRunAnswer };
  /** Which service this is, for a tablet that looks for it again. */
  "GET /api/here": { takes: null; answers: HereAnswer };
  /** The secure address and its authority. */
  "GET /api/secure": { takes: null; answers: SecureAnswer };
  /** The certificate of the authority. */
  "GET /api/companion-ca.crt": { takes: null; answers: Blob };
  /** The way to the page about it, as a QR code. */
  "GET /api/secure/qr.svg": { takes: null; answers: Blob };
  /** How tablets reach the service; `?scan` looks for Wi-Fi. */
  "GET /api/network": { takes: null; answers: NetworkAnswer };
  /** Tries a Wi-Fi network, and takes it back if it fails. This and the next two are the host's. */
  "POST /api/network/join": { takes: JoinNetworkRequest; answers: OkAnswer };
  /** The hotspot, now or by itself. */
  "POST /api/network/hotspot": { takes: HotspotRequest; answers: OkAnswer };
  /** Another name in the network. */
  "POST /api/network/name": { takes: NetworkNameRequest; answers: OkAnswer };
  /** The version that runs, releases to be had, and how far an update is. These routes are the host's. */
  "GET /api/update": { takes: null; answers: UpdateAnswer };
  /** Brings a release as a zip file. */
  "POST /api/update/file": { takes: unknown; answers: UpdateAnswer };
  /** Brings a release from a stick or from the network. */
  "POST /api/update/place": { takes: PlaceRequest; answers: UpdateAnswer };
  /** Backs up, then has the release that was brought made ready beside the one that runs. */
  "POST /api/update/prepare": { takes: null; answers: UpdateAnswer };
  /** Switches to the version that is ready. */
  "POST /api/update/switch": { takes: null; answers: UpdateAnswer };
  /** The update is not wanted any more. */
  "POST /api/update/stop": { takes: null; answers: UpdateAnswer };
  /** Back to the version before. */
  "POST /api/update/back": { takes: null; answers: UpdateAnswer };
  /** Forgets everything that was played and told; then the service starts anew. */
  "POST /api/reset": { takes: ResetRequest; answers: OkAnswer };
  /** The support bundle, without codes, tokens and hands. */
  "GET /api/support.json": { takes: null; answers: SupportBundle };
}

/** What the tablet sends over the socket, and how each is acknowledged. */
export interface Incoming {
  /** Keep the token: it proves the seat next time. */
  join: { takes: Join; answers: JoinAnswer | RefusedAnswer };
  /** The token is worth nothing from now on. */
  leave: { takes: Leave; answers: OkAnswer | RefusedAnswer };
  /** Whoever asks hears it with the next `join`. */
  answer_seat: { takes: SeatAnswer; answers: OkAnswer | RefusedAnswer };
  /** A refusal of a stale intent carries the current view. */
  intent: { takes: IntentMessage; answers: IntentAnswer | RefusedAnswer };
  /** The page of the log. */
  log: { takes: LogRequest; answers: LogAnswer | RefusedAnswer };
  /** What going back in the log would come to. */
  going_back: { takes: GoingBackRequest; answers: GoingBackAnswer | RefusedAnswer };
}

/** What the service sends by itself. */
export interface Outgoing {
  /** The log lines of a change, before its view. */
  happened: HappenedEvent;
  /** The game as the seat may see it, after every change. */
  view: View;
  /** The pending reading; it is in every view too. */
  reading: ReadingJson | null;
  /** Who asks for a seat this tablet holds; after every change, and after a join. */
  seat_requests: SeatRequestsEvent;
  /** Who plays and who is connected; whenever that changes, and after a join. */
  people: PeopleEvent;
  /** A rematch of this game was begun. */
  rematch: RematchEvent;
  /** Where the service can be found, whenever that changes. */
  places: PlacesEvent;
  /** How camera and tray are, whenever one changes. */
  devices: DeviceStatuses;
  /** Another box is chosen, or it has other values: fetch `/api/box` anew. */
  box: BoxEvent;
  /** Somebody took a seat or asks for one, a file was damaged, a packet was unreadable, a tray went or came. */
  notice: NoticeJson;
}
