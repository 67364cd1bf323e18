"""What became of the link to a tray: for the devices page, and as news for the players."""

from typing import Any, NamedTuple

from companion.devices.tray.driver import TrayStatus
from companion.devices.tray.events import (
    BoardReset,
    Connected,
    Disconnected,
    Fault,
    ProtocolTooNew,
    ProtocolTooOld,
    Recovered,
    TrayEvent,
)


class News(NamedTuple):
    """Something the players should know of: a code and its name in the catalogue of the tablet."""

    code: str
    message: str


LOST = News("tray/lost", "tray_lost")
BACK = News("tray/back", "tray_back")
RESET = News("tray/reset", "tray_reset")
OTHER_VERSION = News("tray/other_version", "tray_other_version")


class Diary:
    """Fed with every event of the tray, in the tray's own thread."""

    def __init__(self) -> None:
        self.resets = 0
        self.faults: dict[str, Fault] = {}
        self._lost = False
        self._was_reset = False

    def note(self, event: TrayEvent) -> News | None:
        """Keeps the event in mind; news only where something changed for the players. The first link is none."""
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
                # A board that starts anew is back in a moment: that is told when it is.
                return None if reason == "reset" else LOST
            case Connected() if self._lost:
                was_reset, self._lost, self._was_reset = self._was_reset, False, False
                return RESET if was_reset else BACK
            case ProtocolTooOld() | ProtocolTooNew():
                return OTHER_VERSION
        return None

    def as_json(self, status: TrayStatus) -> dict[str, Any]:
        """How the tray is now."""
        board, problem = status.board, status.problem
        told = {"board": board.board, "firmware": board.firmware, "can": sorted(board.capabilities)} if board else None
        return {
            "state": status.state,
            "port": status.port,
            "problem": {"code": problem.key, "facts": problem.facts} if problem else None,
            "board": told,
            "bad_frames": status.bad_frames,
            "resets": self.resets,
            "faults": {part: fault.code for part, fault in self.faults.items()},
        }
