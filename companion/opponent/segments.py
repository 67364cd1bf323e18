"""A game that was played, as runs of dice and runs of decisions: between them lie the points worth looking at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from companion.opponent.knowledge import own_actions
from companion.protocol.opponent import Mover
from companion.rules.actions import Action, Draw, Reroll, Roll
from companion.rules.engine import waiting
from companion.rules.state import State
from companion.rules.words import Side

# Points of a curve; of a longer game not every change between decisions and dice has one.
MOST_POINTS = 160


class PlayedAct(NamedTuple):
    """An act of the game, and the states around it; no action for a correction by hand."""

    seq: int
    round: int
    before: State
    after: State
    action: Action | None


class Segment(NamedTuple):
    """Steps one after the other that are all dice and draws, or all decisions of one side."""

    mover: Mover
    side: Side
    steps: tuple[PlayedAct, ...]


def segments_of(steps: Sequence[PlayedAct]) -> list[Segment]:
    """Steps that had to be done belong to what led to them."""
    marked: list[tuple[tuple[Mover, Side], PlayedAct]] = []
    for step in steps:
        mover = mover_of(step)
        marked.append((mover or (marked[-1][0] if marked else ("choice", step.before.game.sides[0])), step))
    found: list[Segment] = []
    for (moved_by, side), group in groupby(marked, key=lambda one: one[0]):
        found.append(Segment(moved_by, side, tuple(step for _, step in group)))
    return _thinned(found)


def mover_of(step: PlayedAct) -> tuple[Mover, Side] | None:
    """None where there was nothing to decide."""
    asked, sides = waiting(step.before), step.before.game.sides
    side = next((side for side in sides if side == asked.side), sides[0])
    if step.action is None:
        return "hand", side
    if isinstance(step.action, Roll | Reroll | Draw):
        return "dice", side
    forced = asked.kind == "choice" and len(own_actions(step.before, side)) < 2
    return None if forced else ("choice", side)


def _thinned(segments: list[Segment]) -> list[Segment]:
    """No more than there may be points: the shortest decisions join what follows them."""
    while len(segments) >= MOST_POINTS:
        at = min(range(len(segments) - 1), key=lambda n: len(segments[n].steps) + len(segments[n + 1].steps))
        one, next_one = segments[at], segments[at + 1]
        mover, side = (one.mover, one.side) if one.mover == "dice" else (next_one.mover, next_one.side)
        segments[at : at + 2] = [Segment(mover, side, (*one.steps, *next_one.steps))]
    return segments
