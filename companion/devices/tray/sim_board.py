"""What every simulated board can do, whether it runs the real firmware or only models it."""

from dataclasses import dataclass
from typing import Protocol

from companion.devices.tray.events import ButtonName


@dataclass(frozen=True, slots=True)
class BoardLook:
    """What one would see and hear of the tray."""

    ring: tuple[int, int, int]
    lamps: tuple[int, int, int]
    tone: int
    status: bool


class SimBoard(Protocol):
    """A tray without hardware. Time is given in milliseconds, so a day can pass in seconds."""

    def boot(self, now_ms: int, cause: str = "power") -> bytes:
        """Power on or reset: everything the board knew is gone. Returns what it says."""

    def step(self, now_ms: int, data: bytes) -> bytes:
        """One turn of its loop with the bytes that arrived; returns what it says."""

    def button(self, name: ButtonName, down: bool) -> None: ...

    def put_card(self, uid: str, text: str | None) -> None: ...

    def take_card(self, uid: str) -> None: ...

    def lose_reader(self, lost: bool) -> None: ...

    def hang(self) -> None:
        """The program stops turning; the watchdog has to notice."""

    def look(self) -> BoardLook: ...

    def close(self) -> None: ...
