"""The service's heartbeat: it asks itself over its own port, and tells systemd that it answers. Only then."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
import urllib.request
from collections.abc import Callable, MutableMapping
from typing import NamedTuple

log = logging.getLogger("companion")

FIRST_PAUSE_S = 0.05
ANSWER_WITHIN_S = 10


class NotifySocket(NamedTuple):
    """Where systemd listens, and how often it wants to hear of a service with a watchdog (0: never again)."""

    address: str
    watchdog_s: float

    def send(self, message: str) -> None:
        """See sd_notify(3): one datagram. Nobody waits for it, and a failure costs nothing but the news."""
        address = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.sendto(message.encode(), address)
        except OSError as error:
            log.warning("systemd cannot be told %s: %s", message, error)


def taken_notify_socket(environment: MutableMapping[str, str]) -> NotifySocket | None:
    """The socket systemd gave us, taken away from everybody else: gunicorn says READY before anything answers."""
    address = environment.pop("NOTIFY_SOCKET", "")
    watchdog = environment.pop("WATCHDOG_USEC", "")
    if not address:
        return None
    return NotifySocket(address, int(watchdog) / 1e6 if watchdog.isdecimal() else 0.0)


class Heartbeat(threading.Thread):
    """Asks `address` until it answers and calls `on_first`; under a watchdog it goes on asking for ever."""

    def __init__(self, address: str, on_first: Callable[[], None], notify: NotifySocket | None) -> None:
        super().__init__(name="heartbeat", daemon=True)
        self._address = address
        self._on_first = on_first
        self._notify = notify

    def run(self) -> None:
        while not self._answers():
            time.sleep(FIRST_PAUSE_S)
        self._on_first()
        if self._notify is None:
            return
        self._notify.send(f"READY=1\nMAINPID={os.getppid()}")
        while self._notify.watchdog_s:
            if self._answers():
                self._notify.send("WATCHDOG=1")
            time.sleep(self._notify.watchdog_s / 3)

    def _answers(self) -> bool:
        """A whole answer over the real port: by the same threads and locks that tablets wait for."""
        try:
            with urllib.request.urlopen(f"{self._address}api/health", timeout=ANSWER_WITHIN_S) as answer:
                return bool(answer.read())
        except OSError:
            return False
