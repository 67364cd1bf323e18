"""Whether a die leans: its top face against those of the dice that lay flat in the same tray before.

A flat die's top face is level with the table, wherever in the picture it lies. What the classifier tells of it,
together with the line of sight to it, gives the table's own direction as the camera sees it; a leaning die gives
another. How the camera is tilted and how wide its lens is are not known at first: the first rolls teach it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import asin, hypot, sqrt

import numpy as np

from vision.arrays import floats
from vision.facing import Facing, facing, normal_of
from vision.reading import Die

LENS = 0.9  # focal length supposed at first, in long sides of the picture
SPREAD = 0.05  # how much flat dice differ from each other
LEVEL, LENS_ERROR = 0.12, 0.35  # how far a camera may be tilted, and its lens be other than supposed, at first

Picture = tuple[int, int]  # width and height
Sample = tuple[float, float, float, float]  # line of sight across and down, the top face's direction across and down


def samples(dice: Iterable[Die], picture: Picture) -> list[Sample]:
    """How the top faces of dice point in the camera's axes, as far as that was read."""
    return [_sample(die.middle, die.facing, picture) for die in dice if die.facing is not None]


def _sample(middle: tuple[float, float], faced: Facing, picture: Picture) -> Sample:
    across, down = _sight(middle, picture)
    normal = normal_of(across, down, faced)
    return round(across, 4), round(down, 4), round(float(normal[0]), 4), round(float(normal[1]), 4)


def _sight(middle: tuple[float, float], picture: Picture) -> tuple[float, float]:
    focal = LENS * max(picture)
    return (middle[0] - picture[0] / 2) / focal, (middle[1] - picture[1] / 2) / focal


@dataclass(frozen=True, slots=True)
class Flatness:
    """Where a flat die's top face points: `tilt`, and `widening` times the line of sight if the lens was misjudged."""

    tilt: tuple[float, float] = (0.0, 0.0)
    widening: float = 0.0

    def lean(self, one: Sample) -> float:
        """By which angle a die's top face is not level, in radians."""
        across, down, right, below = one
        off = hypot(right - self.tilt[0] - self.widening * across, below - self.tilt[1] - self.widening * down)
        return asin(min(1.0, off))

    def nearer_to_eye(self, die: Die, picture: Picture) -> float:
        """By how much more a die's top face points into the eye than that of a flat one there, in radians."""
        flat = hypot(*self.facing(die.middle, picture))
        return max(0.0, asin(min(1.0, flat)) - asin(min(1.0, hypot(*die.facing)))) if die.facing else 0.0

    def facing(self, middle: tuple[float, float], picture: Picture) -> Facing:
        """Where the top face of a flat die there points, as the camera sees it."""
        across, down = _sight(middle, picture)
        right, below = self.tilt[0] + self.widening * across, self.tilt[1] + self.widening * down
        towards = -sqrt(max(0.0, 1 - right * right - below * below))
        return facing(across, down, floats([right, below, towards]))


def learn(seen: tuple[Sample, ...]) -> Flatness:
    """From all dice seen; the few that leaned among them count little."""
    known = np.diag([(SPREAD / LEVEL) ** 2, (SPREAD / LEVEL) ** 2, (SPREAD / LENS_ERROR) ** 2])
    if not seen:
        return Flatness()
    rows = floats(seen).astype(np.float64)
    zero, one = np.zeros(len(rows)), np.ones(len(rows))
    sight = np.stack([np.stack([one, zero, rows[:, 0]], axis=1), np.stack([zero, one, rows[:, 1]], axis=1)], axis=1)
    found = np.append(np.median(rows[:, 2:], axis=0), 0.0)
    for _ in range(6):
        off = rows[:, 2:] - sight @ found
        trust = 1 / (1 + (off**2).sum(axis=1) / (2 * SPREAD) ** 2)
        left = np.einsum("n,nai,naj->ij", trust, sight, sight) + known
        found = np.linalg.solve(left, np.einsum("n,nai,na->i", trust, sight, rows[:, 2:]))
    return Flatness((float(found[0]), float(found[1])), float(found[2]))
