"""Whether a picture of the tray is good enough to read dice in, and what to do about it if not."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Image

BLURRED = 9.0  # sharpness below which pips of small dice run together
DARK, BRIGHT = 35.0, 215.0  # mean grey level
CLIPPED = 0.04  # share of pixels at full white that is glare
SMALL_DIE = 18.0  # pixels of a 640 pixel picture


@dataclass(frozen=True, slots=True)
class Quality:
    sharpness: float
    brightness: float
    glare: float  # share of the picture that is burnt out

    def problems(self) -> tuple[str, ...]:
        """Sentences for the person who sets the camera up; none if all is well."""
        found = []
        if self.sharpness < BLURRED:
            found.append("The picture is blurred: turn the focus ring or move the camera.")
        if self.brightness < DARK:
            found.append("The picture is too dark: switch on a lamp or the tray's light.")
        if self.brightness > BRIGHT:
            found.append("The picture is too bright: dim the lamp or shade the tray.")
        if self.glare > CLIPPED and self.brightness <= BRIGHT:
            found.append("A lamp is mirrored in the tray: move the lamp or turn the camera a little.")
        return tuple(found)


def measure(image: Image) -> Quality:
    """Measured at one size, so that cameras of any resolution can be compared."""
    scale = 640 / max(image.shape[:2])
    size = (max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale)))
    grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    edges = cv2.Laplacian(cv2.GaussianBlur(grey, (3, 3), 0), cv2.CV_32F)
    # The sharpest hundredth of the picture: dice and marks, whatever lies around them.
    sharpness = float(np.percentile(np.abs(edges), 99.5))
    return Quality(sharpness, float(grey.mean()), float((grey >= 252).mean()))


def size_problem(die_size: float, long_side: int) -> str | None:
    """Dice can be too small to be read however good the picture is."""
    if die_size * 640 / long_side < SMALL_DIE:
        return "The dice are very small in the picture: bring the camera nearer."
    return None
