"""How good a position looks once what was begun has had its effect, and what chances positions that look so have."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from companion.opponent.errands import Ways
from companion.opponent.playout import next_action, points_for
from companion.opponent.value import WEIGHTS, human_points
from companion.rules.engine import apply, waiting
from companion.rules.state import State
from companion.rules.words import Side

# How many actions it takes at most until a position has settled.
SETTLED_AFTER = 80


class Look(NamedTuple):
    """By what the script thinks of it; or the points of a game that is over."""

    value: float
    points: float | None = None


def settled(state: State, rng: random.Random, ways: Ways) -> State:
    """The state once what was begun has had its effect: until a side may activate a warrior."""
    for _ in range(SETTLED_AFTER):
        if state.outcome is not None or waiting(state).what == "activate":
            break
        action = next_action(state, rng, ways)
        if action is None:
            break
        state = apply(state, action).state
    return state


def look_of(state: State, side: Side) -> Look:
    """By what the script thinks of it; or who has won."""
    if state.outcome is not None:
        return Look(0.0, points_for(state, side))
    return Look(human_points(state, Ways(), WEIGHTS))


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))


def fitted(data: Sequence[tuple[float, float, int]]) -> tuple[float, float]:
    """Slope and base of the logistic curve through (look, share of points, play-outs), by Newton's method.

    A little is taken away from a steep slope, so that there is always an answer.
    """
    slope = base = 0.0
    for _ in range(25):
        g0 = g1 = 0.0
        h00 = h01 = h11 = 1e-3
        g1 -= 1e-3 * slope
        for look, share, number in data:
            chance = logistic(base + slope * look)
            weight = number * max(chance * (1 - chance), 1e-6)
            off = number * (share - chance)
            g0, g1 = g0 + off, g1 + off * look
            h00, h01, h11 = h00 + weight, h01 + weight * look, h11 + weight * look * look
        turn = h00 * h11 - h01 * h01
        if turn <= 0:
            break
        base += max(-2.0, min(2.0, (h11 * g0 - h01 * g1) / turn))
        slope += max(-0.5, min(0.5, (h00 * g1 - h01 * g0) / turn))
    return slope, base
