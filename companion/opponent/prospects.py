"""How a game may end, told from how it stands at the beginning of a round: what search looks at where it stops.

`value` is the script's: it compares states an action apart. This one was learned from how games ended, so that
states of different rounds and of different luck can be added up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from companion.opponent.errands import Journey, Ways, errands_of, journey
from companion.rules.state import State
from companion.rules.warriors import body_of
from companion.rules.words import DEMON, HUMAN, REDEEMER, TROGLODYTE, Side

# What a game that is over counts, and the most that any other does: chances of 998 and 993 in 1000.
OVER = 6.0
MOST = 5.0


class Signs(NamedTuple):
    """What speaks for the Humans or against them: how much of each there is, or how much each weighs.

    Weights are logarithms of the odds.
    """

    # Humans by their life: its root, the points, those who have two left or less; and the Redeemer.
    root: float
    life: float
    weak: float
    redeemer: float
    # What the errands still ask, in steps, and the logarithm; nobody knows yet where to go.
    steps: float
    few_steps: float
    dark: float
    # Troglodytes beside Humans and a step away; life of the great ones; Humans who are needed and cannot leave.
    beside: float
    near: float
    great: float
    held: float
    # Tiles with an opening into the dark and without a Human: Troglodytes come in there. Cards in hand.
    openings: float
    event: float
    advantage: float


# Learned from 910 games of the script with itself, one action in seventeen at random, on the seven scenarios of the
# base box: how they ended, from what each round began with (`python -m tests.opponent.learning`). Rounded.
WEIGHTS = Signs(
    root=0.18,
    life=0.05,
    weak=-0.08,
    redeemer=0.15,
    steps=-0.042,
    few_steps=-1.55,
    dark=-1.51,
    beside=-0.12,
    near=-0.09,
    great=-0.22,
    held=-0.25,
    openings=-0.09,
    event=-0.06,
    advantage=0.15,
)


def prospects(state: State, side: Side, ways: Ways) -> float:
    """The chance of a side, between 0 and 1; a draw is in the middle."""
    if state.outcome is None:
        odds = sum(weight * sign for weight, sign in zip(WEIGHTS, signs_of(state, ways), strict=True))
        odds = max(-MOST, min(MOST, odds))
    elif state.outcome.winner == "draw":
        odds = 0.0
    else:
        odds = OVER if state.outcome.winner == HUMAN else -OVER
    return 1 / (1 + math.exp(-odds if side == HUMAN else odds))


def signs_of(state: State, ways: Ways) -> Signs:
    """How much of each sign there is."""
    roster = state.warriors
    humans, others = roster.of(HUMAN), [w for w in roster.all.values() if w.tile and w.side != HUMAN]
    lives = [body_of(human).left(human) for human in humans]
    from_humans = ways.to(state.board, {human.tile for human in humans})
    common = [from_humans.get(w.tile, 9) for w in others if w.figure == TROGLODYTE]
    journeys = [journey(state, errand, ways) for errand in errands_of(state.game)]
    open_tiles = [tile for tile, dark in state.board.unexplored.items() if dark]
    return Signs(
        root=sum(math.sqrt(life) for life in lives),
        life=sum(lives),
        weak=sum(life <= 2 for life in lives),
        redeemer=sum(human.figure == REDEEMER for human in humans),
        steps=sum(way.steps for way in journeys),
        few_steps=sum(math.log1p(max(0.0, way.steps)) for way in journeys),
        dark=any(not way.targets for way in journeys),
        beside=common.count(0),
        near=common.count(1),
        great=sum(body_of(w).left(w) for w in others if w.figure != TROGLODYTE),
        held=_held(state, journeys),
        openings=sum(not roster.crowd(HUMAN, tile) for tile in open_tiles),
        event=len(state.hands.get("event", ())),
        advantage=len(state.hands.get("advantage", ())),
    )


def _held(state: State, journeys: Sequence[Journey]) -> int:
    """Humans who should go somewhere, with more of the Demon's on their tile than of their own."""
    roster = state.warriors
    tiles = [roster.all[name].tile for name in sorted({name for way in journeys for name in way.goers})]
    return sum(bool(tile) and roster.crowd(DEMON, tile) > roster.crowd(HUMAN, tile) for tile in tiles)
