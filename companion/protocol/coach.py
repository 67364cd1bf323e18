"""The coach: what a seat could do now, with chances; and a game looked back on, with the chance step by step.

Chances are points: a win is 1, a draw a half. Each has the half width of its 95 % interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from companion.protocol.answers import OkAnswer
from companion.protocol.json import Sentence, WorkState
from companion.protocol.opponent import Mover
from companion.rules.notation import Do
from companion.rules.words import Side, Winner


class IdeaJson(TypedDict):
    """Something that could be done, how good it is, and a word why."""

    do: Do
    why: Sentence
    chance: float
    either_way: float
    # How much worse than the best, and the limits of that: they were played out in the same imagined worlds.
    behind: float
    behind_either_way: float


class CoachNow(TypedDict):
    """What came of a question so far."""

    # The version of the game it was asked about, and for which side.
    version: int
    side: Side
    # Play-outs made, of how many.
    done: int
    of: int
    # The side's chance as the game stands, and how its play-outs ended; null before they are done.
    chance: float | None
    either_way: float
    ends: dict[Winner, int]
    # The best first, as far as they are known by now; empty before a roll.
    ideas: Sequence[IdeaJson]
    # The player's own, if one was to be rated; behind the best, or before it.
    rated: IdeaJson | None


class CoachAnswer(OkAnswer):
    """The last question of this seat; null if it has asked none."""

    state: WorkState | None
    now: CoachNow | None


class ChancePoint(TypedDict):
    """The chance after an act; 0 is the set-up."""

    seq: int
    round: int
    chance: float
    either_way: float


class BetterJson(TypedDict):
    """What its side could have done instead, from what it knew: its chance then, and what it would have gained."""

    do: Do
    why: Sentence
    chance: float
    gain: float
    either_way: float


class TurnedJson(TypedDict):
    """A point at which the chance became another one."""

    # The act, for the replay.
    seq: int
    round: int
    # Dice, a choice of the side, or a correction by hand.
    mover: Mover
    side: Side
    before: float
    after: float
    # Of the change.
    either_way: float
    # What was done, and what happened.
    name: Sentence
    lines: Sequence[Sentence]
    # Null where nothing was surely better.
    better: BetterJson | None


class ChanceLuck(TypedDict):
    """What dice and draws brought the side of the curve, by the side that threw them."""

    by_side: dict[Side, float]
    either_way: float


class AnalysisNow(TypedDict):
    """How far the analysis is, and what is known so far."""

    done: int
    of: int
    # Whose chance the curve tells: the side that comes first in turn order.
    side: Side
    points: Sequence[ChancePoint]
    # Null until they are looked for; at most five.
    turns: Sequence[TurnedJson] | None
    luck: ChanceLuck | None
    # Nothing more comes.
    whole: bool


class AnalysisAnswer(OkAnswer):
    """The analysis of a game that is over for good; nulls if nobody has asked for it yet."""

    state: WorkState | None
    now: AnalysisNow | None
