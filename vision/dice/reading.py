"""What is read from an image of dice: the dice, whether that is sure, and why it is not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from vision.facing import Facing, LevelFacing
from vision.images import PixelBox


class Doubt(StrEnum):
    """Why a reading is not sure."""

    LEANS = "leans"
    MIGHT_LEAN = "might_lean"
    NEW_CAMERA = "new_camera"  # too few dice were read with this camera to know how a leaning one looks
    ON_ANOTHER = "on_another"
    UNCLEAR = "unclear"  # a face is
    FRONT_FACE = "front_face"  # seen by a low camera, might have been read in place of the top one
    SECOND_READER = "second_reader"  # reads something else: see vision.dice.witness
    ANOTHER_DIE = "another_die"  # something else might be a die
    NO_DIE = "no_die"  # something lies there that is no die
    CUT_OFF = "cut_off"
    PRINTED = "printed"
    TOO_MANY = "too_many"
    TOO_NEAR = "too_near"
    UNEVEN = "uneven"  # dice of very different sizes
    HAND = "hand"
    DISAGREE = "disagree"  # the images of one roll do
    LIGHT = "light"  # the dice look different with it on and off


DOUBT_TEXTS = {
    Doubt.LEANS: "a die leans",
    Doubt.MIGHT_LEAN: "a die might lean",
    Doubt.NEW_CAMERA: "the camera is new: a die might lean",
    Doubt.ON_ANOTHER: "a die lies on another",
    Doubt.UNCLEAR: "a face is not clear",
    Doubt.FRONT_FACE: "a face might not be the top one",
    Doubt.SECOND_READER: "the second reader does not agree",
    Doubt.ANOTHER_DIE: "something might be a die",
    Doubt.NO_DIE: "something lies there that is no die",
    Doubt.CUT_OFF: "a die is cut off by the border",
    Doubt.PRINTED: "the dice might be in print or on a screen",
    Doubt.TOO_MANY: "too many dice",
    Doubt.TOO_NEAR: "two dice are too near to each other",
    Doubt.UNEVEN: "dice of very different sizes",
    Doubt.HAND: "a hand might be in view",
    Doubt.DISAGREE: "the pictures do not agree",
    Doubt.LIGHT: "with the light on and off the dice look different",
}


DiceState = Literal["empty", "moving", "hand", "settled", "cocked", "unsure"]
Spot = tuple[float, float, float]  # x and y of a middle, and a size, in pixels of the image


def bears_numerals(kind: str) -> bool:
    return kind.endswith("numeral")


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die: its face, and where it lies in the image."""

    face: int
    sides: int
    confidence: float  # chance that `face` is right, 0..1
    box: PixelBox
    kind: str = "d6-pips"
    guesses: tuple[int, ...] = ()  # other faces it might be, best first
    facing: Facing | None = None  # where its top face points, if that was read: see vision.facing
    facing_error: float = 0.0  # how far that may be off
    doubt: Doubt | None = None  # why this very die is in doubt
    vouched: bool = False  # whether it is in doubt, and looks like dice that players confirmed: see vision.dice.home

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

    def scaled(self, scale: float) -> DieReading:
        x, y, width, height = self.box
        return replace(self, box=(round(x * scale), round(y * scale), round(width * scale), round(height * scale)))

    def to_json(self) -> dict[str, object]:
        return {"face": self.face, "sides": self.sides, "confidence": round(self.confidence, 4), "box": list(self.box)}


@dataclass(frozen=True, slots=True)
class DiceReading:
    """The dice of one image or one roll. It is `sure` if no player has to check it; `doubts` say why it is not.

    One that is not sure may still be `likely`: shown to the players, who may object, rather than asked about.
    """

    dice: tuple[DieReading, ...]
    state: DiceState
    sure: bool
    doubts: tuple[Doubt, ...] = ()
    outside: tuple[DieReading, ...] = ()  # dice beside the tray: reported, not counted
    ms: float = 0.0
    likely: bool = False
    error: float | None = None  # chance that it is wrong, where that was judged: see vision.dice.certainty

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(sorted(die.face for die in self.dice))

    def scaled(self, scale: float) -> DiceReading:
        """The same reading with boxes in an image `scale` times as large."""
        if scale == 1.0:
            return self
        return replace(
            self,
            dice=tuple(die.scaled(scale) for die in self.dice),
            outside=tuple(die.scaled(scale) for die in self.outside),
        )

    def doubted(self, doubt: Doubt, state: DiceState = "unsure") -> DiceReading:
        """The same reading, neither sure nor likely any more."""
        return replace(self, sure=False, likely=False, state=state, doubts=tuple(dict.fromkeys((*self.doubts, doubt))))

    def without_home(self) -> DiceReading:
        """What is sure only because of what was learned at home is likely: a wrong tap must never make dice sure."""
        if not self.sure or not any(die.vouched for die in self.dice):
            return self
        return replace(self, sure=False, likely=True, doubts=(Doubt.UNCLEAR,))

    def to_json(self) -> dict[str, object]:
        return {
            "dice": [die.to_json() for die in self.dice],
            "state": self.state,
            "sure": self.sure,
            "likely": self.likely,
            "ms": round(self.ms, 2),
        }


@dataclass(frozen=True, slots=True)
class Hints:
    """What is known about an image before its dice are read: nothing about a lone image, much about one of a roll."""

    die_size: float | None = None  # how large dice are in the images of this camera; it saves much time
    # The number of this image among several of one roll. Each is read in another variant, so that they do not all
    # repeat one mistake; a lone image is read in every variant.
    variant: int | None = None
    spots: tuple[Spot, ...] = ()  # places to read as well, because something is known to lie there
    solid: bool = False  # what lies there was not there before, so it is no print on the table
    level: LevelFacing | None = None  # how a face that is level looks to this camera
    second_reader: bool = False  # of the images of a roll one is shown to the witness, too; a lone image always is


NO_HINTS = Hints()
