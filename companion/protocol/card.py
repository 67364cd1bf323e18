"""Cards as the tablet's editor sees them: a sheet, what it would do, what it is built from, and a rehearsal."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from companion.protocol.box import ClauseJson, LocalNames
from companion.protocol.json import Facts, Json
from companion.rules.cards import FactKind

# "deadly": events of Deadly Destiny, which are printed in a scenario.
CardDeck: TypeAlias = Literal["gift", "object", "advantage", "event", "skill", "deadly"]


class AimJson(TypedDict):
    """Whom or what a card is aimed at; empty where it is at nobody."""

    who: str
    reach: Literal["any", "same_tile", "adjacent"]
    line: bool
    tile: Literal["", "any"]


class CostJson(TypedDict):
    """What it takes to play a card."""

    # Threat Points.
    tp: int


class CardSheet(TypedDict):
    """A card as the owner types it in, plain values only."""

    id: NotRequired[str]
    deck: CardDeck
    name: LocalNames
    copies: int
    when: NotRequired[list[str]]
    aim: AimJson
    effect: NotRequired[list[ClauseJson]]
    # Played as "do what your card says".
    by_hand: bool
    die: NotRequired[int]
    bearers: NotRequired[list[str]]
    cost: NotRequired[CostJson]
    condition: NotRequired[list[ClauseJson]]
    # Points of Deadly Destiny.
    price: NotRequired[int]


class PieceInWords(TypedDict):
    """One piece of a condition, with all its facts."""

    piece: str
    facts: Facts


class TableRowInWords(TypedDict):
    """What happens at some scores of a die."""

    scores: list[int]
    then: list[StepInWords]


class StepInWords(TypedDict):
    """One verb of an effect as data for a sentence, defaults filled in."""

    verb: str
    facts: Facts
    # Whom it is about: target, chosen, each, subject, bearer, nobody, or a scope such as "side:human".
    whom: str
    then: list[StepInWords]
    when: list[PieceInWords]
    table: list[TableRowInWords]


class CardPreview(TypedDict):
    """What a card would do."""

    deck: CardDeck
    name: LocalNames
    when: list[str]
    die: int | None
    bearers: list[str]
    cost: CostJson | None
    price: int | None
    condition: list[PieceInWords]
    aim: AimJson
    by_hand: bool
    steps: list[StepInWords]


class CardOfBox(TypedDict):
    """A card of the box, to be changed and sent back."""

    sheet: CardSheet
    preview: CardPreview
    # Numbers of its labels.
    tags: list[int]


class CheckedCard(CardOfBox):
    """A sheet that can be kept as it is."""

    # The id the card has, or would get.
    id: str


class KeptCard(TypedDict):
    """A card that is in the chosen box from now on."""

    id: str
    tags: list[int]
    content: str


# -- what a card or a scenario is built from ---------------------------------------------------------------------------


class FactForm(TypedDict):
    """One fact of a verb. `kind` says of what sort it is, or names something of the box."""

    kind: FactKind
    # Bounds of a number.
    least: NotRequired[int]
    most: NotRequired[int]
    # The words there are.
    of: NotRequired[list[str]]
    # One of the two: it must be there, or this is what counts without it.
    required: NotRequired[Literal[True]]
    default: NotRequired[Json]


class VerbForm(TypedDict):
    """A verb of an effect."""

    facts: dict[str, FactForm]
    # Whether it describes an Object, in place of doing something once.
    object: bool


class PieceForm(TypedDict):
    """A piece of a condition."""

    facts: dict[str, FactForm]


class Palette(TypedDict):
    """Everything a card or a scenario can be built from, with the names of this box."""

    verbs: dict[str, VerbForm]
    pieces: dict[str, PieceForm]
    # Verbs about one warrior.
    needs_target: list[str]
    # Deck → when its cards may be played.
    when: dict[str, list[str]]
    who: list[str]
    reach: list[str]
    until: list[str]
    scopes: list[str]
    talents: list[str]
    profiles: list[str]
    figures: list[str]
    tile_kinds: list[str]
    # When a special rule of a scenario can take effect.
    moments: list[str]


# -- rehearsal ---------------------------------------------------------------------------------------------------------

LineValues = TypedDict("LineValues", {"mvt": int, "cbt": int, "def": int})


class RehearsedWarrior(TypedDict):
    """A warrior on the small table."""

    profile: str
    figure: str
    tile: str
    fate: str
    now: LineValues
    talents: list[str]
    cancelled: list[int]
    wounds: int
    tokens: list[str]
    exhausted: bool


class RehearsedChange(TypedDict):
    """Something that is different afterwards."""

    # The warrior; empty for the table.
    of: str
    what: str
    before: Json
    after: Json


class RehearsedAnswer(TypedDict):
    """How a question of the card was answered in the rehearsal."""

    side: str
    kind: str
    what: str
    answer: Facts


class RehearsedHappening(TypedDict):
    """Something that happened, as in the log."""

    key: str
    facts: Facts


class RehearsedPlay(TypedDict):
    """One way to play the card, played to the end."""

    # The verb that plays it.
    do: Facts
    answers: list[RehearsedAnswer]
    happenings: list[RehearsedHappening]
    after: dict[str, RehearsedWarrior]
    # Threat Points afterwards.
    tp: int
    changed: list[RehearsedChange]


class RehearsedRefusal(TypedDict):
    """Why the card cannot be played at all on the small table."""

    rule: str
    key: str
    facts: Facts


class Rehearsal(TypedDict):
    """A card on a small table: every way it can be played, and what that does."""

    phase: str
    before: dict[str, RehearsedWarrior]
    tp: int
    # What an Object changes by being carried.
    carried: list[RehearsedChange]
    ways: list[RehearsedPlay]
    refused: RehearsedRefusal | None


class RehearsedCard(Rehearsal):
    """The rehearsal of a sheet."""

    id: str
