"""A simulated tray behind a pseudo-terminal: to the driver it is a serial port like any other."""

import contextlib
import heapq
import itertools
import logging
import os
import queue
import select
import tempfile
import threading
import time
import tty
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TypeVar

from companion.devices.tray import firmware_board
from companion.devices.tray.firmware_board import FirmwareBoard, SimulatorError
from companion.devices.tray.messages import ButtonName
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.simulated_hardware import BoardLook, SimulatedBoard, SimulatedCable

log = logging.getLogger(__name__)

TICK_S = 0.004
_CHUNK = 4096

T = TypeVar("T")


def best_board() -> SimulatedBoard:
    """The real firmware if its interpreter is installed, else the Python model."""
    return FirmwareBoard() if firmware_board.available() else ModelBoard()


class SimulatedTray:
    """Its methods may be called from any thread; its own thread does the work, between two turns of the board."""

    def __init__(self, board: SimulatedBoard | None = None, seed: int = 0) -> None:
        self.cable = SimulatedCable(seed)
        self._board = board or best_board()
        self._folder = tempfile.TemporaryDirectory(prefix="tray-sim-")
        self._names = itertools.count(1)
        self._port: Path | None = None
        self._next_name = ""  # under which the tray comes back
        self._master = self._slave = -1
        self._unsent = b""
        self._requests: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._planned: list[tuple[int, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._wake_in, self._wake_out = os.pipe()
        self._started = time.monotonic()
        self._board_ms = 0  # the board's clock
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="tray-sim", daemon=True)

    def start(self) -> None:
        self._plug_in(f"tray-{next(self._names)}")
        self._unsent = self._board.boot(self._board_ms)
        self._thread.start()

    def stop(self) -> None:
        self._do(self._stop)
        self._thread.join()
        self._pull_out()
        self._board.close()
        self._folder.cleanup()
        for end in (self._wake_in, self._wake_out):
            os.close(end)

    def find(self) -> list[str]:
        """The port of the tray, for the driver; none while it is unplugged."""
        port = self._port
        return [str(port)] if port is not None else []

    def press(self, name: ButtonName, held_ms: int = 80) -> None:
        self._do(lambda: self._press(name, held_ms))

    def bounce(self, name: ButtonName, times: int = 5) -> None:
        """A press with bouncing contacts: the level changes a few times before it stays down."""

        def bounce() -> None:
            for turn in range(times):
                self._plan(turn, partial(self._board.button, name, turn % 2 == 0))
            self._plan(times, lambda: self._press(name, 80))

        self._do(bounce)

    def put_card(self, uid: str, text: str | None) -> None:
        self._do(lambda: self._board.put_card(uid, text))

    def take_card(self, uid: str) -> None:
        self._do(lambda: self._board.take_card(uid))

    def lose_reader(self, lost: bool) -> None:
        self._do(lambda: self._board.lose_reader(lost))

    def silence(self, seconds: float) -> None:
        self._do(lambda: self.cable.silence(time.monotonic() + seconds))

    def hang(self) -> None:
        self._do(self._board.hang)

    def reset(self) -> None:
        """A brown-out: the board restarts while the port stays."""
        self._do(self._reset)

    def unplug(self, seconds: float, same_name: bool = True) -> None:
        """Pulls the cable; the tray comes back after a while, under the same device name or another one."""

        def pull() -> None:
            self._next_name = self._port.name if self._port and same_name else f"tray-{next(self._names)}"
            self._pull_out()
            self._plan(round(seconds * 1000), self._replug)

        self._do(pull)

    def plug_back(self) -> None:
        """Puts the cable back before its time."""
        self._do(self._replug)

    def look(self) -> BoardLook:
        return self._do(self._board.look)

    def _do(self, action: Callable[[], T]) -> T:
        """Lets the simulator's thread do something and waits for the result."""
        result: Future[T] = Future()

        def request() -> None:
            try:
                result.set_result(action())
            except (SimulatorError, ValueError, OSError) as error:
                result.set_exception(error)

        self._requests.put(request)
        os.write(self._wake_out, b"!")
        return result.result(timeout=5)

    def _plan(self, in_ms: int, action: Callable[[], None]) -> None:
        heapq.heappush(self._planned, (self._board_ms + in_ms, next(self._order), action))

    def _press(self, name: ButtonName, held_ms: int) -> None:
        self._board.button(name, True)
        self._plan(held_ms, lambda: self._board.button(name, False))

    def _stop(self) -> None:
        self._stopping = True

    def _reset(self) -> None:
        self._unsent += self._board.boot(self._board_ms)

    def _replug(self) -> None:
        if self._port is not None:
            return
        self._plug_in(self._next_name)
        self._unsent = self._board.boot(self._board_ms)

    def _now_ms(self) -> int:
        return int((time.monotonic() - self._started) * 1000)

    def _plug_in(self, name: str) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        port = Path(self._folder.name) / name
        port.symlink_to(os.ttyname(self._slave))
        self._port = port

    def _pull_out(self) -> None:
        if self._port is None:
            return
        self._port.unlink()
        self._port = None
        os.close(self._master)
        os.close(self._slave)
        self._master = self._slave = -1

    def _run(self) -> None:
        while not self._stopping:
            data = self._wait()
            try:
                self._advance(data)
                self._do_requests()
            except SimulatorError:
                log.exception("the firmware's interpreter ended; a model of the tray takes over")
                self._replace_board()

    def _wait(self) -> bytes:
        """Bytes from the host as soon as there are any; nothing after a tick or when a request has come."""
        watched = [self._wake_in] if self._master < 0 else [self._wake_in, self._master]
        ready, _, _ = select.select(watched, [], [], TICK_S)
        if self._wake_in in ready:
            os.read(self._wake_in, _CHUNK)
        if self._master in ready:
            with contextlib.suppress(OSError):
                return os.read(self._master, _CHUNK)
        return b""

    def _do_requests(self) -> None:
        """A request is done after everything planned for an earlier time; the board gets a turn right after it."""
        while not self._requests.empty():
            self._advance(b"")
            self._requests.get()()
            self._step(self._board_ms + 1, b"")

    def _replace_board(self) -> None:
        self._board.close()
        self._board = ModelBoard()
        self._reset()

    def _advance(self, data: bytes) -> None:
        # Even if this thread is late, the board gets a turn at every planned time, in order.
        while self._planned and self._planned[0][0] <= self._now_ms():
            due, _, action = heapq.heappop(self._planned)
            self._step(due, b"")
            action()
            self._step(due + 1, b"")
        self._step(self._now_ms(), data)

    def _step(self, at_ms: int, data: bytes) -> None:
        now = time.monotonic()
        self._board_ms = max(self._board_ms, at_ms)
        sent = self._unsent + self._board.step(self._board_ms, self.cable.to_board(data, now))
        self._unsent = b""
        passed = self.cable.to_host(sent, now)
        if passed and self._master >= 0:
            # A host that does not read loses what no longer fits, as with a real port.
            with contextlib.suppress(BlockingIOError):
                os.write(self._master, passed)
