"""What lies in the tray that did not when it was empty, beside the dice that were read."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Image, pixels
from vision.reading import Box, Spot
from vision.roll.compare import colour_changes, shadow

ROUND_IT = 1.4  # how far around its middle a die and its sides reach, in sizes
A_DIE = 0.25  # a thing counts if it is so large, in squares of the size of a die


def things(empty: Floats, now: Floats, dice: Sequence[Box], usual: float, scale: float) -> list[Spot]:
    """Places where a die might lie that is not among `dice`; these, and the `usual` size of one, in a picture of which
    both frames are versions `scale` times as large."""
    solid = colour_changes(empty, now) & ~shadow(empty, now)
    _blot_out(solid, dice, scale)
    rest = pixels(cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(rest)
    large = [k for k in range(1, count) if stats[k, cv2.CC_STAT_AREA] > A_DIE * (usual * scale) ** 2]
    return [(*_heart(pixels(labels == k), scale), usual) for k in large]


def _heart(piece: Image, scale: float) -> tuple[float, float]:
    """The point of a piece that is furthest from its border: it may be all that is left between dice."""
    depth = cv2.distanceTransform(cv2.copyMakeBorder(piece, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5)
    row, column = np.unravel_index(int(depth.argmax()), depth.shape)
    return (float(column) - 0.5) / scale, (float(row) - 0.5) / scale


def _blot_out(mask: Image, dice: Sequence[Box], scale: float) -> None:
    """Dice, with what is seen of their sides, count no longer."""
    for x, y, width, height in dice:
        reach = ROUND_IT * max(width, height) / 2
        left, top = x + width / 2 - reach, y + height / 2 - reach
        corners = ((left, top), (left + 2 * reach, top + 2 * reach))
        first, last = ((round(across * scale), round(down * scale)) for across, down in corners)
        cv2.rectangle(mask, first, last, 0, -1)
