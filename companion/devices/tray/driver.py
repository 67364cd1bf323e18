"""The driver of a tray: a thread that finds it, keeps the link up, hands over its events and takes commands."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from companion.devices.tray.link import HostLink
from companion.devices.tray.messages import (
    BoardInfo,
    Buzz,
    Connected,
    LastingCommand,
    ProtocolTooNew,
    ProtocolTooOld,
    RingFlash,
    TrayCommand,
    TrayEvent,
    capability,
)
from companion.devices.tray.ports import (
    Finder,
    Port,
    SerialPort,
    TrayProblem,
    TrayProblemCode,
    find_trays,
    problem_from_error,
    problem_without_hello,
)

log = logging.getLogger(__name__)

FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 2.0
ANSWER_S = 2.0
SEARCH_EVERY_S = 2.0
SILENT_S = 5.0  # for a link that was up before: a board that hangs needs its watchdog's four seconds
MOST_PENDING = 16

TrayState = Literal["connected", "searching", "problem"]


@dataclass(frozen=True, slots=True)
class TrayStatus:
    state: TrayState
    port: str = ""
    board: BoardInfo | None = None
    problem: TrayProblem | None = None
    bad_frames: int = 0


class TrayDriver:
    """`send` never waits and never raises. `on_event` is called in the driver's thread, in order; it must be quick,
    because the heartbeats wait for it."""

    def __init__(
        self,
        on_event: Callable[[TrayEvent], None],
        find: Finder = find_trays,
        open_port: Callable[[str], Port] = SerialPort,
    ) -> None:
        self._on_event = on_event
        self._find = find
        self._open_port = open_port
        self._link = HostLink()
        self._lock = threading.Lock()
        self._lasting: dict[str, LastingCommand] = {}
        self._pending: list[TrayCommand] = []
        self._confirmed = threading.Event()
        self._stopping = threading.Event()
        self._search = PortSearch()
        self._thread = threading.Thread(target=self._run, name="tray", daemon=True)
        self._status = TrayStatus("searching")
        self._pause_s = FIRST_PAUSE_S
        self._port = ""

    @property
    def status(self) -> TrayStatus:
        return self._status

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._search.close()
        if self._thread.is_alive():
            self._thread.join()

    def send(self, command: TrayCommand) -> None:
        """Light and lamps are kept and sent again after every reconnect; a flash or a tone is not."""
        with self._lock:
            if not isinstance(command, RingFlash | Buzz):
                self._lasting[capability(command)] = command
            self._pending.append(command)
            self._confirmed.clear()
            # Without a tray the list must not grow for ever.
            del self._pending[:-MOST_PENDING]

    def wait_confirmed(self, timeout: float) -> bool:
        """Waits until the board has acknowledged every command so far; False if it has not in time."""
        return self._confirmed.wait(timeout)

    def search(self, timeout: float) -> bool:
        """Searches for trays at once; True when it is over and `status` has the result."""
        return self._search.request(timeout)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._search.begin()
            ports = self._candidates()
            if not ports:
                self._set_problem(TrayProblem(TrayProblemCode.NO_TRAY))
            for port in ports:
                self._try_port(port)
            self._search.finish()
            self._search.pause(self._pause_s)
            self._pause_s = min(self._pause_s * 2, LONGEST_PAUSE_S)

    def _candidates(self) -> list[str]:
        try:
            return self._find()
        except OSError as error:
            self._set_problem(problem_from_error(error, "USB"))
            return []

    def _try_port(self, name: str) -> None:
        if self._stopping.is_set():
            return
        try:
            port = self._open_port(name)
        except OSError as error:
            self._set_problem(problem_from_error(error, name))
            return
        try:
            self._talk(name, port)
        except OSError as error:
            log.info("the tray's port %s broke: %s", name, error)
            self._link.closed("unplugged")
            self._set_problem(TrayProblem(TrayProblemCode.GONE, name))
            self._hand_over()
        finally:
            port.close()

    def _talk(self, name: str, port: Port) -> None:
        """Keeps the link until the port breaks, the driver stops, a better tray comes, or no tray answers."""
        searched_at = last_up = time.monotonic()
        ever_up = False
        self._port = name
        self._link.opened(last_up)
        while not self._stopping.is_set():
            now = self._exchange(port)
            if self._link.connected:
                ever_up, last_up = True, now
                self._pause_s = FIRST_PAUSE_S
                self._status = TrayStatus("connected", name, self._link.board, None, self._link.bad_frames)
                self._search.finish()
            elif now - last_up > (SILENT_S if ever_up else ANSWER_S):
                self._give_up(name, ever_up)
                return
            elif self._status.state == "connected":
                self._status = TrayStatus("searching", name)
            if self._search.requested or now - searched_at > SEARCH_EVERY_S:
                searched_at = now
                self._search.begin()
                if name not in self._candidates():
                    # A real tray has come: the simulated one makes way for it.
                    self._status = TrayStatus("searching")
                    self._search.postpone()
                    break
        self._link.closed("stopped")
        self._hand_over()

    def _exchange(self, port: Port) -> float:
        """One round of sending, receiving and handing over; returns its time."""
        port.write(self._link.outgoing())
        data = port.read()
        now = time.monotonic()
        self._link.receive(data, now)
        self._pass_commands()
        self._link.step(now)
        self._hand_over()
        return now

    def _give_up(self, name: str, was_tray: bool) -> None:
        self._link.closed("silent")
        self._hand_over()
        if was_tray:
            self._set_problem(TrayProblem(TrayProblemCode.SILENT, name))
        elif not self._is_other_version(name):
            self._set_problem(problem_without_hello(name, self._link.noise))

    def _is_other_version(self, name: str) -> bool:
        """Whether the status already says that the tray on this port has another protocol version."""
        known = self._status.problem
        other_version = (TrayProblemCode.TOO_OLD, TrayProblemCode.TOO_NEW)
        return known is not None and known.port == name and known.code in other_version

    def _set_problem(self, problem: TrayProblem) -> None:
        self._status = TrayStatus("problem", problem.port, None, problem)

    def _pass_commands(self) -> None:
        with self._lock:
            pending, self._pending = self._pending, []
            for command in pending:
                self._link.send(command)
            if self._link.connected and self._link.idle:
                self._confirmed.set()

    def _hand_over(self) -> None:
        for event in self._link.take_events():
            self._react(event)
            try:
                self._on_event(event)
            except Exception:
                # An error in the game must not cost the link, nor the events after this one.
                log.exception("the game could not take %r", event)

    def _react(self, event: TrayEvent) -> None:
        if isinstance(event, Connected):
            with self._lock:
                for command in self._lasting.values():
                    self._link.send(command)
        elif isinstance(event, ProtocolTooOld | ProtocolTooNew):
            code = TrayProblemCode.TOO_OLD if isinstance(event, ProtocolTooOld) else TrayProblemCode.TOO_NEW
            self._set_problem(TrayProblem(code, self._port))


class PortSearch:
    """Searches for trays on request: any thread requests one and waits; the driver's thread begins and finishes it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        # Requests are numbered: the newest one, the newest a search has begun for, and the newest one answered.
        self._requests = 0
        self._begun = 0
        self._finished = 0
        self._closed = False

    def request(self, timeout: float) -> bool:
        """Waits for a search that began after this call; False if none finished in time."""
        with self._changed:
            self._requests += 1
            mine = self._requests
            self._changed.notify_all()
            return self._changed.wait_for(lambda: self._finished >= mine, timeout)

    @property
    def requested(self) -> bool:
        """Whether there is a request since the last search began."""
        return self._requests > self._begun

    def begin(self) -> None:
        with self._changed:
            self._begun = self._requests

    def postpone(self) -> None:
        """The search that has begun leads to another one, and its requests wait for that."""
        with self._changed:
            self._begun = self._finished

    def finish(self) -> None:
        with self._changed:
            self._finished = self._begun
            self._changed.notify_all()

    def pause(self, seconds: float) -> None:
        """Waits between two searches; ends early on a request or at the end of the driver."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self.requested, seconds)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
