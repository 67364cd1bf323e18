"""`make evening SOAK=48`: so many rounds with camera and tray, one game after the other, without the pauses of people.

A round takes about ten minutes at a table, so 48 are eight hours. What players would touch goes over the wire, as a
tablet sends it; dice and labels only through the camera, their yes only by a button of the tray. No browser is in it:
what is measured is the service.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser

from tests.bench.timing import median_and_p99
from tests.evening.evening import Evening
from tests.evening.players import EveningPlayer
from tests.processes import family, memory_mb
from tests.server.wire_client import WireClient
from tests.table.choosing import choose_boldly

PARTS = 6
TABLE_MINUTES_A_ROUND = 10


class Soaked(NamedTuple):
    """One row of the table: a sixth of the time."""

    rounds: int
    table_hours: float
    minutes: float
    steps: int
    rolls: int
    labels: int
    p50_ms: float
    p99_ms: float
    memory_mb: float
    handles: int
    threads: int
    journal_kb: float
    load: float

    def row(self) -> str:
        return "| " + " | ".join(f"{value:.1f}" if isinstance(value, float) else str(value) for value in self) + " |"


class SoakPlayer(EveningPlayer):
    """Both sides, by chance, as fast as the service takes it."""

    def __init__(self, evening: Evening, seed: int) -> None:
        super().__init__(evening, seed)
        self.taken: list[float] = []

    def step(self) -> None:
        waiting, version = self.view["waiting"], self.view["version"]
        eye = self.evening.eyes[waiting["side"]]
        eye.wait_version(version)
        if waiting["kind"] == "roll" and eye.view["legal_roll"] is not None:
            self._throw(waiting, lambda truth: typed_in(eye, truth))
        elif waiting["kind"] == "draw":
            self._show(waiting)
        else:
            begun = time.perf_counter()
            answer = eye.do(**choose_boldly(eye.view, self.chance))
            assert answer["ok"], answer
            for one in self.evening.eyes.values():
                one.wait_version(answer["version"])
            self.taken.append((time.perf_counter() - begun) * 1000)
        for one in self.evening.eyes.values():
            one.wait_version(version + 1)


def soak(browser: Browser, folder: Path, rounds: int, seed: int) -> Iterator[Soaked]:
    with Evening(folder, browser, seed) as evening:
        games, done, begun = 0, 0, time.monotonic()
        player = another_game(evening, seed)
        counts, taken = player.counts, list[float]()
        rolls = labels = steps = 0
        for part in range(1, PARTS + 1):
            while done + player.view["round"] - 1 < rounds * part / PARTS:
                if player.view["outcome"]:
                    done += player.view["round"]
                    rolls, labels = rolls + counts["rolls"], labels + counts["scans"]
                    games += 1
                    player = another_game(evening, seed + games)
                    counts = player.counts
                player.step()
                steps += 1
                taken += player.taken
                player.taken.clear()
            played = done + player.view["round"] - 1
            yield Soaked(
                played,
                played * TABLE_MINUTES_A_ROUND / 60,
                (time.monotonic() - begun) / 60,
                steps,
                rolls + counts["rolls"],
                labels + counts["scans"],
                *(float(str(median_and_p99(taken)[name])) for name in ("p50_ms", "p99_ms")),
                *held(evening.service.process.pid),
                journal_kb(evening.data) / max(1, played),
                os.getloadavg()[0],
            )
            taken.clear()


def another_game(evening: Evening, seed: int) -> SoakPlayer:
    evening.begin("survivors", sides=())
    for side in ("human", "demon"):
        evening.eyes[side] = WireClient(evening.service.address)
        answer = evening.eyes[side].join(evening.game, side, evening.service.code())
        assert answer["ok"], answer
    return SoakPlayer(evening, seed)


def typed_in(eye: WireClient, truth: list[int]) -> bool:
    """On the newest view: the reading that is wrong may have come with another."""
    answer = eye.do(roll=truth)
    assert answer["ok"] or answer["code"] == "table/stale", answer
    return bool(answer["ok"])


def held(pid: int) -> tuple[float, int, int]:
    """Memory, open files and threads of the service with everything it started."""
    processes = family(pid)
    handles = sum(len(list(Path(f"/proc/{one}/fd").iterdir())) for one in processes)
    threads = sum(len(list(Path(f"/proc/{one}/task").iterdir())) for one in processes)
    return sum(map(memory_mb, processes)), handles, threads


def journal_kb(data: Path) -> float:
    return sum(file.stat().st_size for file in (data / "games").rglob("*") if file.is_file()) / 1000
