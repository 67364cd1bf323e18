"""A table to test on: the real box, seeded dice and piles, a clock that only moves when told."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.protocol.intents import Answer, Intent, read_verb
from companion.protocol.messages import GameRequest
from companion.protocol.refusal import Refused
from companion.rules.snapshot import to_json
from companion.table.environment import Environment, Scheduler, SystemDice, SystemShuffler
from companion.table.game_store import GameStore
from companion.table.loaded_box import LoadedBox
from companion.table.table import Table
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
def loaded_box() -> LoadedBox:
    return LoadedBox()


def environment(seed: int = 1, clock: Scheduler | None = None) -> Environment:
    rng = random.Random(seed)
    return Environment(SystemDice(rng), SystemShuffler(rng), clock or ManualClock(), {"dice": True})


def games_in(folder: Path, seed: int = 1, clock: Scheduler | None = None) -> GameStore:
    return GameStore(folder, loaded_box(), environment(seed, clock))


def begin(games: GameStore, scenario: str = "survivors", **options: Any) -> Table:
    return games.begin(GameRequest(scenario=scenario, **options))


def submit(table: Table, do: dict[str, Any], seat: str = "both", version: int | None = None, name: str = "") -> Answer:
    made_on = table.version if version is None else version
    try:
        verb = read_verb(do)
    except Refused as refusal:
        # The service refuses what is no verb before the table is asked.
        return Answer(False, table.version, refusal.code, refusal.key, refusal.facts)
    return table.submit(seat, Intent(name or f"test-{next(_ids)}", made_on, verb))


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
    return to_json(one.state) == to_json(other.state)
