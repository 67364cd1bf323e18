"""Whether an image of the tray is good enough to read dice in, and what is wrong with it if not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.calibrate.corners import TrayCorners, seen_from_above
from vision.dice.reading import DiceReading
from vision.images import Image, pixels

BLURRED = 9.0  # sharpness below which pips of small dice run together
DARK, BRIGHT = 35.0, 215.0  # mean grey level
CLIPPED = 0.04  # share of pixels at full white that is glare
BURNT = 0.3  # share of a die at full white on which light pips can no longer be seen
SMALL_DIE = 18.0  # pixels of an image 640 pixels long
SHADED = 0.45  # a third of the tray so much darker than the opposite one

# What can be wrong with a camera over a tray. The tablet has a sentence for each.
CameraProblem = Literal[
    "blurred",
    "dark",
    "bright",
    "glare",
    "dark_left",
    "dark_right",
    "dark_far",
    "dark_near",
    "small",
    "no_marks",
    "moved",
    "other_size",
    "other_light",
    "out_of_focus",
    "cropped",
    "focus_not_kept",
]


@dataclass(frozen=True, slots=True)
class ImageQuality:
    sharpness: float
    brightness: float
    glare: float  # share of the image that is burnt out

    def problems(self) -> tuple[CameraProblem, ...]:
        """None if all is well."""
        found: list[CameraProblem] = []
        if self.sharpness < BLURRED:
            found.append("blurred")
        if self.brightness < DARK:
            found.append("dark")
        if self.brightness > BRIGHT:
            found.append("bright")
        if self.glare > CLIPPED and self.brightness <= BRIGHT:
            found.append("glare")
        return tuple(found)


def measure(image: Image) -> ImageQuality:
    """Measured at one size, so that cameras of any resolution can be compared."""
    scale = 640 / max(image.shape[:2])
    size = (max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale)))
    grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    edges = cv2.Laplacian(cv2.GaussianBlur(grey, (3, 3), 0), cv2.CV_32F)
    # The sharpest hundredth of the image: dice and marks, whatever lies around them.
    sharpness = float(np.percentile(np.abs(edges), 99.5))
    return ImageQuality(sharpness, float(grey.mean()), float((grey >= 252).mean()))


def setup_problems(image: Image, corners: TrayCorners, reading: DiceReading | None) -> tuple[CameraProblem, ...]:
    """All that is wrong now, for the person who sets the camera up. `reading`: dice in the image, if they were read."""
    problems = list(measure(image).problems())
    if not corners:
        problems.append("no_marks")
    elif "dark" not in problems:
        shaded = shaded_side(seen_from_above(image, corners))
        problems += [shaded] if shaded else []
    if reading is None:
        return tuple(problems)
    burnt = dice_problem(image, ((*die.middle, die.size) for die in reading.dice))
    problems += [burnt] if burnt and burnt not in problems else []
    # Dice can be too small to be read however good the image is.
    if reading.sure and min(die.size for die in reading.dice) * 640 / max(image.shape[:2]) < SMALL_DIE:
        problems.append("small")
    return tuple(problems)


def dice_problem(image: Image, dice: Iterable[tuple[float, float, float]]) -> CameraProblem | None:
    """Dice (x, y, size) can be burnt out in an image that is well exposed for the felt around them."""
    grey = pixels(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    return "glare" if any(_burnt(grey, *die) > BURNT for die in dice) else None


def _burnt(grey: Image, x: float, y: float, size: float) -> float:
    left, top, right, bottom = (max(0, round(v)) for v in (x - size / 3, y - size / 3, x + size / 3, y + size / 3))
    face = grey[top:bottom, left:right]
    return float((face >= 252).mean()) if face.size else 0.0


def shaded_side(flat: Image) -> CameraProblem | None:
    """The side of a tray, seen from above, that lies in the dark."""
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
    third_w, third_h = max(1, grey.shape[1] // 3), max(1, grey.shape[0] // 3)
    sides: dict[CameraProblem, float] = {
        "dark_left": float(np.median(grey[:, :third_w])) / (float(np.median(grey[:, -third_w:])) + 1),
        "dark_right": float(np.median(grey[:, -third_w:])) / (float(np.median(grey[:, :third_w])) + 1),
        "dark_far": float(np.median(grey[:third_h])) / (float(np.median(grey[-third_h:])) + 1),
        "dark_near": float(np.median(grey[-third_h:])) / (float(np.median(grey[:third_h])) + 1),
    }
    darkest = min(sides, key=lambda side: sides[side])
    return darkest if sides[darkest] < SHADED else None
