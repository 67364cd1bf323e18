"""Strength, measured: two players meet on the same scenario and the same dice, each once on either side."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from companion.content.box import Box
from companion.content.options import GameOptions
from companion.content.setup import new_game
from companion.opponent.knowledge import acting, fall, is_chance
from companion.opponent.players import Player, decide
from companion.opponent.playout import MOST_ROUNDS
from companion.rules.engine import apply, waiting
from companion.rules.state import State
from companion.rules.words import DEMON, HUMAN, Side


class Played(NamedTuple):
    """How one game ended: the winner ("draw": nobody) and why, in how many rounds."""

    winner: str
    reason: str
    rounds: int
    decisions: int


def play_game(
    box: Box,
    scenario: str,
    players: Mapping[Side, Player],
    seed: int,
    options: GameOptions = GameOptions(),  # noqa: B008 (immutable)
) -> Played:
    """One game to its end. Dice and decks fall by the seed; each decision has a seed of its own."""
    table, state, decisions = random.Random(seed), new_game(box, scenario, options), 0
    while state.outcome is None and state.round <= MOST_ROUNDS:
        state, decided = step(state, players, table)
        decisions += decided
    if state.outcome is None:
        return Played("draw", "no_end", state.round, decisions)
    return Played(state.outcome.winner, state.outcome.reason, state.round, decisions)


def step(state: State, players: Mapping[Side, Player], table: random.Random) -> tuple[State, bool]:
    """One action, by whoever the game waits for: a player, or the table."""
    asked = waiting(state)
    side = acting(asked)
    action = decide(players[side], state, side, table.getrandbits(48))
    if action is not None:
        return apply(state, action).state, True
    assert is_chance(asked)
    return apply(state, fall(state, asked, table)).state, False


class Meeting(NamedTuple):
    """One seed: the first player as the Humans, then as the Demon. Points for the first: 1, ½ for a draw, 0."""

    seed: int
    as_human: Played
    as_demon: Played

    @property
    def points(self) -> tuple[float, float]:
        return points(self.as_human, HUMAN), points(self.as_demon, DEMON)


def points(played: Played, side: Side) -> float:
    return 0.5 if played.winner == "draw" else float(played.winner == side)


def meet(box: Box, scenario: str, first: Player, second: Player, seed: int) -> Meeting:
    as_human = play_game(box, scenario, {HUMAN: first, DEMON: second}, seed)
    as_demon = play_game(box, scenario, {HUMAN: second, DEMON: first}, seed)
    return Meeting(seed, as_human, as_demon)


class Standing(NamedTuple):
    """What meetings add up to for the first player, with the half width of the 95 % interval."""

    games: int
    points: float
    either_way: float
    as_human: float
    as_demon: float
    ends: dict[str, int]


def standing(meetings: list[Meeting]) -> Standing:
    pairs = [sum(meeting.points) / 2 for meeting in meetings]
    mean = sum(pairs) / len(pairs)
    spread = sum((p - mean) ** 2 for p in pairs) / max(1, len(pairs) - 1)
    ends = Counter(f"{p.winner}: {p.reason}" for m in meetings for p in (m.as_human, m.as_demon))
    return Standing(
        games=2 * len(meetings),
        points=mean,
        either_way=1.96 * math.sqrt(spread / len(pairs)),
        as_human=sum(m.points[0] for m in meetings) / len(meetings),
        as_demon=sum(m.points[1] for m in meetings) / len(meetings),
        ends=dict(ends.most_common()),
    )
