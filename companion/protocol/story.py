"""A game looked back on: what decided it, luck, and every step to be seen again. Nothing hidden is in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from companion.protocol.answers import OkAnswer
from companion.protocol.json import Sentence
from companion.protocol.views import StateView
from companion.rules.words import Side


class SideLuck(TypedDict):
    """The Combat Dice of a side."""

    side: Side
    rolled: int
    hits: int
    expected: float
    # Of so many dice games, this share goes at least as well; null without any roll.
    as_good: float | None
    # Hits above the odds up to the end of each round, from the first on.
    above: Sequence[float]


class TurningPoint(TypedDict):
    """A moment that weighed."""

    # The act, for the replay.
    seq: int
    round: int
    side: Side
    # What happened, as in the log; the first says most.
    lines: Sequence[Sentence]


class FallenJson(TypedDict):
    """A Human or Kartikeya that died: when, and on which tile."""

    warrior: str
    round: int
    tile: str


class StoryAnswer(OkAnswer):
    """How a game went."""

    rounds: int
    # Of playing: long breaks are not counted.
    seconds: int
    # Of the sides that play, in turn order.
    luck: Sequence[SideLuck]
    turning_points: Sequence[TurningPoint]
    fallen: Sequence[FallenJson]
    # Warriors of the Demon that were slain, by their card.
    slain: dict[str, int]


class ReplayStep(TypedDict):
    """An act of the game, by name."""

    seq: int
    round: int
    side: str
    name: Sentence


class ReplayAnswer(OkAnswer):
    """Every act that is part of the game, in order."""

    steps: Sequence[ReplayStep]


class ReplayedAnswer(OkAnswer):
    """The public table after one of them."""

    seq: int
    state: StateView
    lines: Sequence[Sentence]


class RematchAnswer(OkAnswer):
    """The same set-up anew; everybody plays the side that comes next in turn order."""

    game: str


class RematchEvent(TypedDict):
    """A rematch of this game was begun: whoever sits here is awaited there."""

    game: str
