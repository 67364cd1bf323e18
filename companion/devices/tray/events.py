"""What a tray tells the companion, as data."""

from dataclasses import dataclass
from typing import Literal

ButtonName = Literal["accept", "correct", "next"]
ButtonAction = Literal["down", "up", "long"]
BUTTONS: dict[str, ButtonName] = {"accept": "accept", "correct": "correct", "next": "next"}
ACTIONS: dict[str, ButtonAction] = {"down": "down", "up": "up", "long": "long"}


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """What the board said of itself in its hello."""

    board: str
    firmware: str
    protocol: int
    run: str
    link: int
    cause: str
    capabilities: frozenset[str]

    @property
    def simulated(self) -> bool:
        return self.board in ("webassembly", "model")

    def can(self, capability: str) -> bool:
        return any(own == capability or own.startswith(capability + ":") for own in self.capabilities)


@dataclass(frozen=True, slots=True)
class Button:
    name: ButtonName
    action: ButtonAction
    held_ms: int = 0


@dataclass(frozen=True, slots=True)
class CardPresent:
    """A card on the reader; `text` is what its sticker says, None if it has no text."""

    uid: str
    text: str | None


@dataclass(frozen=True, slots=True)
class CardRemoved:
    uid: str


@dataclass(frozen=True, slots=True)
class Fault:
    part: str
    code: str


@dataclass(frozen=True, slots=True)
class Recovered:
    part: str


@dataclass(frozen=True, slots=True)
class Connected:
    board: BoardInfo


@dataclass(frozen=True, slots=True)
class Disconnected:
    reason: str


@dataclass(frozen=True, slots=True)
class BoardReset:
    """The board started anew (power, watchdog, unplugged and back). Normal: lights and reader are set again."""

    cause: str


@dataclass(frozen=True, slots=True)
class ProtocolTooOld:
    """The board's firmware is older than this companion: it needs `make flash`."""

    board: int
    ours: int


@dataclass(frozen=True, slots=True)
class ProtocolTooNew:
    """The board's firmware is newer than this companion: the companion needs an update."""

    board: int
    ours: int


@dataclass(frozen=True, slots=True)
class EventsMissed:
    """The board had to drop events because more happened than it can keep."""

    count: int


PartEvent = Button | CardPresent | CardRemoved | Fault | Recovered
LinkEvent = Connected | Disconnected | BoardReset | ProtocolTooOld | ProtocolTooNew | EventsMissed
TrayEvent = PartEvent | LinkEvent
