"""How quick many games and long ones are: a start with 500 of them, the list, and the opening of 20,000 records."""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion.server.service import Service, Settings
from companion.table.game_store import GameStore
from companion.table.table import Table
from tests.bench.timing import cpu_ms, elapsed_ms, median_and_p99
from tests.table.choosing import choose
from tests.table.table_rig import begin, done, games_in, play

GAMES = 500
RECORDS = 20_000
STEPS = 150
TIMES = 9


def run() -> Iterator[dict[str, object]]:
    with tempfile.TemporaryDirectory() as folder:
        yield from _many(Path(folder) / "many")
        yield from _long(Path(folder) / "long")


# -- many games --------------------------------------------------------------------------------------------------------


def _many(data: Path) -> Iterator[dict[str, object]]:
    games = games_in(data / "games")
    table = begin(games)
    play(table, random.Random(1), STEPS)
    games.close()
    for number in range(GAMES - 1):
        shutil.copy(data / "games" / f"{table.name}.game", data / "games" / f"copy-{number}.game")
    # In a process of its own, so that the memory is that of a service and nothing else.
    yield from _told(subprocess.run([sys.executable, "-m", __name__, str(data)], capture_output=True, check=True))


def _told(done: subprocess.CompletedProcess[bytes]) -> Iterator[dict[str, object]]:
    start, first, again, files, megabytes = done.stdout.split()
    yield {"bench": "games.start", "games": GAMES, "ms": float(start), "goal_ms": 2000, "load": _load()}
    yield {"bench": "games.list", "games": GAMES, "first_ms": float(first), "again_ms": float(again)}
    yield {"bench": "games.open_all", "files_open": int(files), "rss_mb": int(megabytes), "goal_mb": 300}


def start_and_open_all(data: Path) -> None:
    """Start, list, and open every game once; prints what it took."""
    begun = time.perf_counter()
    service = Service(Settings(data=data))
    service.start()
    start = (time.perf_counter() - begun) * 1000
    first, again = elapsed_ms(service.games.page), elapsed_ms(service.games.page)
    for name in service.games.names():
        service.games.table(name)
    files = len(list(Path("/proc/self/fd").iterdir()))
    print(round(start), round(first), round(again), files, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    service.close()


# -- a long game -------------------------------------------------------------------------------------------------------


def _long(folder: Path) -> Iterator[dict[str, object]]:
    games = games_in(folder)
    table = begin(games)
    _play_long(table)
    yield from _opened(games, table.name, "games.open_long")
    copy = games.take_in(games.export(table.name, None)).name
    yield from _opened(games, copy, "games.open_long_import")
    games.close()


def _play_long(table: Table) -> None:
    """Random legal play; when the game ends, some of it is taken back and played otherwise."""
    rng = random.Random(1)
    while table.version < RECORDS:
        view = table.view("both")
        for _ in range(rng.randint(1, 40) if view["waiting"]["kind"] == "over" else 0):
            done(table, {"undo": True})
        view = table.view("both")
        done(table, choose(view, rng))


def _opened(games: GameStore, name: str, bench: str) -> Iterator[dict[str, object]]:
    taken, cpu = [], []
    for _ in range(TIMES):
        games.close()
        cpu.append(cpu_ms(lambda: taken.append(elapsed_ms(lambda: games.table(name)))))
    records = games.table(name).version
    yield {
        "bench": bench,
        "records": records,
        **median_and_p99(taken),
        "cpu_ms": round(min(cpu)),
        "goal_ms": 500,
        "load": _load(),
    }


def _load() -> float:
    """What else runs on the machine: processes that wanted a core in the last minute."""
    return round(os.getloadavg()[0], 1)


if __name__ == "__main__":
    start_and_open_all(Path(sys.argv[1]))
