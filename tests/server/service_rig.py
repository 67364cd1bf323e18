"""A running service to test against: the real web on a real port, in this process, with seeded dice."""

from __future__ import annotations

import json
import random
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from werkzeug.serving import make_server

from companion.server.access import SeatAt
from companion.server.app import create_web
from companion.server.service import Settings
from companion.table.environment import SystemDice, SystemShuffler


class RunningService:
    def __init__(self, data: Path, seed: int = 1, **settings: Any) -> None:
        rng = random.Random(seed)
        basis = Settings(data=data, dice=SystemDice(rng), draws=SystemShuffler(rng))
        self.web = create_web(replace(basis, **settings))
        self._server = make_server("127.0.0.1", 0, _closed_at_once(self.web.app), threaded=True)
        # As gunicorn does: small packets are not held back until the one before is acknowledged.
        self._server.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.address = f"http://127.0.0.1:{self._server.port}"
        self.code = self.web.service.access.code
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def new_game(self, scenario: str = "survivors", **options: Any) -> str:
        status, answer = self.post("/api/games", json.dumps({"scenario": scenario, **options}).encode())
        assert status == 201, answer
        return str(answer["game"])

    def token(self, game: str, seat: str) -> str:
        """As a tablet has it that sits there, whoever else does."""
        access = self.web.service.access
        return access.token_for(SeatAt(game, seat, access.held.add(game, seat)))  # type: ignore[arg-type]

    def post(self, path: str, body: bytes, **headers: str) -> tuple[int, Any]:
        return self.ask(path, body, **{"X-Table-Code": self.code, **headers})

    def ask(self, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any]:
        """Status and answer; JSON if it is JSON."""
        request = urllib.request.Request(self.address + path, data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, _plain(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return error.code, _plain(error.read())

    def stop(self) -> None:
        self._server.shutdown()
        self._thread.join(timeout=10)
        self._server.server_close()
        self.web.close()


def _closed_at_once(app: Callable[..., Iterable[bytes]]) -> Callable[..., list[bytes]]:
    """The app, with every answer read and closed before it is sent: Werkzeug leaves an answer open, and with it the
    file it was reading, when a browser goes away in the middle of it."""

    def call(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        answer = app(environ, start_response)
        try:
            return [b"".join(answer)]
        finally:
            close = getattr(answer, "close", None)
            if close is not None:
                close()

    return call


def _plain(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return body
