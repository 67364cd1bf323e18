"""A scenario on trial: the fair player on all sides to say who wins, and games by lot to find what breaks.

`python -m companion.opponent.trial` is a process of its own that reads from standard input what to play and tells a
line a game, so that a scenario that never ends cannot hold up the table.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.apart import Task
from companion.content.box import Box
from companion.content.owner.building import box_with
from companion.content.owner.overlay import overlay_from
from companion.content.setup import new_game
from companion.ongoing import Line, tell_lines
from companion.opponent.ladder import step
from companion.opponent.players import LEVELS
from companion.opponent.playout import MOST_ROUNDS
from companion.rules.engine import apply, legal_actions
from companion.rules.invariants import broken
from companion.rules.state import State
from companion.rules.words import SIDES

# A random game of the box has about a thousand actions; one that needs so many has no end.
MOST_ACTIONS = 30_000
# After so many fair games there is one by lot: it does what no sensible player would, and so finds more that breaks.
FAIR_TO_RANDOM = 5
FAIR = dict.fromkeys(SIDES, LEVELS["fair"])

# Goes from one state to the next.
Move = Callable[[State, random.Random], State]


class TrialGame(NamedTuple):
    """How one game went; `fault` says what was wrong with it. A fair game that comes to no end has no winner."""

    winner: str
    rounds: int
    fault: str = ""
    # Not by the fair player: who wins it says nothing.
    by_lot: bool = False


def by_lot(state: State, rng: random.Random) -> State:
    return apply(state, rng.choice(legal_actions(state))).state


def fairly(state: State, rng: random.Random) -> State:
    return step(state, FAIR, rng)[0]


def checked_game(box: Box, scenario: str, seed: int, move: Move) -> TrialGame:
    """One game, checked after every action."""
    rng, lot = random.Random(seed), move is by_lot
    state = new_game(box, scenario)
    actions = 0
    while state.outcome is None:
        if not legal_actions(state):
            return TrialGame("", state.round, "nothing can be done and nobody has won", lot)
        state = move(state, rng)
        actions += 1
        faults = broken(state)
        if faults:
            return TrialGame("", state.round, faults[0], lot)
        if actions >= MOST_ACTIONS:
            return TrialGame("", state.round, f"no end after {actions} actions and {state.round} rounds", lot)
        if state.round > MOST_ROUNDS and not lot:
            return TrialGame("", state.round)
    return TrialGame(state.outcome.winner, state.round, "", lot)


def attempt(box: Box, scenario: str, seed: int, move: Move) -> TrialGame:
    """A game that always has a result: whatever goes wrong in it is its fault, and the trial goes on."""
    try:
        return checked_game(box, scenario, seed, move)
    except Exception as error:  # noqa: BLE001 (a fault of the scenario, or of ours, is what the trial looks for)
        return TrialGame("", 0, f"{type(error).__name__}: {error}"[:200], move is by_lot)


def trial(task: Task) -> Iterator[Line]:
    """So many fair games, and those by lot between them."""
    box = box_with(overlay_from(task["overlay"]))
    for seed in range(task["games"]):
        yield attempt(box, task["scenario"], seed, fairly)._asdict()
        if seed % FAIR_TO_RANDOM == 0:
            yield attempt(box, task["scenario"], seed, by_lot)._asdict()


if __name__ == "__main__":
    tell_lines(trial)
