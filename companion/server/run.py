"""Running the service under gunicorn: a master that only watches, and one worker that does everything."""

from __future__ import annotations

import ctypes
import mmap
import os
import signal
import ssl
import sys
import threading
import time
import traceback
from collections import deque
from types import FrameType
from typing import TYPE_CHECKING, Any

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.errors import HaltServer

from companion.server.heartbeat import Heartbeat, taken_notify_socket
from companion.server.options import ServeOptions, greeting
from companion.server.worker import THREADS, TableWorker

if TYPE_CHECKING:
    from companion.server.app import Web
    from companion.server.load import ShortCollections

# How long the worker waits for requests that are under way, and how long the master waits for the worker.
SECONDS_FOR_REQUESTS = 2
SECONDS_TO_END = 8
# A worker that crashes is started again, but not for ever: more ends than this within so many seconds are the end.
MOST_CRASHES = 3
CRASHES_WITHIN_S = 60
# Bytes that master and worker share: this worker has come so far as to serve; some worker has said its greeting.
SERVING, GREETED = range(2)
CANNOT_START = Arbiter.WORKER_BOOT_ERROR
# prctl: the kernel sends this process a signal when its parent ends.
PR_SET_PDEATHSIG = 1


class Master(Arbiter):  # type: ignore[misc]
    """Ctrl-C in a terminal is a stop like any other: gunicorn itself would cut the worker off."""

    def handle_int(self) -> None:
        self.handle_term()

    def handle_quit(self) -> None:
        self.handle_term()


class Runner(BaseApplication):  # type: ignore[misc]
    """One worker, because there is one authoritative game. Whatever has threads is imported and made in the worker:
    numpy, OpenCV and onnxruntime start theirs when they are imported, and threads do not survive a fork."""

    def __init__(self, options: ServeOptions) -> None:
        self.options = options
        self._web: Web | None = None
        self._collections: ShortCollections | None = None
        self._crashes: deque[float] = deque()
        self._shared = mmap.mmap(-1, 2)
        self._notify_socket = taken_notify_socket(os.environ)
        super().__init__()

    def load_config(self) -> None:
        settings: dict[str, Any] = {
            "bind": [f"{self.options.host}:{port}" for port in (*self.options.ports, self.secure_port) if port],
            # It would write past the encryption.
            "sendfile": False,
            "workers": 1,
            "worker_class": TableWorker,
            "threads": THREADS,
            "graceful_timeout": SECONDS_TO_END,
            "timeout": 60,
            "loglevel": "warning",
            "proc_name": "companion",
            "control_socket_disable": True,
            "pre_fork": lambda _master, _worker: self._before_worker(),
            "post_fork": lambda master, worker: _bind_to_master(master, worker),
            "post_worker_init": self._worker_is_ready,
            "worker_exit": lambda _master, _worker: self._end(),
            "child_exit": lambda master, _worker: self._after_worker(master),
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def run(self) -> None:
        Master(self).run()

    @property
    def secure_port(self) -> int:
        return self.options.secure_port

    def secure_context(self) -> ssl.SSLContext | None:
        """In the worker, for every secure connection: the certificate of the moment."""
        secure = self._web.service.network.secure if self._web else None
        return secure.context if secure else None

    # -- in the master -------------------------------------------------------------------------------------------------

    def _before_worker(self) -> None:
        self._shared[SERVING] = 0

    def _after_worker(self, master: Master) -> None:
        """A worker has ended. One that never came to serve would not the next time either."""
        is_stopping = not master.LISTENERS
        if is_stopping:
            return
        if not self._shared[SERVING]:
            raise HaltServer("the service ended before it could answer", CANNOT_START)
        now = time.monotonic()
        self._crashes.append(now)
        while self._crashes[0] < now - CRASHES_WITHIN_S:
            self._crashes.popleft()
        if len(self._crashes) > MOST_CRASHES:
            raise HaltServer(f"the service ended {len(self._crashes)} times within a minute", CANNOT_START)

    # -- in the worker -------------------------------------------------------------------------------------------------

    def build(self) -> Web:
        from companion.server.start import build_web

        return build_web(self.options)

    def load(self) -> Any:
        try:
            self._web = self.build()
        except Exception as error:  # noqa: BLE001 (whatever it is: it is told, and the process ends)
            traceback.print_exc()
            print(f"companion: the service cannot start: {error}", file=sys.stderr, flush=True)  # noqa: T201
            sys.exit(CANNOT_START)
        return self._web.app

    def _worker_is_ready(self, worker: Any) -> None:
        """Stopping closes the tablets' sockets first, which would keep the worker alive; then the heart beats."""
        assert self._web is not None
        web = self._web
        self._shared[SERVING] = 1
        self._keep_collections_short(web)

        def end(number: int, frame: FrameType | None) -> None:
            # Not here: the signal may have come while a lock was held that closing needs.
            threading.Thread(target=web.close_sockets, daemon=True).start()
            worker.handle_exit(number, frame)

        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
            signal.signal(number, end)
        Heartbeat(self.options.local_address, self._greet, self._notify_socket).start()

    def _keep_collections_short(self, web: Web) -> None:
        """For the process as a whole: whatever was imported and opened is there by now."""
        from companion.server.load import ShortCollections

        self._collections = collections = ShortCollections()
        web.service.games.listen(lambda change: collections.acted() if change.records else None)
        collections.start()

    def _greet(self) -> None:
        """The service answers: only now is it said where."""
        if not self._shared[GREETED]:
            self._shared[GREETED] = 1
            assert self._web is not None
            service = self._web.service
            print(greeting(self.options, service.network.reach, service.access.code), flush=True)  # noqa: T201

    def _end(self) -> None:
        """The last thing the worker does: sources are stopped, journals closed."""
        if self._web is None:
            return
        if self._collections is not None:
            self._collections.stop()
        self._web.close()
        sys.stdout.flush()
        sys.stderr.flush()
        # Everything is on disk. A thread that still waits for a tablet which sends nothing is not waited for.
        os._exit(0)


def _bind_to_master(master: Master, worker: Any) -> None:
    """The worker ends with its master, however that ends: an orphan would hold the data folder and the port."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != master.pid:
        sys.exit(CANNOT_START)
    worker.cfg.set("graceful_timeout", SECONDS_FOR_REQUESTS)
