"""What differs between two images of one tray: movement, shadows, and things that were not in the empty tray.

Images are compared small (`small`), as floats. `before` and `now` are always two such small images of one size.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.reading import DieReading, Spot
from vision.images import Floats, Image, floats, pixels

LONG_SIDE = 160  # images are compared at this size
STEP = 14.0  # grey levels that count as a change
SHADOW = (0.2, 0.95)  # how much of its light a shadow leaves to the tray
TINT = 16.0  # levels by which a colour in the shade may differ from its darker self

TOP = 0.56  # how far its top reaches around the middle of a die, in sizes of a die
DEEP = 0.6  # how far below its top the table lies, less what is in the shade there
ALL_ROUND = 0.7  # how far a die may reach if it is not known which way its top points
A_DIE = 0.1  # a thing counts if so much of it is left beside the dice, in squares of the size of a die
SMALLEST = 0.03  # where that size is not known, nothing smaller is a die, in long sides of the image


def small(image: Image) -> Floats:
    scale = LONG_SIDE / max(image.shape[:2])
    size = (max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale)))
    return floats(cv2.GaussianBlur(cv2.resize(image, size, interpolation=cv2.INTER_AREA), (3, 3), 0))


def brightness_changes(before: Floats, now: Floats) -> Image:
    """Where the brightness differs."""
    return _without_specks(np.abs(_grey(now) - _grey(_evened(before, now))) > STEP)


def movements(before: Floats, now: Floats) -> Image:
    """Where something moved. Colours are compared: a die may be just as bright as the table it rolls over."""
    return _without_specks(colour_changes(before, now))


def colour_changes(before: Floats, now: Floats) -> Image:
    """Where any of the three colours differs."""
    return pixels(np.abs(now - _evened(before, now)).max(axis=2) > STEP)


def shadow(empty: Floats, now: Floats) -> Image:
    """Where the tray is darker than when it was empty, but of much the same colour."""
    lit = _evened(empty, now)
    left = (_grey(now) + 1) / (_grey(lit) + 1)
    off = np.abs(now - lit * left[..., None]).max(axis=2)
    return pixels((left > SHADOW[0]) & (left < SHADOW[1]) & (off < TINT))


def largest(mask: Image) -> int:
    """The area of the largest piece."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    return int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))


def _without_specks(mask: NDArray[np.bool_] | Image) -> Image:
    return pixels(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)))


def _evened(before: Floats, now: Floats) -> Floats:
    """The earlier image in the light of the later one: a lamp may flicker or dim."""
    gain = float(np.median((_grey(now) + 1) / (_grey(before) + 1)))
    return floats(np.clip(before * np.clip(gain, 0.7, 1.4), 0, 255))


def _grey(colours: Floats) -> Floats:
    return floats(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY))


# -- things in the tray ------------------------------------------------------------------------------------------------


def unread_things(
    empty: Floats, now: Floats, dice: Sequence[DieReading], usual: float | None, scale: float
) -> list[Spot]:
    """Places where a die might lie that is not among `dice`.

    `dice`, the `usual` size of a die (if known) and the places returned are in pixels of the full image; the small
    images are `scale` times as large as that.
    """
    solid = colour_changes(empty, now) & ~shadow(empty, now)
    _remove_dice(solid, dice, scale)
    rest = pixels(cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(rest)
    areas = stats[:, cv2.CC_STAT_AREA]
    least = A_DIE * (usual * scale) ** 2 if usual else (SMALLEST * max(now.shape)) ** 2
    large = [k for k in range(1, count) if areas[k] > least]
    return [(*_innermost(pixels(labels == k), scale), usual or sqrt(areas[k]) / scale) for k in large]


def looks_empty(empty: Floats, now: Floats, die: DieReading, scale: float) -> bool:
    """Whether the tray looks just as it did when it was empty at the place of this die.

    Then there is no die: spots in cloth or wood may look like pips. Of a true die in the colour of the tray at least
    the pips or the edges differ.
    """
    (x, y), half = die.middle, die.size / 2
    rows, columns = (slice(max(0, round((m - half) * scale)), max(1, round((m + half) * scale))) for m in (y, x))
    return not colour_changes(empty, now)[rows, columns].any()


def _innermost(piece: Image, scale: float) -> tuple[float, float]:
    """The point of a piece that is furthest from its border: it may be all that is left between dice."""
    depth = cv2.distanceTransform(cv2.copyMakeBorder(piece, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5)
    row, column = np.unravel_index(int(depth.argmax()), depth.shape)
    return (float(column) - 0.5) / scale, (float(row) - 0.5) / scale


def _remove_dice(mask: Image, dice: Sequence[DieReading], scale: float) -> None:
    """Clears the dice in the mask, from their top down to the table: one of their sides is seen as well."""
    for die in dice:
        (x, y), (right, down) = die.middle, die.facing or (0.0, 0.0)
        reach, deep = die.size * (TOP if die.facing else ALL_ROUND), DEEP * die.size
        ends = ((x, y), (x - right * deep, y - down * deep))
        first, last = ((round(across * scale), round(below * scale)) for across, below in ends)
        cv2.line(mask, first, last, 0, max(1, round(2 * reach * scale)))
