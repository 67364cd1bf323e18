"""Tries the tray part by part and says of each how it is and what to do: for `companion check` and the devices page."""

import queue
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.devices.tray.commands import Buzz, Command, Lamps, Light, capability
from companion.devices.tray.driver import Tray
from companion.devices.tray.events import (
    BUTTONS,
    BoardInfo,
    Button,
    CardPresent,
    Connected,
    Fault,
    Recovered,
    TrayEvent,
)
from companion.devices.tray.ports import Finder
from companion.devices.tray.problems import ProblemCode

CONNECT_S = 4.0
CONFIRM_S = 1.0
GLANCE_S = 0.1
FAULT_S = 1.5


class State(StrEnum):
    OK = "ok"
    MISSING = "missing"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """How a part is and what to do, in English; `code` and `facts` are for whoever says it in another language."""

    part: str
    state: State
    what: str
    do: str = ""
    code: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Trial:
    """A command that makes a part do something one can see or hear."""

    part: str
    command: Command
    expect: str
    if_not: str


_TRIALS = (
    _Trial(
        "light",
        Light("ffffff", 120),
        "the ring should be lit white now",
        "If it is dark: check 5V, GND and DI of the ring, then run simpletest/ring.py (firmware/README.md).",
    ),
    _Trial(
        "lamps",
        Lamps(255, 255, 255),
        "the lamps of all three buttons should be lit now",
        "If one is dark: turn it around, plus and minus matter; then run simpletest/lamps.py.",
    ),
    _Trial(
        "buzzer",
        Buzz(880, 200),
        "you should have heard a short tone",
        "If there was only a click it is an active buzzer; use a passive one.",
    ),
)


class Checkup:
    """A tray of its own, looked for, tried and let go. `patience_s` is how long a person has for each press and for a
    card; zero asks for nothing."""

    def __init__(self, find: Finder, patience_s: float = 0.0) -> None:
        events: queue.SimpleQueue[TrayEvent] = queue.SimpleQueue()
        self._tray = Tray(events.put, find)
        self._trial = TrayTrial(self._tray, events, patience_s)

    def run(self) -> Iterator[Finding]:
        self._tray.start()
        try:
            yield from self._trial.run()
        finally:
            self._leave_dark()
            self._tray.stop()

    def _leave_dark(self) -> None:
        if self._tray.status.state == "connected":
            self._tray.send(Light())
            self._tray.send(Lamps())
            self._tray.settle(CONFIRM_S)


class TrayTrial:
    """Tries a tray that runs already; its events are read from a queue meanwhile."""

    def __init__(
        self,
        tray: Tray,
        events: "queue.SimpleQueue[TrayEvent]",
        patience_s: float = 0.0,
        trouble: Fault | None = None,
    ) -> None:
        self._tray = tray
        self._events = events
        self._patience_s = patience_s
        self._trouble = trouble

    def run(self) -> Iterator[Finding]:
        board = self._connect()
        if board is None:
            yield self._no_link()
            return
        port = self._tray.status.port
        facts = {"firmware": board.firmware, "board": board.board, "port": port}
        what = f"firmware {board.firmware} on {board.board} at {port}"
        yield Finding("tray", State.OK, what, code="tray_ok", facts=facts)
        yield from self._trials(board)
        yield self._reader(board)
        yield from self._asked(board)

    def _connect(self) -> BoardInfo | None:
        until = time.monotonic() + CONNECT_S
        while time.monotonic() < until and not self._hopeless():
            if self._tray.status.state == "connected" and self._tray.status.board is not None:
                return self._tray.status.board
            event = self._wait(GLANCE_S, Connected)
            if isinstance(event, Connected):
                return event.board
        return None

    def _hopeless(self) -> bool:
        """Some problems do not pass by waiting a little longer."""
        problem = self._tray.status.problem
        return problem is not None and problem.code in (ProblemCode.NO_TRAY, ProblemCode.PERMISSION, ProblemCode.BUSY)

    def _no_link(self) -> Finding:
        problem = self._tray.status.problem
        if problem is None:
            what, do = "The tray does not answer.", "Unplug it and plug it in again."
            return Finding("tray", State.FAIL, what, do, "tray_silent", {"port": self._tray.status.port})
        state = State.MISSING if problem.code is ProblemCode.NO_TRAY else State.FAIL
        return Finding("tray", state, problem.what, problem.do, problem.key, problem.facts)

    def _trials(self, board: BoardInfo) -> Iterator[Finding]:
        for trial in _TRIALS:
            if not board.can(capability(trial.command)):
                yield Finding(trial.part, State.MISSING, "this tray has none", code="part_missing")
                continue
            self._tray.send(trial.command)
            if self._tray.settle(CONFIRM_S):
                yield Finding(trial.part, State.OK, trial.expect, trial.if_not, f"{trial.part}_ok")
            else:
                what, do = "the board did not confirm", "Check the USB cable."
                yield Finding(trial.part, State.FAIL, what, do, "part_unconfirmed")

    def _reader(self, board: BoardInfo) -> Finding:
        if not board.can("reader"):
            wires = "Check SDA, SCL, 3V3 and its two switches (1 on, 2 off), then unplug the tray and plug it in again."
            what = "no card reader answered when the tray started"
            return Finding("reader", State.MISSING, what, wires, "reader_missing")
        self._wait(FAULT_S, Fault)
        if self._trouble is None:
            return Finding("reader", State.OK, "the card reader answers", code="reader_ok")
        if self._trouble.code == "two-cards":
            what, do = "several cards lie on the reader", "Take all but one away."
            return Finding("reader", State.FAIL, what, do, "reader_two_cards")
        what, do = f"the card reader has trouble: {self._trouble.code}", "Check SDA, SCL, 3V3 and GND of the reader."
        return Finding("reader", State.FAIL, what, do, "reader_trouble", {"fault": self._trouble.code})

    def _asked(self, board: BoardInfo) -> Iterator[Finding]:
        if not self._patience_s:
            return
        for name in BUTTONS:
            if self._wait(self._patience_s, Button, name):
                yield Finding(f"button {name}", State.OK, "pressed")
            else:
                wires = "Check that it connects its pin to GND when pressed; then run simpletest/buttons.py."
                yield Finding(f"button {name}", State.FAIL, "no press arrived", wires)
        if board.can("reader"):
            card = self._wait(self._patience_s, CardPresent)
            if isinstance(card, CardPresent):
                yield Finding("card", State.OK, f"card {card.uid} says {card.text or 'nothing'}")
            else:
                yield Finding("card", State.FAIL, "no card was seen", "Lay it flat on the thin window of the lid.")

    def _wait(self, seconds: float, kind: type[TrayEvent], name: str = "") -> TrayEvent | None:
        """The next event of a kind, or None in time; troubles of the reader are remembered on the way."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                event = self._events.get(timeout=left)
            except queue.Empty:
                return None
            self._remember(event)
            if isinstance(event, kind) and getattr(event, "name", name) in (name, ""):
                return event
        return None

    def _remember(self, event: TrayEvent) -> None:
        if isinstance(event, Fault) and event.part == "reader":
            self._trouble = event
        elif isinstance(event, Recovered) and event.part == "reader":
            self._trouble = None
