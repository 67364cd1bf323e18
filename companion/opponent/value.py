"""How good a state is for a side: a number to compare states by."""

from __future__ import annotations

import math
from typing import NamedTuple

from companion.opponent.errands import Ways, errands_of, journey
from companion.rules.state import State, Warrior
from companion.rules.warriors import body_of
from companion.rules.words import HUMAN, TROGLODYTE, Side

# The value of a game that is won.
WON = 1000.0


class Weights(NamedTuple):
    """What things are worth, in points for the Humans."""

    life: float = 6.0
    line: float = 4.0
    step: float = 1.0
    troglodyte: float = 0.6
    demon_life: float = 0.9
    near: float = 1.2
    tp: float = 0.35
    event: float = 0.4
    advantage: float = 0.6
    round: float = 0.6


WEIGHTS = Weights()


def value(state: State, side: Side, ways: Ways, weights: Weights = WEIGHTS) -> float:
    """Points for a side; those of a game that is over are out of reach of any other."""
    if state.outcome is not None:
        if state.outcome.winner == "draw":
            return 0.0
        return WON if state.outcome.winner == side else -WON
    points = human_points(state, ways, weights)
    return points if side == HUMAN else -points


def human_points(state: State, ways: Ways, weights: Weights) -> float:
    total = -weights.step * sum(journey(state, errand, ways).steps for errand in errands_of(state.game))
    humans: list[Warrior] = []
    others: list[Warrior] = []
    for warrior in state.warriors.all.values():
        if warrior.tile:
            (humans if warrior.profile.side == HUMAN else others).append(warrior)
    for warrior in humans:
        total += weights.life + weights.line * math.sqrt(body_of(warrior).left(warrior))
    steps = ways.to(state.board, {w.tile for w in humans})
    for warrior in others:
        worth = weights.troglodyte if warrior.profile.figure == TROGLODYTE else 0.0
        worth += weights.demon_life * body_of(warrior).left(warrior) if not worth else 0.0
        total -= worth + weights.near * worth / (1 + steps.get(warrior.tile, 9))
    total -= weights.tp * state.tp + weights.event * len(state.hands.get("event", ()))
    total += weights.advantage * len(state.hands.get("advantage", ()))
    return total - weights.round * state.round
