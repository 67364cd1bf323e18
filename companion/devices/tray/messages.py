"""Events from the board and commands to it, as data and as words on the wire (see firmware/PROTOCOL.md)."""

import re
from dataclasses import dataclass
from typing import Literal

from companion.devices.tray.serial_frames import unescape

_UID = re.compile(r"(?:[0-9a-f]{2}){4,10}")
_NUMBER = re.compile(r"\d{1,9}")
_COLOUR = re.compile(r"[0-9a-f]{6}")

# -- events ------------------------------------------------------------------------------------------------------------

ButtonName = Literal["accept", "correct", "next"]
ButtonAction = Literal["down", "up", "long"]
LONG_MS = 800  # a button held this long sends "long"; the same as in firmware/tray/buttons.py
BUTTONS: dict[str, ButtonName] = {"accept": "accept", "correct": "correct", "next": "next"}
ACTIONS: dict[str, ButtonAction] = {"down": "down", "up": "up", "long": "long"}


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """What the board says about itself in its hello."""

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
class ButtonEvent:
    name: ButtonName
    action: ButtonAction
    held_ms: int = 0


@dataclass(frozen=True, slots=True)
class CardPresent:
    """A card lies on the reader. `text` is what its sticker says, None if it has no text."""

    uid: str
    text: str | None


@dataclass(frozen=True, slots=True)
class CardRemoved:
    uid: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A part of the board has a problem."""

    part: str
    code: str


@dataclass(frozen=True, slots=True)
class Recovered:
    """The fault of this part is over."""

    part: str


@dataclass(frozen=True, slots=True)
class Connected:
    board: BoardInfo


@dataclass(frozen=True, slots=True)
class Disconnected:
    """`reason`: unplugged, silent, reset, protocol or stopped."""

    reason: str


@dataclass(frozen=True, slots=True)
class BoardReset:
    """The board has restarted (power, watchdog, replugged). This is normal: light and lamps are set again."""

    cause: str


@dataclass(frozen=True, slots=True)
class ProtocolTooOld:
    """The board's firmware is older than this companion: it needs `companion flash`."""

    board: int
    ours: int


@dataclass(frozen=True, slots=True)
class ProtocolTooNew:
    """The board's firmware is newer than this companion: the companion needs an update."""

    board: int
    ours: int


@dataclass(frozen=True, slots=True)
class EventsMissed:
    """The board dropped events because its queue was full or no host was connected."""

    count: int


PartEvent = ButtonEvent | CardPresent | CardRemoved | Fault | Recovered
LinkEvent = Connected | Disconnected | BoardReset | ProtocolTooOld | ProtocolTooNew | EventsMissed
TrayEvent = PartEvent | LinkEvent


def event_from_words(words: tuple[str, ...]) -> PartEvent | None:
    """The event in a frame from the board; None if we do not understand it. Never raises."""
    match words:
        case ("button", name, action, *rest):
            return _button(name, action, rest)
        case ("card", "present", uid, text) if _UID.fullmatch(uid):
            # A text that is not UTF-8 counts as no text: the owner can still register the card's number.
            return CardPresent(uid, None if text == "-" else unescape(text))
        case ("card", "removed", uid) if _UID.fullmatch(uid):
            return CardRemoved(uid)
        case ("fault", part, code):
            return Fault(part, code)
        case ("ok", part):
            return Recovered(part)
    return None


def _button(name: str, action: str, rest: list[str]) -> ButtonEvent | None:
    if name not in BUTTONS or action not in ACTIONS:
        return None
    held_ms = int(rest[0]) if rest and _NUMBER.fullmatch(rest[0]) else 0
    return ButtonEvent(BUTTONS[name], ACTIONS[action], held_ms)


def pairs_in(words: tuple[str, ...]) -> dict[str, str]:
    """The `key=value` words of a frame."""
    return dict(word.split("=", 1) for word in words if "=" in word)


def number_in(pairs: dict[str, str], key: str) -> int:
    text = pairs.get(key, "")
    return int(text) if _NUMBER.fullmatch(text) else 0


def board_from_pairs(pairs: dict[str, str]) -> BoardInfo | None:
    """The board of a hello. None without `proto` and `run`, which every version of the protocol has."""
    if not pairs.get("run") or not _NUMBER.fullmatch(pairs.get("proto", "")):
        return None
    return BoardInfo(
        board=pairs.get("board", "unknown"),
        firmware=pairs.get("fw", "unknown"),
        protocol=int(pairs["proto"]),
        run=pairs["run"],
        link=number_in(pairs, "link"),
        cause=pairs.get("cause", "unknown"),
        capabilities=frozenset(pairs.get("caps", "").split(",")) - {""},
    )


# -- commands ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RingLight:
    """The whole ring in one colour (rrggbb) at a level from 0 (off) to 255."""

    colour: str = "ffffff"
    level: int = 0
    pulse: bool = False

    def __post_init__(self) -> None:
        _check_colour(self.colour)
        _check("level", self.level, 0, 255)

    @property
    def body(self) -> str:
        if not self.level:
            return "light off"
        return f"light {self.colour} {self.level} {'pulse' if self.pulse else 'steady'}"


@dataclass(frozen=True, slots=True)
class RingFlash:
    """The ring flashes a few times, then shows its light again."""

    colour: str
    times: int = 2
    milliseconds: int = 120

    def __post_init__(self) -> None:
        _check_colour(self.colour)
        _check("times", self.times, 1, 10)
        _check("milliseconds", self.milliseconds, 20, 2000)

    @property
    def body(self) -> str:
        return f"flash {self.colour} {self.times} {self.milliseconds}"


@dataclass(frozen=True, slots=True)
class Buzz:
    hertz: int
    milliseconds: int

    def __post_init__(self) -> None:
        _check("hertz", self.hertz, 100, 8000)
        _check("milliseconds", self.milliseconds, 1, 2000)

    @property
    def body(self) -> str:
        return f"buzz {self.hertz} {self.milliseconds}"


@dataclass(frozen=True, slots=True)
class Lamps:
    """How bright the lamp in each button is, 0 to 255."""

    accept: int = 0
    correct: int = 0
    next: int = 0

    def __post_init__(self) -> None:
        for name in ("accept", "correct", "next"):
            _check(name, getattr(self, name), 0, 255)

    @property
    def body(self) -> str:
        return f"lamps {self.accept} {self.correct} {self.next}"


# A lasting command is sent again after every reconnect; a flash or a tone is not.
LastingCommand = RingLight | Lamps
TrayCommand = LastingCommand | RingFlash | Buzz


def capability(command: TrayCommand) -> str:
    """The capability a board needs for the command; it is the command's first word."""
    return command.body.split(" ", 1)[0]


def _check(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} {value} is not between {low} and {high}")


def _check_colour(colour: str) -> None:
    if not _COLOUR.fullmatch(colour):
        raise ValueError(f"colour {colour!r} is not six hexadecimal digits")
