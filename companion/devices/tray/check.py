"""The check of a tray, part by part: what works, what does not, and what to do about it."""

import queue
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.devices.tray.driver import TrayDriver
from companion.devices.tray.messages import (
    BUTTONS,
    BoardInfo,
    ButtonEvent,
    Buzz,
    CardPresent,
    Connected,
    Fault,
    Lamps,
    Recovered,
    RingLight,
    TrayCommand,
    TrayEvent,
    capability,
)
from companion.devices.tray.ports import Finder, TrayProblemCode
from companion.protocol.devices import CheckFindingJson, PartState
from companion.protocol.json import Facts

CONNECT_S = 4.0
CONFIRM_S = 1.0
POLL_S = 0.1
FAULT_S = 1.5


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """The result for one part, and what to do, in English; `code` and `facts` are for other languages."""

    part: str
    state: PartState
    what: str
    do: str = ""
    code: str = ""
    facts: Facts = field(default_factory=dict)

    def to_json(self) -> CheckFindingJson:
        return {
            "part": self.part,
            "state": self.state,
            "what": self.what,
            "do": self.do,
            "code": self.code,
            "facts": dict(self.facts),
        }


@dataclass(frozen=True, slots=True)
class _PartTest:
    """A command that makes a part do something one can see or hear, and what to check if it does not."""

    part: str
    command: TrayCommand
    expect: str
    if_not: str


_PART_TESTS = (
    _PartTest(
        "light",
        RingLight("ffffff", 120),
        "the ring should be lit white now",
        "If it is dark: check 5V, GND and DI of the ring, then run simpletest/ring.py (firmware/README.md).",
    ),
    _PartTest(
        "lamps",
        Lamps(255, 255, 255),
        "the lamps of all three buttons should be lit now",
        "If one is dark: turn it around, plus and minus matter; then run simpletest/lamps.py.",
    ),
    _PartTest(
        "buzzer",
        Buzz(880, 200),
        "you should have heard a short tone",
        "If there was only a click it is an active buzzer; use a passive one.",
    ),
)


def check_found_tray(find: Finder, patience_s: float = 0.0) -> Iterator[CheckFinding]:
    """Finds a tray, checks it and leaves it dark.

    `patience_s` is how long a person has for each button and for a card; with zero they are not asked for.
    """
    events: queue.SimpleQueue[TrayEvent] = queue.SimpleQueue()
    driver = TrayDriver(events.put, find)
    driver.start()
    try:
        yield from TrayCheck(driver, events, patience_s).run()
    finally:
        if driver.status.state == "connected":
            driver.send(RingLight())
            driver.send(Lamps())
            driver.wait_confirmed(CONFIRM_S)
        driver.stop()


class TrayCheck:
    """Checks a tray whose driver runs already. Its events come by a queue meanwhile."""

    def __init__(
        self,
        driver: TrayDriver,
        events: "queue.SimpleQueue[TrayEvent]",
        patience_s: float = 0.0,
        reader_fault: Fault | None = None,
    ) -> None:
        self._driver = driver
        self._events = events
        self._patience_s = patience_s
        self._reader_fault = reader_fault

    def run(self) -> Iterator[CheckFinding]:
        board = self._connect()
        if board is None:
            yield self._no_link()
            return
        port = self._driver.status.port
        facts = {"firmware": board.firmware, "board": board.board, "port": port}
        what = f"firmware {board.firmware} on {board.board} at {port}"
        yield CheckFinding("tray", "ok", what, code="tray_ok", facts=facts)
        yield from self._test_parts(board)
        yield self._check_reader(board)
        yield from self._ask_person(board)

    def _connect(self) -> BoardInfo | None:
        until = time.monotonic() + CONNECT_S
        while time.monotonic() < until and not self._hopeless():
            if self._driver.status.state == "connected" and self._driver.status.board is not None:
                return self._driver.status.board
            event = self._wait(POLL_S, Connected)
            if isinstance(event, Connected):
                return event.board
        return None

    def _hopeless(self) -> bool:
        """Some problems do not pass by waiting a little longer."""
        problem = self._driver.status.problem
        lasting = (TrayProblemCode.NO_TRAY, TrayProblemCode.PERMISSION, TrayProblemCode.BUSY)
        return problem is not None and problem.code in lasting

    def _no_link(self) -> CheckFinding:
        problem = self._driver.status.problem
        if problem is None:
            what, do = "The tray does not answer.", "Unplug it and plug it in again."
            return CheckFinding("tray", "fail", what, do, "tray_silent", {"port": self._driver.status.port})
        state: PartState = "missing" if problem.code is TrayProblemCode.NO_TRAY else "fail"
        return CheckFinding("tray", state, problem.what, problem.do, problem.key, problem.facts)

    def _test_parts(self, board: BoardInfo) -> Iterator[CheckFinding]:
        for test in _PART_TESTS:
            if not board.can(capability(test.command)):
                yield CheckFinding(test.part, "missing", "this tray has none", code="part_missing")
                continue
            self._driver.send(test.command)
            if self._driver.wait_confirmed(CONFIRM_S):
                yield CheckFinding(test.part, "ok", test.expect, test.if_not, f"{test.part}_ok")
            else:
                what, do = "the board did not confirm", "Check the USB cable."
                yield CheckFinding(test.part, "fail", what, do, "part_unconfirmed")

    def _check_reader(self, board: BoardInfo) -> CheckFinding:
        if not board.can("reader"):
            wires = "Check SDA, SCL, 3V3 and its two switches (1 on, 2 off). It is found as soon as it answers."
            what = "no card reader answers"
            return CheckFinding("reader", "missing", what, wires, "reader_missing")
        self._wait(FAULT_S, Fault)
        fault = self._reader_fault
        if fault is None:
            return CheckFinding("reader", "ok", "the card reader answers", code="reader_ok")
        if fault.code == "two-cards":
            what, do = "several cards lie on the reader", "Take all but one away."
            return CheckFinding("reader", "fail", what, do, "reader_two_cards")
        what, do = f"the card reader has trouble: {fault.code}", "Check SDA, SCL, 3V3 and GND of the reader."
        return CheckFinding("reader", "fail", what, do, "reader_trouble", {"fault": fault.code})

    def _ask_person(self, board: BoardInfo) -> Iterator[CheckFinding]:
        if not self._patience_s:
            return
        for name in BUTTONS:
            if self._wait(self._patience_s, ButtonEvent, name):
                yield CheckFinding(f"button {name}", "ok", "pressed")
            else:
                wires = "Check that it connects its pin to GND when pressed; then run simpletest/buttons.py."
                yield CheckFinding(f"button {name}", "fail", "no press arrived", wires)
        if board.can("reader"):
            card = self._wait(self._patience_s, CardPresent)
            if isinstance(card, CardPresent):
                yield CheckFinding("card", "ok", f"card {card.uid} says {card.text or 'nothing'}")
            else:
                yield CheckFinding("card", "fail", "no card was seen", "Lay it flat on the thin window of the lid.")

    def _wait(self, seconds: float, kind: type[TrayEvent], name: str = "") -> TrayEvent | None:
        """The next event of a kind, None if it does not come in time. Faults of the reader are noted on the way."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                event = self._events.get(timeout=left)
            except queue.Empty:
                return None
            self._note_fault(event)
            if isinstance(event, kind) and getattr(event, "name", name) in (name, ""):
                return event
        return None

    def _note_fault(self, event: TrayEvent) -> None:
        if isinstance(event, Fault) and event.part == "reader":
            self._reader_fault = event
        elif isinstance(event, Recovered) and event.part == "reader":
            self._reader_fault = None
