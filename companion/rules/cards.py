"""What is printed on the pieces of the box, as the rules need it. Filled in by the content packs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from companion.rules.board import Label
from companion.rules.words import Figure, Phase, Side, Talent


class Line(NamedTuple):
    """A Line of Action, or the fixed values of a Demon's warrior."""

    mvt: int
    cbt: int
    defence: int


EXHAUSTED = Line(0, 0, 3)
ALL_LINES = (1, 2, 3, 4, 5, 6)


class Clause(NamedTuple):
    """One verb of the palette with what it needs to know: the smallest piece of a card, tile or special rule."""

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
    body: str
    lines: tuple[Line, ...]
    talents: frozenset[Talent] = frozenset()
    health: int = 1
    cost: int = 0
    condemned: bool = False
    # A number for each exception this card prints, e.g. {"hammer_wounds": 2}; True for one without a number.
    traits: Mapping[str, int] = field(default_factory=dict)


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
    deck: str
    when: frozenset[str] = frozenset()
    aim: Aim = Aim()
    clauses: tuple[Clause, ...] = ()
    die: int | None = None
    bearers: frozenset[Figure] = frozenset()
    # The rule that tells what the card does, named in refusals.
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
    rule: str = "MOV-3"


@dataclass(frozen=True, slots=True)
class Square:
    """A square of the Board of Destiny. `dice` names the condition, `per_die` whether each die pays."""

    id: str
    dice: str
    number: int = 0
    per_die: bool = False
    red: bool = True
    clauses: tuple[Clause, ...] = field(default=(), hash=False)


class Part(NamedTuple):
    """So many tiles of a group that are still in a layer of the stack; which ones, nobody knows."""

    left: int
    tiles: tuple[Label, ...]


# A layer of the stack: parts shuffled together, all drawn before the next layer is reached.
Layer: TypeAlias = tuple[Part, ...]


class Turn(NamedTuple):
    phase: Phase
    side: Side
    kind: str
