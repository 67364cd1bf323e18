"""A scenario on trial: random games to the end, one JSON line each. `python -m companion.content.trial` is a process of
its own that reads from standard input what to play, so that a scenario that never ends cannot hold up the table."""

from __future__ import annotations

import json
import os
import random
import sys
from typing import NamedTuple

from companion.content.box import Box
from companion.content.owner.building import box_with
from companion.content.owner.overlay import overlay_from
from companion.content.setup import new_game
from companion.rules.engine import apply, legal_actions
from companion.rules.invariants import broken

# A random game of the box has about a thousand actions; one that needs so many has no end.
MOST_ACTIONS = 30_000


class RandomGame(NamedTuple):
    """How one random game went; `fault` says what was wrong with it."""

    winner: str
    rounds: int
    actions: int
    fault: str = ""


def random_game(box: Box, scenario: str, seed: int) -> RandomGame:
    """One game by random legal actions, checked after every one."""
    rng = random.Random(seed)
    state = new_game(box, scenario)
    actions = 0
    while state.outcome is None:
        legal = legal_actions(state)
        if not legal:
            return RandomGame("", state.round, actions, "nothing can be done and nobody has won")
        state = apply(state, rng.choice(legal)).state
        actions += 1
        faults = broken(state)
        if faults:
            return RandomGame("", state.round, actions, faults[0])
        if actions >= MOST_ACTIONS:
            return RandomGame("", state.round, actions, f"no end after {actions} actions and {state.round} rounds")
    return RandomGame(state.outcome.winner, state.round, actions)


def attempt(box: Box, scenario: str, seed: int) -> RandomGame:
    """A random game that always has a result: whatever goes wrong in it is its fault, and the trial goes on."""
    try:
        return random_game(box, scenario, seed)
    except Exception as error:  # noqa: BLE001 (a fault of the scenario, or of ours, is what the trial looks for)
        return RandomGame("", 0, 0, f"{type(error).__name__}: {error}"[:200])


def main() -> None:
    os.nice(10)
    task = json.load(sys.stdin)
    box = box_with(overlay_from(task["overlay"]))
    for seed in range(task["games"]):
        print(json.dumps(attempt(box, task["scenario"], seed)._asdict()), flush=True)  # noqa: T201 (its one output)


if __name__ == "__main__":
    main()
