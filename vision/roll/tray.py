"""What is known of a tray under its camera: where it lies, how large dice are, and how flat dice look there.

Flatness: the top face of a flat die is level with the table, wherever in the image it lies. What the classifier says
of that face, together with the line of sight to it, gives the direction of the table as the camera sees it; a leaning
die gives another. How the camera is tilted and how wide its lens is are not known at first: the first rolls teach it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import asin, hypot, sqrt

import cv2
import numpy as np

from vision.dice.reading import DieReading
from vision.facing import Facing, facing_of, normal_of
from vision.images import Image, floats

LENS = 0.9  # focal length supposed at first, in long sides of the image
SPREAD = 0.05  # how much flat dice differ from each other
LEVEL, LENS_ERROR = 0.12, 0.35  # how far a camera may be tilted, and its lens be other than supposed, at first

ImageSize = tuple[int, int]  # width and height
FaceSample = tuple[
    float, float, float, float
]  # line of sight across and down, the top face's direction across and down


def size_of(image: Image) -> ImageSize:
    return image.shape[1], image.shape[0]


def face_samples(dice: Iterable[DieReading], size: ImageSize) -> list[FaceSample]:
    """How the top faces of dice point in the camera's axes, as far as that was read."""
    return [_sample(die.middle, die.facing, size) for die in dice if die.facing is not None]


def _sample(middle: tuple[float, float], faced: Facing, size: ImageSize) -> FaceSample:
    across, down = _sight(middle, size)
    normal = normal_of(across, down, faced)
    return round(across, 4), round(down, 4), round(float(normal[0]), 4), round(float(normal[1]), 4)


def _sight(middle: tuple[float, float], size: ImageSize) -> tuple[float, float]:
    focal = LENS * max(size)
    return (middle[0] - size[0] / 2) / focal, (middle[1] - size[1] / 2) / focal


@dataclass(frozen=True, slots=True)
class Flatness:
    """Where the top face of a flat die points: `tilt`, and `widening` times the line of sight if the lens is other
    than supposed."""

    tilt: tuple[float, float] = (0.0, 0.0)
    widening: float = 0.0

    def lean(self, sample: FaceSample) -> float:
        """The angle between a die's top face and a level one, in radians."""
        across, down, right, below = sample
        off = hypot(right - self.tilt[0] - self.widening * across, below - self.tilt[1] - self.widening * down)
        return asin(min(1.0, off))

    def nearer_to_camera(self, die: DieReading, size: ImageSize) -> float:
        """By how much more a die's top face points to the camera than a flat one would there, in radians."""
        flat = hypot(*self.facing(die.middle, size))
        return max(0.0, asin(min(1.0, flat)) - asin(min(1.0, hypot(*die.facing)))) if die.facing else 0.0

    def facing(self, middle: tuple[float, float], size: ImageSize) -> Facing:
        """Where the top face of a flat die there points, as the camera sees it."""
        across, down = _sight(middle, size)
        right, below = self.tilt[0] + self.widening * across, self.tilt[1] + self.widening * down
        towards = -sqrt(max(0.0, 1 - right * right - below * below))
        return facing_of(across, down, floats([right, below, towards]))


def learn_flatness(samples: tuple[FaceSample, ...]) -> Flatness:
    """A fit to all dice seen so far; each round of it counts dice that lie far off (those that leaned) for less."""
    known = np.diag([(SPREAD / LEVEL) ** 2, (SPREAD / LEVEL) ** 2, (SPREAD / LENS_ERROR) ** 2])
    if not samples:
        return Flatness()
    rows = floats(samples).astype(np.float64)
    zero, one = np.zeros(len(rows)), np.ones(len(rows))
    sight = np.stack([np.stack([one, zero, rows[:, 0]], axis=1), np.stack([zero, one, rows[:, 1]], axis=1)], axis=1)
    found = np.append(np.median(rows[:, 2:], axis=0), 0.0)
    for _ in range(6):
        off = rows[:, 2:] - sight @ found
        trust = 1 / (1 + (off**2).sum(axis=1) / (2 * SPREAD) ** 2)
        left = np.einsum("n,nai,naj->ij", trust, sight, sight) + known
        found = np.linalg.solve(left, np.einsum("n,nai,na->i", trust, sight, rows[:, 2:]))
    return Flatness((float(found[0]), float(found[1])), float(found[2]))


@dataclass(frozen=True, slots=True)
class TrayCalibration:
    """What calibration and the rolls so far have taught about one tray under one camera."""

    corners: tuple[tuple[float, float], ...] = ()
    die_size: float | None = None
    flatness: Flatness = Flatness()
    flatness_known: bool = False  # whether enough dice were seen to tell a leaning one
    largest: float | None = None  # size of the largest dice that were seen here more than now and then

    def holds(self, die: DieReading) -> bool:
        """Whether the die lies in the tray; without corners all of the image is the tray."""
        if len(self.corners) < 3:
            return True
        return bool(cv2.pointPolygonTest(floats(self.corners).reshape(-1, 1, 2), die.middle, False) >= 0)
