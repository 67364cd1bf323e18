"""The four corners of the tray in an image: found by printed marks, checked when dragged, seen from above."""

from __future__ import annotations

import math
from math import hypot

import cv2
import numpy as np

from vision.images import Image, floats, pixels
from vision.tags.corner_marks import MARKS, find_marks

LONG_SIDE = 480  # of the tray as seen from above

Corner = tuple[float, float]
TrayCorners = tuple[Corner, ...]  # four, clockwise from the far left; none while they are not known


def find_corners(image: Image) -> TrayCorners:
    """The corners of the tray by its marks, none if too few are seen. A single hidden mark follows from the others."""
    found = find_marks(image)
    if len(found) < MARKS - 1:
        return ()
    if len(found) == MARKS - 1:
        missing = next(k for k in range(MARKS) if k not in found)
        before, after, across = (found[(missing + step) % MARKS] for step in (3, 1, 2))
        found[missing] = (before[0] + after[0] - across[0], before[1] + after[1] - across[1])
    return tuple(found[k] for k in range(MARKS))


def check_corners(corners: TrayCorners, size: tuple[int, int]) -> None:
    """Raises ValueError if the corners do not go round an area inside (or nearly inside) an image of this size."""
    if len(corners) != 4:
        raise ValueError("a tray has four corners")
    if not all(math.isfinite(v) for corner in corners for v in corner):
        raise ValueError("a corner is not a number")
    if not all(-0.1 * size[0] <= x <= 1.1 * size[0] and -0.1 * size[1] <= y <= 1.1 * size[1] for x, y in corners):
        raise ValueError("a corner lies outside the picture")
    turns = [_turn(corners[k], corners[(k + 1) % 4], corners[(k + 2) % 4]) for k in range(4)]
    if not (all(t > 0 for t in turns) or all(t < 0 for t in turns)):
        raise ValueError("the corners must go round the tray one after the other")


def _turn(a: Corner, b: Corner, c: Corner) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def seen_from_above(image: Image, corners: TrayCorners, long_side: int = LONG_SIDE) -> Image:
    """What lies between the corners, stretched to a rectangle."""
    far_left, far_right, near_right, near_left = corners
    width = max(_apart(far_left, far_right), _apart(near_left, near_right))
    height = max(_apart(far_left, near_left), _apart(far_right, near_right))
    scale = long_side / max(width, height, 1.0)
    across, down = max(8, round(width * scale)), max(8, round(height * scale))
    to = floats([[0, 0], [across, 0], [across, down], [0, down]])
    matrix = cv2.getPerspectiveTransform(floats(corners), to)
    return pixels(cv2.warpPerspective(image, np.asarray(matrix), (across, down)))


def _apart(one: Corner, other: Corner) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
