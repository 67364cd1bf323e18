"""How even a scenario is: the fair player on all sides, with and without handicaps, or with a value of the box changed.

All rows of a measurement play on the same dice, so what differs between them is the handicap or the value.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from companion.content.box import Box
from companion.content.options import GameOptions
from companion.content.owner.building import box_with
from companion.content.owner.overlay import Overlay
from companion.content.owner.values import with_value
from companion.opponent.ladder import Played, play_game
from companion.opponent.players import LEVELS
from companion.opponent.playout import chance_of
from companion.rules.words import DEMON, HUMAN, SIDES, Winner

# As the rulebook has them: each alone, and all of a side (SET-5 for the Demon, SET-6 for the Humans).
HANDICAP_ROWS: tuple[tuple[str, ...], ...] = (
    ("more_advantage",),
    ("more_gift",),
    ("more_advantage", "more_gift"),
    ("events_out",),
    ("more_tp",),
    ("events_out", "more_tp"),
)


class Share(NamedTuple):
    """So many of all games, with the half width of the 95 % interval."""

    share: float
    either_way: float


def share_of(some: int, games: int) -> Share:
    """No games at all may be any share."""
    if not games:
        return Share(0.0, 1.0)
    found = chance_of({HUMAN: some, DEMON: games - some}, HUMAN)
    return Share(found.points, found.either_way)


class Row(NamedTuple):
    """What is measured: a scenario under handicaps, or with one value that is not that of the box."""

    scenario: str
    handicaps: tuple[str, ...] = ()
    # Its path and the other value.
    value: tuple[str, object] | None = None

    @property
    def name(self) -> str:
        if self.value is not None:
            return f"{self.value[0]} = {self.value[1]}"
        return " + ".join(self.handicaps) or "as it is"


class Balance(NamedTuple):
    """How the games of a row ended."""

    row: Row
    games: int
    winners: Mapping[Winner, int]
    # Games without a winner when they were given up; counted as draws.
    endless: int
    rounds: float

    def share(self, winner: Winner) -> Share:
        return share_of(self.winners[winner], self.games)


def rows_of(scenario: str, handicaps: bool, values: Iterable[tuple[str, object]]) -> list[Row]:
    """The scenario as it is; under every handicap, if wanted; with each value by itself."""
    rows = [Row(scenario)]
    if handicaps:
        rows += [Row(scenario, names) for names in HANDICAP_ROWS]
    return rows + [Row(scenario, value=value) for value in values]


def box_of(row: Row, overlay: Overlay) -> Box:
    """The box a row is played with; `Refused` names a value that cannot be used."""
    return box_with(overlay if row.value is None else with_value(overlay, *row.value))


def game_of(box: Box, row: Row, seed: int) -> Played:
    options = GameOptions(handicaps=frozenset(row.handicaps))
    return play_game(box, row.scenario, dict.fromkeys(SIDES, LEVELS["fair"]), seed, options)


def seeds(seed: int, games: int) -> Iterator[int]:
    return (seed * 1_000_003 + number for number in range(games))


def balance_of(row: Row, games: list[Played]) -> Balance:
    found = Counter(game.winner for game in games)
    winners: tuple[Winner, ...] = (*SIDES, "draw")
    return Balance(
        row,
        len(games),
        {winner: found[winner] for winner in winners},
        sum(game.reason == "no_end" for game in games),
        statistics.median(game.rounds for game in games) if games else 0.0,
    )
