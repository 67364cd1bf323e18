"""A table to test on: the real box, seeded dice and piles, a clock that only moves when told."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.devices.simulated import SystemDice, SystemDraws
from companion.rules.notation.text import dump
from companion.table.answers import Answer
from companion.table.game import Table
from companion.table.games import Games
from companion.table.helpers import Helpers, Scheduler
from companion.table.intents import Intent
from companion.table.library import Library
from companion.table.options import GameRequest
from tests.table.choosing import choose

_ids = itertools.count()


class ManualClock(Scheduler):
    """Countdowns that end when the test says so."""

    def __init__(self) -> None:
        self.calls: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        entry = (seconds, call)
        self.calls.append(entry)
        return lambda: self.calls.remove(entry) if entry in self.calls else None

    def run_out(self) -> None:
        for _, call in list(self.calls):
            call()


@lru_cache(maxsize=1)
def library() -> Library:
    return Library()


def helpers(seed: int = 1, clock: Scheduler | None = None) -> Helpers:
    rng = random.Random(seed)
    return Helpers(SystemDice(rng), SystemDraws(rng), clock or ManualClock(), {"dice": True})


def games_in(folder: Path, seed: int = 1, clock: Scheduler | None = None) -> Games:
    return Games(folder, library(), helpers(seed, clock))


def begin(games: Games, scenario: str = "survivors", **options: Any) -> Table:
    return games.begin(GameRequest(scenario=scenario, **options))


def submit(table: Table, do: dict[str, Any], seat: str = "both", version: int | None = None, name: str = "") -> Answer:
    made_on = table.version if version is None else version
    return table.submit(seat, Intent(name or f"test-{next(_ids)}", made_on, do))


def done(table: Table, do: dict[str, Any], seat: str = "both") -> int:
    answer = submit(table, do, seat)
    assert answer.ok, (answer, do)
    return answer.version


def play(table: Table, rng: random.Random, steps: int, back: float = 0.0) -> int:
    """So many random legal steps, undos and redos among them; stops when the game is over."""
    for step in range(steps):
        view = table.view("both")
        if view["waiting"]["kind"] == "over":
            return step
        if view["undo"] and rng.random() < back:
            done(table, {"undo": True})
        elif view["redo"] and rng.random() < back:
            done(table, {"redo": True})
        else:
            done(table, choose(view, rng))
    return steps


def play_until(table: Table, rng: random.Random, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Random legal play to the first view of which something holds."""
    for _ in range(3000):
        view = table.view("both")
        if holds(view):
            return view
        assert view["waiting"]["kind"] != "over", "the game ended before it came to that"
        done(table, choose(view, rng))
    raise AssertionError("it never came to that")


def same(one: Table, other: Table) -> bool:
    return dump(one.state) == dump(other.state)
