"""The tray as the companion sees it: a thread that keeps the link up, hands over events and takes commands."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from companion.devices.tray.commands import Buzz, Command, Flash, StateCommand, capability
from companion.devices.tray.events import BoardInfo, Connected, ProtocolTooNew, ProtocolTooOld, TrayEvent
from companion.devices.tray.host_end import HostEnd
from companion.devices.tray.look_around import LookAround
from companion.devices.tray.ports import Finder, Port, SerialPort, find_trays
from companion.devices.tray.problems import Problem, ProblemCode, problem_of, stranger_on

log = logging.getLogger(__name__)

FIRST_WAIT_S = 0.1
LONGEST_WAIT_S = 2.0
ANSWER_S = 2.0
LOOK_AROUND_S = 2.0
SILENT_S = 5.0  # after a link that once stood: a board that hangs needs its watchdog's four seconds


@dataclass(frozen=True, slots=True)
class TrayStatus:
    state: Literal["connected", "searching", "problem"]
    port: str = ""
    board: BoardInfo | None = None
    problem: Problem | None = None
    bad_frames: int = 0


class Tray:
    """`send` never waits and never raises. `on_event` is called from the tray's own thread, in order; it must be quick,
    because heartbeats wait for it."""

    def __init__(
        self,
        on_event: Callable[[TrayEvent], None],
        find: Finder = find_trays,
        open_port: Callable[[str], Port] = SerialPort,
    ) -> None:
        self._on_event = on_event
        self._find = find
        self._open_port = open_port
        self._end = HostEnd()
        self._lock = threading.Lock()
        self._wanted: dict[str, StateCommand] = {}
        self._posted: list[Command] = []
        self._settled = threading.Event()
        self._stopping = threading.Event()
        self._looks = LookAround()
        self._thread = threading.Thread(target=self._live, name="tray", daemon=True)
        self._status = TrayStatus("searching")
        self._wait_s = FIRST_WAIT_S
        self._port = ""

    @property
    def status(self) -> TrayStatus:
        return self._status

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._looks.end()
        if self._thread.is_alive():
            self._thread.join()

    def send(self, command: Command) -> None:
        """Light, lamps and reader are kept and set again after every reconnect; a flash or a tone is now or never."""
        with self._lock:
            if not isinstance(command, Flash | Buzz):
                self._wanted[capability(command)] = command
            self._posted.append(command)
            self._settled.clear()
            # With nobody there the list must not grow for ever.
            del self._posted[:-16]

    def settle(self, timeout: float) -> bool:
        """Waits until the board has confirmed every command so far; False if it did not in time."""
        return self._settled.wait(timeout)

    def search(self, timeout: float) -> bool:
        """Looks for trays now, not at the next turn; True once `status` says what came of it."""
        return self._looks.ask(timeout)

    def _live(self) -> None:
        while not self._stopping.is_set():
            self._looks.begin()
            ports = self._candidates()
            if not ports:
                self._problem(Problem(ProblemCode.NO_TRAY))
            for port in ports:
                self._try(port)
            self._looks.over()
            self._looks.pause(self._wait_s)
            self._wait_s = min(self._wait_s * 2, LONGEST_WAIT_S)

    def _candidates(self) -> list[str]:
        try:
            return self._find()
        except OSError as error:
            self._problem(problem_of(error, "USB"))
            return []

    def _try(self, name: str) -> None:
        if self._stopping.is_set():
            return
        try:
            port = self._open_port(name)
        except OSError as error:
            self._problem(problem_of(error, name))
            return
        try:
            self._talk(name, port)
        except OSError as error:
            log.info("the tray's port %s broke: %s", name, error)
            self._end.closed("unplugged")
            self._problem(Problem(ProblemCode.GONE, name))
            self._hand_over()
        finally:
            port.close()

    def _talk(self, name: str, port: Port) -> None:
        """Keeps the link until the port breaks, the companion stops, or whoever is there turns out to be no tray."""
        looked = last_up = time.monotonic()
        ever_up = False
        self._port = name
        self._end.opened(last_up)
        while not self._stopping.is_set():
            port.write(self._end.outgoing())
            data = port.read()
            now = time.monotonic()
            self._end.receive(data, now)
            self._pass_commands()
            self._end.step(now)
            self._hand_over()
            if self._end.connected:
                ever_up, last_up = True, now
                self._wait_s = FIRST_WAIT_S
                self._status = TrayStatus("connected", name, self._end.board, None, self._end.bad_frames)
                self._looks.over()
            elif now - last_up > (SILENT_S if ever_up else ANSWER_S):
                self._give_up(name, ever_up)
                return
            elif self._status.state == "connected":
                self._status = TrayStatus("searching", name)
            if self._looks.wanted or now - looked > LOOK_AROUND_S:
                looked = now
                self._looks.begin()
                if name not in self._candidates():
                    # A better tray has come: the simulated one steps back for a real one.
                    self._status = TrayStatus("searching")
                    self._looks.postpone()
                    break
        self._end.closed("stopped")
        self._hand_over()

    def _give_up(self, name: str, was_tray: bool) -> None:
        self._end.closed("silent")
        self._hand_over()
        if was_tray:
            self._problem(Problem(ProblemCode.SILENT, name))
        elif not self._is_other_version(name):
            self._problem(stranger_on(name, self._end.noise))

    def _is_other_version(self, name: str) -> bool:
        """A tray of another version has already been named as the problem of this very port."""
        known = self._status.problem
        return known is not None and known.port == name and known.code in (ProblemCode.TOO_OLD, ProblemCode.TOO_NEW)

    def _problem(self, problem: Problem) -> None:
        self._status = TrayStatus("problem", problem.port, None, problem)

    def _pass_commands(self) -> None:
        with self._lock:
            posted, self._posted = self._posted, []
            for command in posted:
                self._end.send(command)
            if self._end.connected and self._end.idle:
                self._settled.set()

    def _hand_over(self) -> None:
        for event in self._end.take_events():
            self._react(event)
            try:
                self._on_event(event)
            except Exception:
                # A mistake in the game must not cost the link, nor the events behind this one.
                log.exception("the game could not take %r", event)

    def _react(self, event: TrayEvent) -> None:
        if isinstance(event, Connected):
            with self._lock:
                for command in self._wanted.values():
                    self._end.send(command)
        elif isinstance(event, ProtocolTooOld | ProtocolTooNew):
            code = ProblemCode.TOO_OLD if isinstance(event, ProtocolTooOld) else ProblemCode.TOO_NEW
            self._problem(Problem(code, self._port))
