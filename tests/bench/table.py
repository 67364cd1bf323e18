"""How quick the table is: intents, opening, undo and redo of a long game."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion.protocol.intents import Intent, read_verb
from companion.protocol.messages import GameRequest
from companion.table.game_store import GameStore
from companion.table.table import Table
from tests.bench.timing import elapsed_ms, median_and_p99
from tests.table.table_rig import games_in

RECORDS = 2000
TIMES = 15


def run() -> Iterator[dict[str, object]]:
    with tempfile.TemporaryDirectory() as folder:
        games = games_in(Path(folder))
        table = games.begin(GameRequest(scenario="survivors"))
        taken = _played(table, RECORDS)
        yield _result("table.intent", taken, records=table.version)
        yield _result("table.view", [elapsed_ms(lambda: table.view("human")) for _ in range(200)])
        games.close()
        busy = time.process_time()
        opened = [_timed_open(games, table.name) for _ in range(TIMES)]
        # What it takes of the processor, however many others are using it.
        cpu = round((time.process_time() - busy) * 1000 / TIMES, 2)
        yield _result("table.open", opened, cpu_ms=cpu, goal_ms=50)
        yield from _history(games, table.name)
        games.close()


def _history(games: GameStore, name: str) -> Iterator[dict[str, object]]:
    """Undo and redo of a game that has just been opened, and of one that stays open."""
    undos, redos = [], []
    for _ in range(TIMES):
        games.close()
        table = games.table(name)
        undos.append(elapsed_ms(lambda table=table: _submit(table, {"undo": True})))  # type: ignore[misc]
        redos.append(elapsed_ms(lambda table=table: _submit(table, {"redo": True})))  # type: ignore[misc]
    yield _result("table.undo", undos, goal_ms=50)
    yield _result("table.redo", redos, goal_ms=50)
    table = games.table(name)
    far = [elapsed_ms(lambda: _submit(table, {"undo": True})) for _ in range(300)]
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
        taken.append(elapsed_ms(lambda do=do: _submit(table, do)))  # type: ignore[misc]
    return taken


def _submit(table: Table, do: dict[str, object]) -> None:
    answer = table.submit("both", Intent(f"bench-{table.version}", table.version, read_verb(do)))
    if not answer.ok:
        raise AssertionError(f"{do} was refused: {answer}")


def _timed_open(games: GameStore, name: str) -> float:
    games.close()
    return elapsed_ms(lambda: games.table(name))


def _result(bench: str, taken: list[float], **more: object) -> dict[str, object]:
    return {"bench": bench, **median_and_p99(taken), **more}
