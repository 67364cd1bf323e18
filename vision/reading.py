"""What the eye hands on: the dice it read, how sure it is, and which picture shows them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from vision.doubts import Doubt
from vision.facing import Facing

State = Literal["empty", "moving", "hand", "settled", "cocked", "unsure"]
Box = tuple[int, int, int, int]  # x, y, width, height in pixels of the picture
Spot = tuple[float, float, float]  # x and y of a middle, and a size, in pixels of the picture


def bears_numerals(kind: str) -> bool:
    return kind.endswith("numeral")


@dataclass(frozen=True, slots=True)
class Die:
    face: int
    sides: int
    confidence: float  # chance that `face` is right, 0..1
    box: Box
    kind: str = "d6-pips"
    guesses: tuple[int, ...] = ()  # other faces it might be, best first
    facing: Facing | None = None  # where its top face points, if the reader tells: see vision.facing
    vague: float = 0.0  # how far that may be off

    @property
    def middle(self) -> tuple[float, float]:
        x, y, width, height = self.box
        return x + width / 2, y + height / 2

    @property
    def size(self) -> float:
        return (self.box[2] + self.box[3]) / 2

    @property
    def numeral(self) -> bool:
        return bears_numerals(self.kind)

    def scaled(self, scale: float) -> Die:
        x, y, width, height = self.box
        return replace(self, box=(round(x * scale), round(y * scale), round(width * scale), round(height * scale)))

    def as_json(self) -> dict[str, object]:
        return {"face": self.face, "sides": self.sides, "confidence": round(self.confidence, 4), "box": list(self.box)}


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading is `sure` only if it needs no look from a player; `doubts` say why it is not."""

    dice: tuple[Die, ...]
    state: State
    sure: bool
    picture: str = ""
    source: str = ""
    doubts: tuple[Doubt, ...] = ()
    outside: tuple[Die, ...] = ()  # dice beside the tray: reported, not counted
    ms: float = 0.0

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(sorted(die.face for die in self.dice))

    def scaled(self, scale: float) -> Reading:
        """The same reading with boxes in a picture `scale` times as large."""
        if scale == 1.0:
            return self
        return replace(
            self,
            dice=tuple(die.scaled(scale) for die in self.dice),
            outside=tuple(die.scaled(scale) for die in self.outside),
        )

    def doubted(self, doubt: Doubt, state: State = "unsure") -> Reading:
        """The same reading, no longer sure."""
        return replace(self, sure=False, state=state, doubts=tuple(dict.fromkeys((*self.doubts, doubt))))

    def as_json(self) -> dict[str, object]:
        return {
            "dice": [die.as_json() for die in self.dice],
            "state": self.state,
            "sure": self.sure,
            "ms": round(self.ms, 2),
        }
