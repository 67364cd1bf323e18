"""How quick the wire is: twenty tablets at one game, a camera thread busy in the same process."""

from __future__ import annotations

import json
import os
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
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import socketio

from companion.protocol.readings import InputRequest, Sink
from companion.server.app import create_web
from companion.server.run import Runner
from companion.server.service import Settings
from tests.bench.timing import median_and_p99

CLIENTS = 20
INTENTS = 200
SEATS = ("human", "demon", "table", "host", "both")


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

    def corrected(self, reading: str, faces: Sequence[int]) -> None:
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
            return self.arrived[version]

    def intend(self, do: dict[str, Any]) -> int:
        name = f"bench-{self.view['version']}-{random.getrandbits(32)}"
        answer = self._io.call("intent", {"id": name, "version": self.view["version"], "do": do}, timeout=30)
        if not answer["ok"]:
            raise AssertionError(f"{do} was refused: {answer}")
        return int(answer["version"])


def run() -> Iterator[dict[str, object]]:
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        service = subprocess.Popen([sys.executable, "-m", "tests.bench.wire", folder, str(port)])
        try:
            address = f"http://127.0.0.1:{port}"
            game = _new_game(address)
            tablets = [Tablet(address, game, seat) for seat in SEATS]
            tablets += [Tablet(address, game, t.view["seat"], t.token) for t in tablets * (CLIENTS // len(SEATS) - 1)]
            yield _result(_play(tablets))
        finally:
            service.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                service.wait(timeout=15)


def _new_game(address: str) -> str:
    request = urllib.request.Request(f"{address}/api/games", data=b'{"scenario": "survivors"}')
    for _ in range(200):
        with suppress(OSError), urllib.request.urlopen(request, timeout=10) as answer:
            return str(json.load(answer)["game"])
        time.sleep(0.1)
    raise TimeoutError("the service did not start")


def _play(tablets: list[Tablet]) -> list[float]:
    """Random legal play by one tablet; how long from the intent until all twenty had the view."""
    rng = random.Random(1)
    player = next(t for t in tablets if t.view["seat"] == "both")
    taken = []
    for _ in range(INTENTS):
        kind = player.view["waiting"]["kind"]
        if kind == "over":
            do: dict[str, Any] = {"undo": True}
        else:
            do = {f"{kind}_for_me": True} if kind in ("roll", "draw") else rng.choice(player.view["legal"])
        start = time.perf_counter()
        version = player.intend(do)
        taken.append((max(t.wait(version) for t in tablets) - start) * 1000)
    return taken


def _result(taken: list[float]) -> dict[str, object]:
    return {
        "bench": "server.intent_to_all_views",
        "clients": CLIENTS,
        "intents": len(taken),
        **median_and_p99(taken),
        "goal_p99_ms": 50,
        "load": [round(load, 2) for load in os.getloadavg()],
    }


def _serve(folder: Path, port: int) -> None:
    settings = Settings(data=folder, open=True, sources=(BusyCamera(),))
    Runner(lambda: create_web(settings), "127.0.0.1", port).run()


if __name__ == "__main__":
    _serve(Path(sys.argv[1]), int(sys.argv[2]))
