"""What the companion can ask of a tray, as data, and the words each becomes on the wire."""

import re
from dataclasses import dataclass

_COLOUR = re.compile(r"[0-9a-f]{6}")


def _check(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} {value} is not between {low} and {high}")


def _check_colour(colour: str) -> None:
    if not _COLOUR.fullmatch(colour):
        raise ValueError(f"colour {colour!r} is not six hexadecimal digits")


@dataclass(frozen=True, slots=True)
class Light:
    """The ring in one colour (rrggbb) at a level from 0 (off) to 255."""

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
class Flash:
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


@dataclass(frozen=True, slots=True)
class ReaderSwitch:
    on: bool

    @property
    def body(self) -> str:
        return f"reader {'on' if self.on else 'off'}"


StateCommand = Light | Lamps | ReaderSwitch
Command = StateCommand | Flash | Buzz


def capability(command: Command) -> str:
    """The word a board's hello must contain for the command to make sense; it is the command's own first word."""
    return command.body.split(" ", 1)[0]
