"""What lies in the tray that did not when it was empty, beside the dice that were read."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import cv2
import numpy as np

from vision.arrays import Floats, Image, pixels
from vision.reading import Die, Spot
from vision.roll.compare import colour_changes, shadow

TOP = 0.56  # how far its top reaches around its middle, in sizes of a die
DEEP = 0.6  # how far below it the table lies, less what is in the shade there
ALL_ROUND = 0.7  # how far a die may reach if nothing is known of where it points
A_DIE = 0.1  # a thing counts if so much of it is left beside the dice, in squares of the size of a die
SMALLEST = 0.03  # where that size is not known, nothing smaller is a die, in long sides of the picture


def things(empty: Floats, now: Floats, dice: Sequence[Die], usual: float | None, scale: float) -> list[Spot]:
    """Places where a die might lie that is not among `dice`; these, and the `usual` size of one where that is known, in
    a picture of which both frames are versions `scale` times as large."""
    solid = colour_changes(empty, now) & ~shadow(empty, now)
    _blot_out(solid, dice, scale)
    rest = pixels(cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(rest)
    areas = stats[:, cv2.CC_STAT_AREA]
    least = A_DIE * (usual * scale) ** 2 if usual else (SMALLEST * max(now.shape)) ** 2
    large = [k for k in range(1, count) if areas[k] > least]
    return [(*_heart(pixels(labels == k), scale), usual or sqrt(areas[k]) / scale) for k in large]


def bare(empty: Floats, now: Floats, die: Die, scale: float) -> bool:
    """Whether all of the tray looks there as it did when it was empty: spots in cloth or wood may look like pips. Of a
    die in the colour of the tray at least pips or edges differ."""
    (x, y), half = die.middle, die.size / 2
    rows, columns = (slice(max(0, round((m - half) * scale)), max(1, round((m + half) * scale))) for m in (y, x))
    return not colour_changes(empty, now)[rows, columns].any()


def _heart(piece: Image, scale: float) -> tuple[float, float]:
    """The point of a piece that is furthest from its border: it may be all that is left between dice."""
    depth = cv2.distanceTransform(cv2.copyMakeBorder(piece, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5)
    row, column = np.unravel_index(int(depth.argmax()), depth.shape)
    return (float(column) - 0.5) / scale, (float(row) - 0.5) / scale


def _blot_out(mask: Image, dice: Sequence[Die], scale: float) -> None:
    """Dice count no longer, from their top down to the table: the side that a top points away from is seen."""
    for die in dice:
        (x, y), (right, down) = die.middle, die.facing or (0.0, 0.0)
        reach, deep = die.size * (TOP if die.facing else ALL_ROUND), DEEP * die.size
        ends = ((x, y), (x - right * deep, y - down * deep))
        first, last = ((round(across * scale), round(below * scale)) for across, below in ends)
        cv2.line(mask, first, last, 0, max(1, round(2 * reach * scale)))
