"""What a view says a seat may do: rolls, chances, entries, and the boards dice are placed on."""

from __future__ import annotations

from typing import TypedDict

from companion.protocol.refusal import RefusalJson
from companion.rules.notation import Do
from companion.rules.words import Phase, Talent


class ValuesJson(TypedDict("_Def", {"def": int})):
    """A line of a warrior's card."""

    mvt: int
    cbt: int


class LegalRoll(TypedDict):
    """Dice are awaited of this seat."""

    number: int
    # May the player do without the roll?
    optional: bool


class OddsJson(TypedDict):
    """The chances of an attack."""

    dice: int
    to_hit: int
    expected: float
    # How likely at least 0, 1, 2, … hits are.
    at_least: list[float]


class AttackOdds(OddsJson):
    do: Do


class RollOdds(OddsJson):
    # The DEF that is rolled against; null where there is none, or not one for all.
    defence: int | None


class EntryJson(TypedDict):
    """A card of warriors the Demon may bring in."""

    card: str
    figure: str
    # In Threat Points.
    cost: int
    # How many may still come: by the miniatures left in the box, and by the scenario.
    left: int
    # Where it may enter now, and where for less.
    tiles: list[str]
    cheaper: dict[str, int]
    # The lines of its card by the face of its free die; null for whoever comes without one.
    lines: list[list[int]] | None
    refusal: RefusalJson | None


class SquareJson(TypedDict):
    """A square of the Board of Destiny with the dice on it, and what they bring."""

    id: str
    # Takes dice once only.
    red: bool
    used: bool
    dice: list[int]
    tp: int
    events: int


class HoundJson(TypedDict):
    """A Hellhound while Dice of Destiny are placed."""

    warrior: str
    # The die given to it; 0 for none.
    die: int


class DestinyJson(TypedDict):
    """The Board of Destiny while dice are placed; Threat Points and Events they bring in all."""

    tp: int
    events: int
    squares: list[SquareJson]
    # Hellhounds that may be given a die, with the one that was.
    hounds: list[HoundJson]


class SpaceJson(ValuesJson):
    """A space of the Squamata board: the die it takes, and what that gives."""

    dice: str
    number: int
    # The faces that may lie on it now: none on a destroyed part.
    faces: list[int]
    talents: list[Talent]


class InstinctPart(TypedDict):
    """A part of the Squamata board while dice are placed."""

    part: str
    spaces: list[SpaceJson]


class InstinctJson(TypedDict):
    """The Squamata board while dice are placed."""

    dice: list[int]
    # The values without any die, and the most they may become.
    base: ValuesJson
    most: ValuesJson
    talents: list[Talent]
    parts: list[InstinctPart]
    # May a die be placed on War Cry?
    war_cry: bool


class DeadlyEventJson(TypedDict):
    """An event of the Deadly Destiny table."""

    event: str
    price: int
    when: list[Phase]
    used: bool
    # Played as "do what your scenario says".
    by_hand: bool
    # Why it cannot be played now; null where it can.
    refusal: RefusalJson | None


class DeadlyJson(TypedDict):
    """The Deadly Destiny table of the scenario, and the points the Demon holds."""

    points: int
    events: list[DeadlyEventJson]
