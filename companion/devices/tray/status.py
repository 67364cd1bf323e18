"""What is known about the tray besides the game: the log of its link, and the test mode of the devices page."""

import time
from collections.abc import Callable
from typing import NamedTuple

from companion.devices.tray.driver import TrayStatus
from companion.devices.tray.messages import (
    BUTTONS,
    BoardReset,
    ButtonEvent,
    CardPresent,
    CardRemoved,
    Connected,
    Disconnected,
    Fault,
    ProtocolTooNew,
    ProtocolTooOld,
    Recovered,
    RingLight,
    TrayEvent,
)
from companion.protocol.devices import PieceKind, TrayBoardJson, TrayProblemJson, TrayStatusJson, TrayTestJson

TEST_S = 60.0  # a forgotten test ends by itself


class TrayNotice(NamedTuple):
    """Something the players should know: a code, and the key of its sentence on the tablet."""

    code: str
    key: str


LOST = TrayNotice("tray/lost", "tray_lost")
BACK = TrayNotice("tray/back", "tray_back")
RESET = TrayNotice("tray/reset", "tray_reset")
OTHER_VERSION = TrayNotice("tray/other_version", "tray_other_version")


class TrayLog:
    """Gets every event of the tray, in the driver's thread; keeps resets and faults."""

    def __init__(self) -> None:
        self.resets = 0
        self.faults: dict[str, Fault] = {}
        self._lost = False
        self._was_reset = False

    def add(self, event: TrayEvent) -> TrayNotice | None:
        """Returns a notice if something changed for the players. The first connection is none."""
        match event:
            case Fault(part):
                self.faults = {**self.faults, part: event}
            case Recovered(part):
                self.faults = {name: fault for name, fault in self.faults.items() if name != part}
            case BoardReset():
                self.resets += 1
                self._was_reset = True
            case Disconnected("stopped"):
                pass
            case Disconnected(reason):
                self._lost = True
                # A board that restarts is back in a moment: the notice comes then.
                return None if reason == "reset" else LOST
            case Connected() if self._lost:
                was_reset, self._lost, self._was_reset = self._was_reset, False, False
                return RESET if was_reset else BACK
            case ProtocolTooOld() | ProtocolTooNew():
                return OTHER_VERSION
        return None


class TrayTestMode:
    """Buttons and cards are tried out: while it runs, the game gets none of their events.

    The page and the driver use it from two threads, so every value is replaced as a whole.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until = 0.0
        self._presses = dict.fromkeys(BUTTONS, 0)
        self._down: frozenset[str] = frozenset()
        self._kind: PieceKind | None = None

    @property
    def running(self) -> bool:
        return self._clock() < self._until

    def begin(self) -> None:
        self._presses, self._down, self._kind = dict.fromkeys(BUTTONS, 0), frozenset(), None
        self._until = self._clock() + TEST_S

    def end(self) -> None:
        self._until, self._kind = 0.0, None

    def takes(self, event: TrayEvent, kind_of: Callable[[CardPresent], PieceKind]) -> bool:
        """Whether the event belongs to the test, and not to the game. Of a card only the kind is kept."""
        if not self.running:
            return False
        match event:
            case ButtonEvent(name, "down"):
                self._presses = {**self._presses, name: self._presses[name] + 1}
                self._down |= {name}
            case ButtonEvent(name, "up"):
                self._down -= {name}
            case CardPresent():
                self._kind = kind_of(event)
            case CardRemoved() | ButtonEvent():
                pass
            case _:
                return False
        return True

    def to_json(self) -> TrayTestJson:
        running = self.running
        kind = self._kind if running else None
        return {
            "lasts": running,
            "buttons": {name: {"presses": count, "down": name in self._down} for name, count in self._presses.items()},
            "card": {"kind": kind} if kind else None,
        }


def status_to_json(
    status: TrayStatus, log: TrayLog, test: TrayTestMode, light: RingLight, simulated: bool
) -> TrayStatusJson:
    return {
        "state": status.state,
        "port": status.port,
        "problem": _problem_to_json(status),
        "board": _board_to_json(status),
        "bad_frames": status.bad_frames,
        "resets": log.resets,
        "faults": {part: fault.code for part, fault in log.faults.items()},
        "simulated": simulated,
        "light": {"level": light.level, "colour": light.colour} if light.level else None,
        "test": test.to_json(),
    }


def _problem_to_json(status: TrayStatus) -> TrayProblemJson | None:
    problem = status.problem
    return {"code": problem.key, "facts": problem.facts} if problem else None


def _board_to_json(status: TrayStatus) -> TrayBoardJson | None:
    board = status.board
    return {"board": board.board, "firmware": board.firmware, "can": sorted(board.capabilities)} if board else None
