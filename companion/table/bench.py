"""How quick the table is: intents, opening, undo and redo of a long game."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from companion.table.game import Table
from companion.table.games import Games
from companion.table.helpers import Helpers, Scheduler
from companion.table.intents import Intent
from companion.table.library import Library
from companion.table.options import GameRequest

RECORDS = 2000
TIMES = 15


class SeededDice:
    """The same game every time."""

    name = "bench"
    simulated = True

    def __init__(self) -> None:
        self._rng = random.Random(1)

    def roll(self, number: int) -> Sequence[int]:
        return [self._rng.randint(1, 6) for _ in range(number)]

    def randomness(self) -> random.Random:
        return self._rng


def run() -> Iterator[dict[str, object]]:
    source = SeededDice()
    helpers = Helpers(source, source, Scheduler(), {})
    with tempfile.TemporaryDirectory() as folder:
        games = Games(Path(folder), Library(), helpers)
        table = games.begin(GameRequest(scenario="survivors"))
        taken = _played(table, RECORDS)
        yield _result("table.intent", taken, records=table.version)
        yield _result("table.view", [_timed(lambda: table.view("human")) for _ in range(200)])
        games.close()
        busy = time.process_time()
        opened = [_timed_open(games, table.name) for _ in range(TIMES)]
        # What it takes of the processor, however many others are using it.
        cpu = round((time.process_time() - busy) * 1000 / TIMES, 2)
        yield _result("table.open", opened, cpu_ms=cpu, goal_ms=50)
        yield from _history(games, table.name)
        games.close()


def _history(games: Games, name: str) -> Iterator[dict[str, object]]:
    """Undo and redo of a game that has just been opened, and of one that stays open."""
    undos, redos = [], []
    for _ in range(TIMES):
        games.close()
        table = games.table(name)
        undos.append(_timed(lambda table=table: _submit(table, {"undo": True})))  # type: ignore[misc]
        redos.append(_timed(lambda table=table: _submit(table, {"redo": True})))  # type: ignore[misc]
    yield _result("table.undo", undos, goal_ms=50)
    yield _result("table.redo", redos, goal_ms=50)
    table = games.table(name)
    far = [_timed(lambda: _submit(table, {"undo": True})) for _ in range(300)]
    yield _result("table.undo_300_in_a_row", far, goal_ms=50)


def _played(table: Table, records: int) -> list[float]:
    """Random legal play, restarted by undo when the game ends; how long each intent took."""
    rng = random.Random(1)
    taken = []
    while table.version < records:
        view = table.view("both")
        kind = view["waiting"]["kind"]
        if kind == "over":
            do = {"undo": True}
        elif kind in ("roll", "draw"):
            do = {f"{kind}_for_me": True}
        else:
            do = rng.choice(view["legal"])
        taken.append(_timed(lambda do=do: _submit(table, do)))  # type: ignore[misc]
    return taken


def _submit(table: Table, do: dict[str, object]) -> None:
    answer = table.submit("both", Intent(f"bench-{table.version}", table.version, do))
    if not answer.ok:
        raise AssertionError(f"{do} was refused: {answer}")


def _timed_open(games: Games, name: str) -> float:
    games.close()
    return _timed(lambda: games.table(name))


def _timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


def _result(bench: str, taken: list[float], **more: object) -> dict[str, object]:
    ordered = sorted(taken)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return {"bench": bench, "p50_ms": round(statistics.median(ordered), 2), "p99_ms": round(p99, 2), **more}
