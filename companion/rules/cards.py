"""What is printed on the pieces of the box, as the rules need it, and what a clause of a card can be given.

The pieces are filled in by the content packs. A form stands beside the function it belongs to: in `card_verbs` for what
a card does, in `conditions` for what must hold; packs are checked against it, the tablet builds its editor from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from companion.rules.board import Label
from companion.rules.records import frozen, in_snapshot
from companion.rules.words import (
    DEEDS,
    DEMON,
    HUMAN,
    PHASES,
    TALENTS,
    THREAT,
    BodyKind,
    Deck,
    Figure,
    Phase,
    PhaseKind,
    Side,
    Talent,
    end_of,
    start_of,
)


@in_snapshot()
class Line(NamedTuple):
    """A Line of Action, or the fixed values of a Demon's warrior."""

    mvt: int
    cbt: int
    defence: int


EXHAUSTED = Line(0, 0, 3)
ALL_LINES = (1, 2, 3, 4, 5, 6)


@in_snapshot()
class Clause(NamedTuple):
    """One verb with its facts: the smallest piece of what a card, tile or special rule does."""

    verb: str
    facts: Mapping[str, Any]

    def number(self, name: str, default: int = 1) -> int:
        return int(self.facts.get(name, default))

    def word(self, name: str, default: str = "") -> str:
        return str(self.facts.get(name, default))


@dataclass(frozen=True, slots=True)
class Profile:
    """A warrior's card. `body` says how it takes hits: by `lines`, by `wounds`, or `one_hit`."""

    id: str
    figure: Figure
    side: Side
    body: BodyKind
    lines: tuple[Line, ...]
    talents: frozenset[Talent] = frozenset()
    health: int = 1
    cost: int = 0
    condemned: bool = False
    # The values of a Hellhound while no die lies on its card; its `lines` are those of the faces of a die (DP-3).
    instinct: Line | None = None
    # The rule that says what it costs to bring it in, and how often.
    rule: str = "THR-3"
    # A number for each exception this card prints, e.g. {"hammer_wounds": 2}; True for one without a number.
    traits: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "traits", frozen(self.traits))

    @property
    def resting(self) -> Line:
        """The values while no die lies on its card: a warrior that lives by its die stands as if Exhausted."""
        if self.body == "lines":
            return EXHAUSTED
        return self.instinct or self.lines[0]


@dataclass(frozen=True, slots=True)
class Aim:
    """Whom or what a card is played on: `who` may be chosen, how far away, and whether a line is named too."""

    who: str = ""
    reach: str = "any"
    line: bool = False
    tile: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A Gift, Object, Advantage or Event card."""

    id: str
    deck: Deck
    when: frozenset[str] = frozenset()
    aim: Aim = Aim()
    clauses: tuple[Clause, ...] = ()
    die: int | None = None
    bearers: frozenset[Figure] = frozenset()
    # The rule about this card, named in refusals.
    rule: str = "ACT-4"
    # Threat Points it takes to play the card, and what must hold.
    cost: int = 0
    condition: tuple[Clause, ...] = ()
    # "Do what your card says": the companion does not know the effect, or not all of it.
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class TileKind:
    id: str
    capacity: int = 3
    ends_movement: bool = False
    leaving_takes_all: bool = False
    doubles_hits: bool = False
    hole: bool = False
    always_enter: frozenset[Figure] = frozenset()
    way_out: bool = False
    on_first_entry: tuple[Clause, ...] = ()
    # What happens to each warrior of the Demon that enters.
    on_demon_entry: tuple[Clause, ...] = ()
    # The DEF of everybody who stands on it; 0: their own.
    defence: int = 0
    # DEF is never above this here.
    most_defence: int = 6
    # What happens to each warrior on it when a Threat, Initiative or Instinct phase begins.
    on_phase_start: tuple[Clause, ...] = ()
    # Which sides set off what happens on the first entry; and what the first warrior of the Demon sets off.
    set_off_by: frozenset[Side] = frozenset({HUMAN})
    on_first_demon_entry: tuple[Clause, ...] = ()
    # Threat Points less for a figure that enters play here.
    discounts: Mapping[Figure, int] = field(default_factory=dict)
    # Tokens of Miraculous Water that come with it.
    water: int = 0
    rule: str = "MOV-3"

    def __post_init__(self) -> None:
        object.__setattr__(self, "discounts", frozen(self.discounts))


@dataclass(frozen=True, slots=True)
class Square:
    """A square of the Board of Destiny. `dice` names the condition, `per_die` whether each die pays."""

    id: str
    dice: str
    number: int = 0
    per_die: bool = False
    red: bool = True
    clauses: tuple[Clause, ...] = field(default=(), hash=False)


@in_snapshot()
class Part(NamedTuple):
    """So many tiles of a group that are still in a layer of the stack; which ones, nobody knows."""

    left: int
    tiles: tuple[Label, ...]


# A layer of the stack: parts shuffled together, all drawn before the next layer is reached.
Layer: TypeAlias = tuple[Part, ...]


class Space(NamedTuple):
    """A space of the Squamata board: which die it takes, and what that gives for the turn (FS-2)."""

    dice: str
    number: int = 0
    mvt: int = 0
    cbt: int = 0
    defence: int = 0
    talents: frozenset[Talent] = frozenset()


class DeadlyEvent(NamedTuple):
    """An event of a scenario's Deadly Destiny table (FS-6)."""

    price: int
    clauses: tuple[Clause, ...] = ()
    # Phases in which it may be played.
    when: frozenset[str] = frozenset({THREAT})


class Turn(NamedTuple):
    phase: Phase
    side: Side
    kind: PhaseKind


# -- forms: what a clause can be given ---------------------------------------------------------------------------------


FactKind: TypeAlias = Literal[
    "number", "word", "words", "then", "when", "table", "who", "profile", "figure", "tile_kind", "scope", "name"
]


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a clause. Without a default it must be given.

    `kind` says of what sort it is: a number, a word or words of a list, clauses that `then` happen, a condition
    (`when`), a table of dice, the name of something in the box (who, profile, figure, tile_kind, scope) or of the
    owner's own (name).
    """

    kind: FactKind
    default: Any = None
    least: int = 0
    most: int = 99
    of: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"kind": self.kind}
        if self.kind == "number":
            found |= {"least": self.least, "most": self.most}
        if self.of:
            found["of"] = list(self.of)
        return found | ({"required": True} if self.default is None else {"default": self.default})


Form: TypeAlias = Mapping[str, Fact]


def number(least: int, most: int, default: int | None = None) -> Fact:
    return Fact("number", default, least, most)


# The dice of the box and their sides.
DICE = {"d6": 6, "d10": 10}
UNTIL = (*map(start_of, PHASES), *map(end_of, PHASES), "end:activation", "end:game")

ON = Fact("word", "target", of=("target", "bearer"))
WHO = Fact("who", HUMAN)
BY = Fact("word", "", of=("", HUMAN, DEMON))
THEN = Fact("then")
WHEN = Fact("when")
AMOUNT = number(1, 9, 1)
SCOPE = Fact("scope", "")
LASTS = Fact("word", "end:activation", of=UNTIL)
CHANGE = number(-9, 9, 0)
SOME_TALENTS = Fact("words", (), of=tuple(sorted(TALENTS)))
SOME_DEEDS = Fact("words", of=tuple(sorted(DEEDS)))
NAME = Fact("name")
PROFILE = Fact("profile")
AT_LEAST = number(0, 99, 0)
AT_MOST = number(0, 99, 99)
