"""The tray as if seen from straight above."""

from __future__ import annotations

from math import hypot

import cv2
import numpy as np

from vision.arrays import Image, floats, pixels

LONG_SIDE = 480
Corner = tuple[float, float]


def flatten(image: Image, corners: tuple[Corner, ...], long_side: int = LONG_SIDE) -> Image:
    """What lies between the corners (clockwise from the far left), stretched to a rectangle."""
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
