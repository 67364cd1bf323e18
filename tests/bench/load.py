"""How the table fares beside a flood, beside long work, and over a long time: what the other tablets notice of it."""

from __future__ import annotations

import itertools
import json
import random
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import websocket

from tests.bench.timing import median_and_p99
from tests.bench.wire import new_game, play, running_service, step, tablets_at
from tests.processes import family, memory_mb
from tests.vision import nasty_images

CLIENTS = 20
INTENTS = 150
FLOOD_GOAL_MS = 150
PICTURE_SIDE = 5_000
SOAK_CLIENTS = 4
# How long people play: a few steps a second at most.
SOAK_STEPS_PER_S = 12
MINUTES = 20.0


def run() -> Iterator[dict[str, object]]:
    with running_service() as (address, _):
        game = new_game(address)
        tablets = tablets_at(address, game, CLIENTS)
        yield {"bench": "load.alone", **median_and_p99(play(tablets, INTENTS))}
        with flooded(address, game):
            yield {"bench": "load.flood", **median_and_p99(play(tablets, INTENTS)), "goal_p99_ms": FLOOD_GOAL_MS}
        export = fetched(f"{address}/api/games/{game}/export")
        for name, work in heavy_work(address, game, export).items():
            with repeated(work):
                yield {"bench": f"load.beside {name}", **median_and_p99(play(tablets, INTENTS))}


@contextmanager
def flooded(address: str, game: str) -> Iterator[None]:
    """One client sends as fast as the service takes it: straight onto its websocket, so that it costs us nothing."""
    wire = websocket.create_connection(f"{address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket")
    wire.send("40")
    wire.send("42" + json.dumps(["join", {"game": game, "seat": "table"}]))
    numbers = itertools.count()

    def send() -> None:
        # Made on an old version: the service makes a whole view for the answer.
        intent = {"id": f"flood-{next(numbers)}", "version": 0, "do": {"undo": True}}
        wire.send("42" + json.dumps(["intent", intent]))

    with repeated(send):
        yield
    wire.close(timeout=1)


@contextmanager
def repeated(work: Callable[[], object]) -> Iterator[None]:
    """Again and again, in a thread, until the block ends."""
    ended = threading.Event()

    def go_on() -> None:
        while not ended.is_set():
            with suppress(OSError, websocket.WebSocketException):
                work()

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(timeout=60)


def heavy_work(address: str, game: str, export: bytes) -> dict[str, Callable[[], object]]:
    """What one guest may ask for that takes long."""
    box = ("'''a" * 30_000).encode()
    picture = nasty_images.png(PICTURE_SIDE, PICTURE_SIDE)
    return {
        "labels": lambda: fetched(f"{address}/api/labels.pdf"),
        "import of a game": lambda: fetched(f"{address}/api/games/import", export),
        "import of a bad box": lambda: fetched(f"{address}/api/boxes/import", box),
        "photo of a board": lambda: fetched(f"{address}/api/games/{game}/board", picture),
    }


def fetched(address: str, data: bytes | None = None) -> bytes:
    try:
        with urllib.request.urlopen(urllib.request.Request(address, data=data), timeout=120) as answer:
            return bytes(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return bytes(error.read())


# -- a long time -------------------------------------------------------------------------------------------------------


def soak() -> Iterator[dict[str, object]]:
    """One game for many minutes: neither slower nor larger at the end than the steps themselves explain."""
    with running_service() as (address, pid):
        game = new_game(address)
        tablets = tablets_at(address, game, SOAK_CLIENTS)
        player = next(tablet for tablet in tablets if tablet.view["seat"] == "both")
        rng = random.Random(1)
        parts = 5
        for part in range(1, parts + 1):
            end = time.monotonic() + MINUTES * 60 / parts
            taken = []
            while time.monotonic() < end:
                taken.append(step(player, tablets, rng))
                time.sleep(max(0.0, 1 / SOAK_STEPS_PER_S - taken[-1] / 1000))
            yield {
                "bench": "load.soak",
                "minutes": round(part * MINUTES / parts, 1),
                "clients": SOAK_CLIENTS,
                "records": player.view["version"],
                **median_and_p99(taken),
                "memory_mb": round(sum(map(memory_mb, family(pid))), 1),
            }
