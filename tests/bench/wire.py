"""How quick the wire is: twenty tablets at one game, a camera thread busy in the same process."""

from __future__ import annotations

import itertools
import json
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import socketio

from companion.protocol.readings import InputRequest, Sink
from companion.server.app import Web, create_web
from companion.server.options import ServeOptions
from companion.server.run import Runner
from companion.server.service import Settings
from tests.bench.timing import median_and_p99

CLIENTS = 20
INTENTS = 200
SEATS = ("both", "human", "demon", "table", "host")


class BusyCamera:
    """Does to the processor what a camera and a dice reader do."""

    name = "busy camera"
    simulated = True

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)

    def start(self, sink: Sink) -> None:
        self._thread.start()

    def _work(self) -> None:
        cv2.setNumThreads(1)
        image = np.random.default_rng(1).integers(0, 255, (720, 1280, 3), dtype=np.uint8)
        while not self._stopped.wait(0.005):
            smooth = cv2.GaussianBlur(image, (9, 9), 2)
            cv2.Canny(cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY), 40, 120)

    def request_input(self, awaited: InputRequest | None) -> None:
        """Looks all the time, whatever is awaited."""

    def told(self, reading: str, faces: Sequence[int]) -> None:
        """Nobody corrects it here."""

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()


class Tablet:
    """Notes when each version's view arrived."""

    def __init__(self, address: str, game: str, seat: str, token: str | None = None) -> None:
        self.arrived: dict[int, float] = {}
        self.view: dict[str, Any] = {}
        self._news = threading.Condition()
        # Checking UTF-8 letter by letter in Python would take longer than the service does.
        plain = {"skip_utf8_validation": True}
        self._io = socketio.Client(reconnection=False, handle_sigint=False, websocket_extra_options=plain)
        self._io.on("view", self._on_view)
        self._io.connect(address, transports=["websocket"])
        # Whoever else wants to see what this seat sees may.
        self._io.on("seat_requests", lambda asked: [self._allow(one["request"]) for one in asked["requests"]])
        while not (answer := self._io.call("join", {"game": game, "seat": seat, "token": token}))["ok"]:
            time.sleep(0.05)
        self.view, self.token = answer["view"], answer["token"]

    def _allow(self, request: str) -> None:
        self._io.emit("answer_seat", {"request": request, "allow": True})

    def _on_view(self, view: dict[str, Any]) -> None:
        with self._news:
            self.arrived[view["version"]] = time.perf_counter()
            self.view = view
            self._news.notify_all()

    def wait(self, version: int) -> float:
        with self._news:
            if not self._news.wait_for(lambda: version in self.arrived, timeout=30):
                raise TimeoutError(f"no view of version {version}")
            # Later views are noted under their own versions; earlier ones are not asked for any more.
            return self.arrived.pop(version)

    def intend(self, do: dict[str, Any]) -> int:
        name = f"bench-{self.view['version']}-{random.getrandbits(32)}"
        answer = self._io.call("intent", {"id": name, "version": self.view["version"], "do": do}, timeout=30)
        if not answer["ok"]:
            raise AssertionError(f"{do} was refused: {answer}")
        return int(answer["version"])


@contextmanager
def running_service() -> Iterator[tuple[str, int]]:
    """The address of a service with a busy camera, as gunicorn runs it, and its process id."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        service = subprocess.Popen([sys.executable, "-m", "tests.bench.wire", folder, str(port)])
        try:
            yield f"http://127.0.0.1:{port}", service.pid
        finally:
            service.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                service.wait(timeout=15)


def run() -> Iterator[dict[str, object]]:
    with running_service() as (address, _):
        game = new_game(address)
        yield _result(play(tablets_at(address, game, CLIENTS), INTENTS))


def tablets_at(address: str, game: str, number: int) -> list[Tablet]:
    """So many tablets, in turn at every seat; the later ones with the tokens of the first."""
    first = [Tablet(address, game, seat) for seat in SEATS[:number]]
    later = itertools.islice(itertools.cycle(first), number - len(first))
    return first + [Tablet(address, game, tablet.view["seat"], tablet.token) for tablet in later]


def new_game(address: str) -> str:
    request = urllib.request.Request(f"{address}/api/games", data=b'{"scenario": "survivors"}')
    for _ in range(200):
        with suppress(OSError), urllib.request.urlopen(request, timeout=10) as answer:
            return str(json.load(answer)["game"])
        time.sleep(0.1)
    raise TimeoutError("the service did not start")


def play(tablets: list[Tablet], intents: int) -> list[float]:
    """Random legal play by one tablet; how long from the intent until all had the view, in milliseconds."""
    rng = random.Random(1)
    player = next(t for t in tablets if t.view["seat"] == "both")
    return [step(player, tablets, rng) for _ in range(intents)]


def step(player: Tablet, tablets: list[Tablet], rng: random.Random) -> float:
    kind = player.view["waiting"]["kind"]
    if kind == "over":
        do: dict[str, Any] = {"undo": True}
    else:
        do = {f"{kind}_for_me": True} if kind in ("roll", "draw") else rng.choice(player.view["legal"])
    start = time.perf_counter()
    version = player.intend(do)
    return (max(t.wait(version) for t in tablets) - start) * 1000


def _result(taken: list[float]) -> dict[str, object]:
    return {
        "bench": "server.intent_to_all_views",
        "clients": CLIENTS,
        "intents": len(taken),
        **median_and_p99(taken),
        "goal_p99_ms": 40,
    }


class BusyRunner(Runner):
    """The service as it is, with a camera that keeps one core busy."""

    def build(self) -> Web:
        return create_web(Settings(data=self.options.data, open=True, sources=(BusyCamera(),)))


if __name__ == "__main__":
    BusyRunner(ServeOptions(Path(sys.argv[1]), "127.0.0.1", (int(sys.argv[2]),), True, "none", "none", "none")).run()
