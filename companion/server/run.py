"""Running the service: one for each data folder, under gunicorn with one worker and threads for the tablets."""

from __future__ import annotations

import fcntl
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import IO, Any

from gunicorn.app.base import BaseApplication

from companion.server.app import Web

# A tablet's socket takes a thread for as long as it is open.
THREADS = 128
SECONDS_TO_END = 4
LOCK_FILE = "service.lock"


class FolderInUse(Exception):
    """Another service holds the data folder."""


def lock_folder(folder: Path, patience: float = 3.0) -> IO[str]:
    """Hold the folder as long as the returned file stays open, also in child processes.

    The service before this one may still be ending: that is waited for a little.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = (folder / LOCK_FILE).open("a")
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                file.close()
                raise FolderInUse(
                    f"another service is using {folder}: stop it first, or choose another folder with --data"
                ) from None
            time.sleep(0.1)
        else:
            return file


class Runner(BaseApplication):  # type: ignore[misc]
    """Makes the web in the worker process, after the fork: threads and databases do not survive one.

    One worker, because there is one authoritative game.
    """

    def __init__(self, make: Callable[[], Web], host: str, port: int) -> None:
        self._make = make
        self._options: dict[str, Any] = {
            "bind": f"{host}:{port}",
            "workers": 1,
            "worker_class": "gthread",
            "threads": THREADS,
            "graceful_timeout": SECONDS_TO_END,
            "timeout": 60,
            "loglevel": "warning",
            "proc_name": "companion",
            "control_socket_disable": True,
            "worker_exit": lambda _arbiter, _worker: self._end(),
        }
        self._web: Web | None = None
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Any:
        self._web = self._make()
        _close_sockets_first(self._web)
        return self._web.app

    def _end(self) -> None:
        """The last thing the worker does: sources are stopped, journals closed."""
        if self._web is not None:
            self._web.close()


def _close_sockets_first(web: Web) -> None:
    """When the worker is told to end, the tablets' sockets are closed first: they would keep it alive."""
    before = signal.getsignal(signal.SIGTERM)

    def end(number: int, frame: FrameType | None) -> None:
        # Not here: the signal may have come while a lock was held that closing needs.
        threading.Thread(target=web.close_sockets, daemon=True).start()
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGTERM, end)
