"""Parts of a view about taps: ways of several steps, hits given out in one go, and what the last tap came to."""

from __future__ import annotations

from typing import Literal, TypedDict

from companion.protocol.json import Sentence
from companion.rules.notation import Do
from companion.rules.words import Side


class WayJson(TypedDict):
    """A way of a warrior."""

    # MVT for the whole way.
    cost: int
    # The steps, as verbs: alone, or as a `walk`.
    steps: list[Do]
    # Tiles on the way, before its end, where something happens to whoever enters.
    over: list[str]


class ReachJson(WayJson):
    """A tile a warrior can get to in this activation."""

    tile: str
    # A way that costs less and leads over tiles where something happens.
    shortcut: WayJson | None


class HitTakerJson(TypedDict):
    """A warrior that can take hits of the attack."""

    warrior: str
    # In the place of the one that was struck.
    guard: bool
    # How many lines 0, 1, 2, … hits cost it; as long as the most it can take.
    lines: list[int]


class HitsJson(TypedDict):
    """Hits that wait to be given out in one go (`allot`)."""

    hits: int
    takers: list[HitTakerJson]


class ResultDie(TypedDict):
    """A die as it fell; null where it neither hits nor misses."""

    face: int
    hit: bool | None


class RollJson(TypedDict):
    """Whose dice they are, and what they were rolled for."""

    # Empty where a tile or a card asked for the roll.
    attacker: str
    target: str
    tile: str
    # What a die needs; 0 where nothing is to be hit.
    to_hit: int
    # The DEF of the target; null where there is none, or not one for all.
    defence: int | None


class ResultJson(TypedDict):
    """What the last tap, roll or undo came to."""

    # The number of its last record: another number is another result.
    seq: int
    kind: Literal["roll", "effect", "step", "undo", "redo", "correction"]
    # The side that acted, or the seat that took something back or corrected.
    by: str
    # Is it news that both players look up for?
    banner: bool
    title: Sentence
    more: list[Sentence]
    dice: list[ResultDie]
    roll: RollJson | None
    # How many acts it was.
    steps: int
    # What the players' hands must do now.
    on_table: list[Sentence]


class NamedAct(TypedDict):
    """An act that undo or redo would move."""

    seq: int
    name: Sentence


class CardByHand(TypedDict):
    """A card whose text nobody told the companion is being played: its player does what it says, until `card_done`."""

    card: str
    side: Side
    # What was corrected for it so far, the last one first.
    changes: list[NamedAct]
    # What the players' hands must do for that.
    on_table: list[Sentence]
    # The act before the card: going back there is not to play it.
    before: int


class GoingBack(TypedDict):
    """What going back in the log would come to."""

    # How many acts would be taken back.
    steps: int
    # What would lie wrongly on the physical table.
    put_back: list[Sentence]
    # Rolls that would be offered again as they fell.
    dice: list[list[int]]
