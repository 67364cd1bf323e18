"""Play-outs: a game played on by the script on all sides, dice and draws by lot, to ask how it may end.

Random play goes nowhere, so its ends tell nothing; the script goes for what the scenario asks. What a seat does not
know is dealt anew for every play-out. All of it is a function of what is put in: the same seed, the same answer.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from companion.opponent import script
from companion.opponent.errands import Ways
from companion.opponent.knowledge import acting, fall, imagine, is_chance, own_actions
from companion.rules.actions import Action
from companion.rules.engine import apply, waiting
from companion.rules.state import State
from companion.rules.words import Side

# A game that has no winner after so many rounds more has none.
MOST_ROUNDS = 60


class Lots:
    """Where chance comes from in a play-out: a source each for the tiles, for a deck, for a kind of roll in a phase.

    So two play-outs of one seed meet the same tiles and the same dice at the beginning of each phase although different
    things were done before, and what differs in how they end is what was done.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._sources: dict[str, random.Random] = {}

    def of(self, what: str) -> random.Random:
        found = self._sources.get(what)
        if found is None:
            # A text is a seed that is the same in every process.
            found = self._sources[what] = random.Random(f"{self._seed} {what}")
        return found


class Work:
    """How much may still be done: actions of play-outs, so that it is the same on any machine."""

    def __init__(self, actions: int) -> None:
        self.left = actions


def play_on(
    state: State,
    rng: random.Random,
    ways: Ways,
    rounds: int = MOST_ROUNDS,
    work: Work | None = None,
) -> State:
    """The state in which the game is over; or, if it is not by then, so many rounds later. The work done is counted.

    Where nothing at all can be done, as a broken scenario may come to, it stays as it is.
    """
    last, done, lots = state.round + rounds, 0, Lots(rng.getrandbits(48))
    while state.outcome is None and state.round < last:
        action = next_action(state, lots, ways)
        if action is None:
            break
        state = apply(state, action).state
        done += 1
    if work is not None:
        work.left -= done
    return state


def next_action(state: State, chance: Lots | random.Random, ways: Ways) -> Action | None:
    """What happens next, as the script has it on every side; cards as they are held in it. None: nothing can."""
    asked = waiting(state)
    if asked.kind == "draw":
        return fall(state, asked, _source(chance, asked.what))
    side, now = acting(asked), f"{state.round} {state.turn}"
    legal = own_actions(state, side)
    if is_chance(asked):
        cards = script.worth_playing(state, side, legal, ways) if legal else []
        if cards:
            return _source(chance, now).choice(cards)
        return fall(state, asked, _source(chance, f"{asked.what} {now}"))
    if not legal:
        return None
    return legal[0] if len(legal) == 1 else script.choose(state, side, legal, _source(chance, now), ways)


def _source(chance: Lots | random.Random, what: str) -> random.Random:
    return chance.of(what) if isinstance(chance, Lots) else chance


class Chance(NamedTuple):
    """Points a side may expect (1 for a win, ½ for a draw), with the half width of the 95 % interval.

    `ends` counts the play-outs by winner, "draw" among them.
    """

    points: float
    either_way: float
    ends: Mapping[str, int]


def win_chance(state: State, seat: Side | None, side: Side, playouts: int, seed: int) -> Chance:
    """How the game may end for a side, from what a seat knows; without a seat, from the state as it is."""
    ways, ends = Ways(), Counter[str]()
    if state.outcome is not None:
        return Chance(points_for(state, side), 0.0, {state.outcome.winner: 1})
    for number in range(playouts):
        # Each has a seed of its own, so the first hundred of two hundred are those of one hundred.
        rng = random.Random(seed * 1_000_003 + number)
        begun = state if seat is None else imagine(state, seat, rng)
        ended = play_on(begun, rng, ways)
        ends["draw" if ended.outcome is None else ended.outcome.winner] += 1
    return chance_of(ends, side)


def points_for(state: State, side: Side) -> float:
    """A game without an end is a draw."""
    if state.outcome is None or state.outcome.winner == "draw":
        return 0.5
    return float(state.outcome.winner == side)


def chance_of(ends: Mapping[str, int], side: Side) -> Chance:
    """Two wins and two losses are added for the interval, so that ten wins of ten are not certainty (Agresti-Coull)."""
    played, draws, wins = sum(ends.values()), ends.get("draw", 0), ends.get(side, 0)
    about = (wins + 0.5 * draws + 2) / (played + 4)
    square = (wins + 0.25 * draws + 2) / (played + 4)
    either_way = 1.96 * math.sqrt((square - about**2) / (played + 4))
    return Chance((wins + 0.5 * draws) / played if played else 0.5, either_way, dict(ends))
