"""A simulated tray behind a pseudo-terminal: to the companion it is a port like any other."""

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
from companion.devices.tray.events import ButtonName
from companion.devices.tray.firmware_board import FirmwareBoard, SimulatorError
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.sim_board import BoardLook, SimBoard
from companion.devices.tray.wire import Wire

log = logging.getLogger(__name__)

TICK_S = 0.004
_CHUNK = 4096

T = TypeVar("T")


def best_board() -> SimBoard:
    """The real firmware where its interpreter is installed, else the model of it."""
    return FirmwareBoard() if firmware_board.available() else ModelBoard()


class SimulatedTray:
    """Its methods may be called from any thread; things happen in the simulator's own, between two turns."""

    def __init__(self, board: SimBoard | None = None, seed: int = 0) -> None:
        self.wire = Wire(seed)
        self._board = board or best_board()
        self._folder = tempfile.TemporaryDirectory(prefix="tray-sim-")
        self._names = itertools.count(1)
        self._link: Path | None = None
        self._master = self._slave = -1
        self._unsent = b""
        self._asked: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._later: list[tuple[int, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._wake_in, self._wake_out = os.pipe()
        self._started = time.monotonic()
        self._board_ms = 0  # how far the board has lived
        self._stopping = False
        self._thread = threading.Thread(target=self._live, name="tray-sim", daemon=True)

    def start(self) -> None:
        self._plug_in(f"tray-{next(self._names)}")
        self._unsent = self._board.boot(self._board_ms)
        self._thread.start()

    def stop(self) -> None:
        self._ask(self._stop)
        self._thread.join()
        self._pull_out()
        self._board.close()
        self._folder.cleanup()
        for end in (self._wake_in, self._wake_out):
            os.close(end)

    def find(self) -> list[str]:
        """Where the tray is now, for the driver; nowhere while it is unplugged."""
        link = self._link
        return [str(link)] if link is not None else []

    def press(self, name: ButtonName, held_ms: int = 80) -> None:
        self._ask(lambda: self._press(name, held_ms))

    def bounce(self, name: ButtonName, times: int = 5) -> None:
        """A press with dirty contacts: the pin flickers before it stays down."""

        def flicker() -> None:
            for turn in range(times):
                self._at(turn, partial(self._board.button, name, turn % 2 == 0))
            self._at(times, lambda: self._press(name, 80))

        self._ask(flicker)

    def put_card(self, uid: str, text: str | None) -> None:
        self._ask(lambda: self._board.put_card(uid, text))

    def take_card(self, uid: str) -> None:
        self._ask(lambda: self._board.take_card(uid))

    def lose_reader(self, lost: bool) -> None:
        self._ask(lambda: self._board.lose_reader(lost))

    def silence(self, seconds: float) -> None:
        self._ask(lambda: self.wire.silence(time.monotonic() + seconds))

    def hang(self) -> None:
        self._ask(self._board.hang)

    def reset(self) -> None:
        """A brown-out: the board starts anew while the port stays."""
        self._ask(self._reset)

    def unplug(self, seconds: float, same_name: bool = True) -> None:
        """Pulls the cable; the tray comes back after a while, under the same device name or another one."""

        def pull() -> None:
            name = self._link.name if self._link and same_name else f"tray-{next(self._names)}"
            self._pull_out()
            self._at(round(seconds * 1000), lambda: self._return_as(name))

        self._ask(pull)

    def look(self) -> BoardLook:
        return self._ask(self._board.look)

    def _ask(self, action: Callable[[], T]) -> T:
        """Has the simulator's thread do something, and waits for it."""
        result: Future[T] = Future()

        def run() -> None:
            try:
                result.set_result(action())
            except (SimulatorError, ValueError, OSError) as error:
                result.set_exception(error)

        self._asked.put(run)
        os.write(self._wake_out, b"!")
        return result.result(timeout=5)

    def _at(self, in_ms: int, action: Callable[[], None]) -> None:
        heapq.heappush(self._later, (self._board_ms + in_ms, next(self._order), action))

    def _press(self, name: ButtonName, held_ms: int) -> None:
        self._board.button(name, True)
        self._at(held_ms, lambda: self._board.button(name, False))

    def _stop(self) -> None:
        self._stopping = True

    def _reset(self) -> None:
        self._unsent += self._board.boot(self._board_ms)

    def _return_as(self, name: str) -> None:
        self._plug_in(name)
        self._unsent = self._board.boot(self._board_ms)

    def _now_ms(self) -> int:
        return int((time.monotonic() - self._started) * 1000)

    def _plug_in(self, name: str) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        link = Path(self._folder.name) / name
        link.symlink_to(os.ttyname(self._slave))
        self._link = link

    def _pull_out(self) -> None:
        if self._link is None:
            return
        self._link.unlink()
        self._link = None
        os.close(self._master)
        os.close(self._slave)
        self._master = self._slave = -1

    def _live(self) -> None:
        while not self._stopping:
            data = self._wait()
            try:
                self._turn(data)
                self._do_asked()
            except SimulatorError:
                log.exception("the firmware's interpreter ended; a model of the tray takes over")
                self._replace_board()

    def _wait(self) -> bytes:
        """Bytes from the host, as soon as there are any, or nothing after a tick or when something was asked."""
        watched = [self._wake_in] if self._master < 0 else [self._wake_in, self._master]
        ready, _, _ = select.select(watched, [], [], TICK_S)
        if self._wake_in in ready:
            os.read(self._wake_in, _CHUNK)
        if self._master in ready:
            with contextlib.suppress(OSError):
                return os.read(self._master, _CHUNK)
        return b""

    def _do_asked(self) -> None:
        """What somebody asked for happens after all that was planned for earlier, and the board sees it at once."""
        while not self._asked.empty():
            self._turn(b"")
            self._asked.get()()
            self._step(self._board_ms + 1, b"")

    def _replace_board(self) -> None:
        self._board.close()
        self._board = ModelBoard()
        self._reset()

    def _turn(self, data: bytes) -> None:
        # However late this thread is, the board lives through each planned moment before the next thing happens.
        while self._later and self._later[0][0] <= self._now_ms():
            due, _, action = heapq.heappop(self._later)
            self._step(due, b"")
            action()
            self._step(due + 1, b"")
        self._step(self._now_ms(), data)

    def _step(self, at_ms: int, data: bytes) -> None:
        now = time.monotonic()
        self._board_ms = max(self._board_ms, at_ms)
        said = self._unsent + self._board.step(self._board_ms, self.wire.to_board(data, now))
        self._unsent = b""
        passed = self.wire.to_host(said, now)
        if passed and self._master >= 0:
            # A host that does not read loses what no longer fits, as with a real port.
            with contextlib.suppress(BlockingIOError):
                os.write(self._master, passed)
