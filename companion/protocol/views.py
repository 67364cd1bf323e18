"""The view: the game as one seat may see it. Built by `companion.table.views`, shown by the tablet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, TypedDict

from companion.protocol.intents import EndJson, Mode
from companion.protocol.json import Facts, Sentence
from companion.protocol.offers import (
    AttackOdds,
    DeadlyJson,
    DestinyJson,
    EntryJson,
    InstinctJson,
    LegalRoll,
    RollOdds,
    ValuesJson,
)
from companion.protocol.opponent import CompanionJson
from companion.protocol.readings import ReadingKind, ReadingState
from companion.protocol.refusal import RefusalJson
from companion.protocol.results import CardByHand, HitsJson, NamedAct, ReachJson, ResultJson
from companion.rules.notation import Do
from companion.rules.words import Phase, Side, Talent

# "both" holds the seats of all players.
Seat: TypeAlias = Literal["human", "demon", "squamata", "table", "host", "both"]

# The decks whose cards are hidden in the hand of one side.
HIDDEN_DECKS: Final[Mapping[str, Side]] = {"advantage": "human", "event": "demon"}


# How dice come to the game, and how tiles and cards do. "hand": a player types them in; "companion": it rolls or draws.
DiceInput: TypeAlias = Literal["camera", "hand", "companion"]
PieceInput: TypeAlias = Literal["scan", "hand", "companion"]


class TurnJson(TypedDict):
    """A phase of a round."""

    phase: Phase
    side: Side


class WaitingJson(TypedDict):
    """The one thing the game waits for. `side` is who must act; once the game is over, who has won."""

    side: Side | Literal["draw", ""]
    kind: Literal["roll", "draw", "choice", "over"]
    # What for: "action", "combat", "tile", "lay", "activate", …
    what: str
    # The rule that says so.
    rule: str
    # How many dice, tiles or cards.
    number: int
    facts: Facts
    # Sides of the dice that are rolled: 6 or 10.
    sides: int


class OutcomeJson(TypedDict):
    """How the game ended."""

    # "human", "demon", "squamata" or "draw".
    winner: str
    reason: str
    facts: Facts


class TileJson(TypedDict):
    label: str
    kind: str
    # Column and row, the start tile at [0, 0].
    at: list[int]
    # Edges with an opening: "NES".
    openings: str
    rotation: int
    # Openings behind which nothing has been laid yet.
    unexplored: str
    hole: bool
    entered: bool
    # Tokens that lie face down on it.
    tokens: list[str]
    # Miraculous Water left on a Healing Fountain; null on all other tiles.
    water: int | None


class BlockingJson(TypedDict):
    """The Blocking Rule on the warrior's tile, talents counted in."""

    own: int
    enemies: int
    blocked: bool
    # The rule that decides: the Blocking Rule itself, or a talent.
    rule: str
    # Who holds the warrior.
    culprits: list[str]
    # Enemies that hold whoever is weaker in number or not, and warriors that slip away.
    impressive: list[str]
    elusive: list[str]


class WarriorOptions(TypedDict):
    """What a warrior may do now, and the true reason for what it may not; null where it may."""

    move: RefusalJson | None
    explore: RefusalJson | None
    attack: RefusalJson | None
    mvt_left: int
    # What the next step costs: 1, or everything from a Flooded Tunnel.
    step_cost: int
    reach: list[ReachJson]


class BodyPartJson(TypedDict):
    """A part of Kartikeya's body, or its Heavy Armor."""

    name: str
    wounds: int
    resistance: int
    destroyed: bool
    # Squamata tiles that lie on it.
    tiles: list[str]


class WarriorJson(TypedDict):
    id: str
    profile: str
    figure: str
    side: Side
    # Label of the tile it stands on; empty when it is not in play.
    tile: str
    alive: bool
    # How it left the game: "dead", "out", or empty.
    fate: str
    # Its Action Die; 0 for none.
    die: int
    # The line as it is printed, and as it is with everything in force.
    line: ValuesJson
    now: ValuesJson
    exhausted: bool
    # Lines cancelled by damage.
    cancelled: list[int]
    wounds: int
    health: int
    talents: list[Talent]
    objects: list[str]
    gifts: list[str]
    tokens: list[str]
    # Skills of a Sicaria.
    skills: list[str]
    # Kartikeya: its body, its Squamata tiles that count, and its dice that are set aside; null for all others.
    parts: list[BodyPartJson] | None
    squamata: list[str]
    dice_left: int | None
    # Has it had its activation in this phase? Is it in the middle of it, and how much MVT has it spent?
    acted: bool
    active: bool
    spent: int
    condemned: bool
    # All lines of its card; null for warriors without lines.
    lines: list[list[int]] | None
    # The values of a Hellhound without a die; null for all others.
    instinct: ValuesJson | None
    # How an attack names it: its id, or "troglodytes" for the Troglodytes of a tile.
    target: str
    # While Action Dice are given out: scores that would leave it Exhausted.
    exhausting: list[int]
    # Null where no enemy stands on its tile.
    blocking: BlockingJson | None
    # Null for warriors this seat does not act for in this phase.
    options: WarriorOptions | None


class StackPart(TypedDict):
    """Tiles of one group in a layer of the stack: so many are left of those that it may be."""

    left: int
    tiles: list[str]


class EffectJson(TypedDict):
    """Something in force: a card, a Destiny square, a tile."""

    source: str
    # When it ends: a moment such as "end:threat".
    until: str
    what: str
    facts: Facts


class FaceJson(TypedDict):
    """One die of a reading."""

    face: int
    confidence: float
    # [x, y, w, h] in the picture.
    box: tuple[int, int, int, int] | None
    # Need nobody look at this die?
    sure: bool
    # Other likely faces, best first.
    guesses: list[int]
    # Why this very die is in doubt: key for a sentence; "" if it is not.
    doubt: str


class ReadingJson(TypedDict):
    """The pending reading, or undone dice that are offered again."""

    id: str
    kind: ReadingKind
    faces: list[FaceJson]
    # How many dice, tiles or cards are awaited.
    expected: int
    state: ReadingState | Literal["kept"]
    # Need nobody look at it? If somebody should: is it likely right, so that it may count down?
    sure: bool
    likely: bool
    # May it be taken as it is?
    usable: bool
    # Why it was not simply taken, and what that is about.
    note: str
    facts: Facts
    # The tile or card that was scanned, and how it is turned.
    tag: str | None
    turn: int
    # What a scanned card can do now.
    offers: list[Do]
    # The picture it rests on: /api/readings/<picture>.jpg
    picture: str | None
    # Seconds until it is taken by itself.
    countdown: float | None
    source: str
    simulated: bool


class PolicyJson(TypedDict):
    """What becomes of readings, by kind."""

    dice: Mode
    tiles: Mode
    cards: Mode
    # How long a countdown takes.
    seconds: int
    # The same for dice that are likely right, not sure.
    likely: Mode
    likely_seconds: int
    # May players ask the coach?
    coach: bool


class SourcesJson(TypedDict):
    """Where dice, tiles and cards come from at this table."""

    dice: DiceInput
    tiles: PieceInput
    cards: PieceInput


class BoxInUse(TypedDict):
    """The values this game is played with, and whether the chosen box has others by now (`use_box`)."""

    content: str
    newer: bool


class StateView(TypedDict):
    """All of a view that follows from the state and the seat alone."""

    seat: Seat
    scenario: str
    # From 1.
    round: int
    phase: Phase
    # Whose phase it is.
    side: Side
    # The phases of a round in order.
    turns: list[TurnJson]
    waiting: WaitingJson
    # The Demon's Threat Points.
    tp: int
    # How many Dice of Destiny the next Threat phase brings; 0 where nobody plays the Demon.
    destiny_dice: int
    outcome: OutcomeJson | None
    tiles: list[TileJson]
    warriors: list[WarriorJson]
    effects: list[EffectJson]
    # Deck → the cards, or how many for those who may not see them.
    hands: dict[str, list[str] | int]
    # Deck → how many cards are left, and `tiles`.
    decks: dict[str, int]
    # Deck → the cards nobody has seen of it, in no order, for those who may see its cards.
    piles: dict[str, list[str]]
    # The stack of tiles as both players know it, from the top: layers of parts that are shuffled together.
    stack: list[list[StackPart]]
    # Tiles that lie aside, out of the stack.
    discards: list[str]
    # Where an override has put more on the table than the rules allow, each as the rules would refuse it.
    off_rules: list[RefusalJson]
    # Destiny squares used up.
    red_used: list[str]
    # The house rules.
    house: Facts
    # Every legal verb of the seat, dice left out.
    legal: list[Do]
    # False when there are too many to list.
    legal_complete: bool
    legal_roll: LegalRoll | None
    # The chances of every legal attack at one target.
    attack_odds: list[AttackOdds]
    # The chances of the attack whose dice are awaited.
    odds: RollOdds | None
    # Who may enter for Threat Points, in the Threat phase.
    entries: list[EntryJson]
    # How many of each card have been brought in so far.
    brought_in: dict[str, int]
    # Null unless Dice of Destiny are being placed.
    destiny: DestinyJson | None
    # Null unless hits are taken as lines; then all of an attack are given out at once.
    hits: HitsJson | None
    # Null unless Squamata dice are being placed.
    instinct: InstinctJson | None
    # The Deadly Destiny table; null where there is none.
    deadly: DeadlyJson | None


class View(StateView):
    # The game's name and the number of its last record, which intents name.
    game: str
    version: int
    sources: SourcesJson
    # What is not real: dice and draws by the companion, camera, tray.
    simulated: Mapping[str, bool]
    policy: PolicyJson
    reading: ReadingJson | None
    # Null while the game is played.
    end: EndJson | None
    # The act an undo takes back, and the one a redo brings again.
    undo: NamedAct | None
    redo: NamedAct | None
    # After an undo, what lies wrongly on the physical table.
    put_back: list[Sentence]
    # Null before anything was done.
    result: ResultJson | None
    # Null unless a card is being played by hand.
    card_by_hand: CardByHand | None
    # Paths of values of the box that are stand-ins.
    unconfirmed: list[str]
    box: BoxInUse
    # Null where people play all sides.
    companion: CompanionJson | None


class LogLine(TypedDict):
    """A line of the log. Cards another player drew are `unknown`."""

    seq: int
    # The first record of the tap it belongs to.
    tap: int
    key: str
    facts: Facts
    # The seat that did it.
    side: str
    # Where it came from: "tap", "camera", "scan", "button", "override", …
    cause: str
    # The picture it rests on, kept for a while only: /api/readings/<picture>.jpg
    picture: str | None
    override: bool
    undone: bool
    # The seat that took it back; empty if nobody did.
    undone_by: str
