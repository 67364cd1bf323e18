"""What the signs of `companion.opponent.prospects` weigh, learned anew: `python -m tests.opponent.learning`.

Games of the script with itself, with a slip now and then so that more is seen; each round begins with some signs, and
each game ends somehow. The weights are those of a logistic regression in which every scenario has odds of its own.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.content import new_game
from companion.opponent.errands import Ways
from companion.opponent.knowledge import acting, own_actions
from companion.opponent.playout import MOST_ROUNDS, next_action, points_for
from companion.opponent.prospects import Signs, signs_of
from companion.rules.engine import apply, waiting
from companion.rules.words import HUMAN
from tests.opponent.reached import box

SLIPS = 0.06
# How strongly weights are drawn to nothing.
RIDGE = 1.0


def begun_rounds(scenario: str, rng: random.Random) -> Iterator[Signs | float]:
    """The signs at the beginning of each round but the first, and last the points of the Humans."""
    state, ways, seen = new_game(box(), scenario), Ways(), 1
    while state.outcome is None and state.round < MOST_ROUNDS:
        if state.round > seen:
            seen = state.round
            yield signs_of(state, ways)
        asked = waiting(state)
        slips = asked.kind == "choice" and rng.random() < SLIPS
        action = rng.choice(own_actions(state, acting(asked))) if slips else next_action(state, rng, ways)
        assert action is not None
        state = apply(state, action).state
    yield points_for(state, HUMAN)


def fitted(signs: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Newton's method on signs of like size."""
    size = signs.std(axis=0)
    size[size == 0] = 1.0
    scaled, weights = signs / size, np.zeros(signs.shape[1])
    for _ in range(20):
        chance = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (chance - points) + RIDGE * weights
        bend = (scaled.T * (chance * (1 - chance))) @ scaled + RIDGE * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return np.asarray(weights / size)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=130, help="a scenario")
    parser.add_argument("--seed", type=int, default=5000)
    args = parser.parse_args()
    scenarios = [name for name, scenario in box().scenarios.items() if list(scenario.packs) == ["base"]]
    rows: list[Any] = []
    points: list[float] = []
    for number, scenario in enumerate(scenarios):
        own_odds = [float(number == other) for other in range(len(scenarios))]
        for seed in range(args.seed, args.seed + args.games):
            *signs, end = begun_rounds(scenario, random.Random(seed))
            rows += [[*sign, *own_odds] for sign in signs if isinstance(sign, Signs)]
            points += [end] * len(signs)  # type: ignore[list-item]
    weights = fitted(np.array(rows, dtype=np.float64), np.array(points))
    print(json.dumps({name: round(float(weight), 3) for name, weight in zip(Signs._fields, weights, strict=False)}))


if __name__ == "__main__":
    main()
