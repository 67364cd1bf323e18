"""What a photo of a card says: a number for each value of the card, how sure it is, and what else it might be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["warrior", "demon"]
Box = tuple[int, int, int, int]  # x, y, width, height in pixels of the picture
LINES = 6
VALUES = ("mvt", "cbt", "def")


@dataclass(frozen=True, slots=True)
class Number:
    """One number of the card. `line` is 1 to 6 on a warrior's card and 0 on a demon's."""

    line: int
    value: str  # mvt, cbt, def, or health on a demon's card
    digit: int
    confidence: float
    sure: bool
    guesses: tuple[int, ...]  # other digits it might be, best first
    box: Box

    def as_json(self) -> dict[str, object]:
        return {
            "line": self.line,
            "value": self.value,
            "digit": self.digit,
            "confidence": round(self.confidence, 4),
            "sure": self.sure,
            "guesses": list(self.guesses),
            "box": list(self.box),
        }


@dataclass(frozen=True, slots=True)
class CardReading:
    """`kind` is None and there are no numbers where no card could be made out; `doubts` say what is in question."""

    kind: Kind | None
    numbers: tuple[Number, ...] = ()
    doubts: tuple[str, ...] = ()
    corners: tuple[tuple[int, int], ...] = ()  # of the card in the picture, from its own top left clockwise
    ms: float = 0.0

    @property
    def sure(self) -> bool:
        return self.kind is not None and all(number.sure for number in self.numbers)

    def as_json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "numbers": [number.as_json() for number in self.numbers],
            "doubts": list(self.doubts),
            "corners": [list(corner) for corner in self.corners],
            "sure": self.sure,
            "ms": round(self.ms, 1),
        }
