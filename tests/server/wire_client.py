"""A tablet that knows nothing but the wire: it shares no code with the server."""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
import uuid
from collections.abc import Callable
from typing import Any

import socketio

PATIENCE = 20


class WireClient:
    """One connection at one seat; keeps every byte that came in, as text."""

    def __init__(self, address: str) -> None:
        self.received: list[tuple[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.token: str | None = None
        self._news = threading.Condition()
        # Checking UTF-8 letter by letter in Python would take longer than the service does.
        plain = {"skip_utf8_validation": True}
        self._io = socketio.Client(reconnection=False, handle_sigint=False, websocket_extra_options=plain)
        for event in ("view", "happened", "notice", "reading", "devices", "seat_requests", "people", "rematch"):
            self._io.on(event, self._keeper(event))
        self._io.connect(address, transports=["websocket"], wait_timeout=PATIENCE)
        self._socket = self._io.eio.ws
        self._reader = self._io.eio.read_loop_task

    def _keeper(self, event: str) -> Callable[[Any], None]:
        def keep(data: Any) -> None:
            with self._news:
                self.received.append((event, data))
                if event == "view" and data["version"] >= self.view.get("version", -1):
                    self.view = data
                self._news.notify_all()

        return keep

    def call(self, event: str, data: Any) -> Any:
        answers: queue.Queue[Any] = queue.Queue()
        self._io.emit(event, data, callback=lambda *got: answers.put(got[0] if len(got) == 1 else got))
        answer = answers.get(timeout=PATIENCE)
        self.received.append((f"answer to {event}", answer))
        return answer

    def join(self, game: str | None, seat: str, code: str = "", token: str | None = None) -> Any:
        answer = self.call("join", {"game": game, "seat": seat, "code": code, "token": token})
        if answer["ok"]:
            self.token = answer["token"]
            with self._news:
                fresh = answer["view"] or {"version": -1}
                if fresh.get("game") != self.view.get("game") or fresh["version"] >= self.view.get("version", -1):
                    self.view = fresh
        return answer

    def do(self, **verb: Any) -> Any:
        return self.intend({("with" if key == "with_" else key): value for key, value in verb.items()})

    def intend(self, do: Any, version: int | None = None, name: str | None = None) -> Any:
        made_on = self.view["version"] if version is None else version
        return self.call("intent", {"id": name or str(uuid.uuid4()), "version": made_on, "do": do})

    def wait_for(self, holds: Callable[[WireClient], bool]) -> None:
        with self._news:
            if not self._news.wait_for(lambda: holds(self), timeout=PATIENCE):
                raise AssertionError(f"still waiting; the last view is of version {self.view.get('version')}")

    def wait_version(self, version: int) -> dict[str, Any]:
        self.wait_for(lambda c: c.view.get("version", -1) >= version)
        return self.view

    def events(self, name: str) -> list[Any]:
        with self._news:
            return [data for event, data in self.received if event == name]

    def send_raw(self, frame: str | bytes) -> None:
        """Straight onto the websocket, past everything that would make it well formed."""
        self._socket.send(frame)

    @property
    def connected(self) -> bool:
        return bool(self._io.connected)

    def close(self) -> None:
        """Gone at once, like a tablet that is switched off: nobody waits for a polite end."""
        with contextlib.suppress(OSError, AttributeError):
            self._socket.sock.shutdown(socket.SHUT_RDWR)
        self._reader.join(timeout=PATIENCE)
        self._socket.shutdown()
