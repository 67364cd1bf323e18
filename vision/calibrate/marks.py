"""The four printed marks in the corners of the tray."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image, pixels

# ArUco marks are read at a third of the size of a QR code. Clockwise from the far left corner.
FIRST_ID = 40
COUNT = 4
Corner = tuple[float, float]


def mark_picture(corner: int, side: int = 240) -> Image:
    """The mark to print for a corner (0 far left, then clockwise), black on white with its quiet border."""
    if not 0 <= corner < COUNT:
        raise ValueError(f"the tray has corners 0 to {COUNT - 1}, not {corner}")
    inner = cv2.aruco.generateImageMarker(_dictionary(), FIRST_ID + corner, side * 3 // 4)
    return pixels(cv2.copyMakeBorder(inner, *(side // 8,) * 4, cv2.BORDER_CONSTANT, value=255))


def find_marks(image: Image) -> dict[int, Corner]:
    """Which of the four marks are seen, and the middle of each in the picture."""
    detector = cv2.aruco.ArucoDetector(_dictionary(), cv2.aruco.DetectorParameters())
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if ids is None:
        return {}
    found = {}
    for outline, number in zip(corners, ids.ravel(), strict=True):
        if FIRST_ID <= number < FIRST_ID + COUNT:
            x, y = np.asarray(outline).reshape(4, 2).mean(axis=0)
            found[int(number) - FIRST_ID] = (float(x), float(y))
    return found


def find_tray(image: Image) -> tuple[Corner, ...] | None:
    """The corners of the tray, clockwise, if all marks are seen; if one is hidden it follows from the other three."""
    found = find_marks(image)
    if len(found) < COUNT - 1:
        return None
    if len(found) == COUNT - 1:
        missing = next(k for k in range(COUNT) if k not in found)
        before, after, across = (found[(missing + step) % COUNT] for step in (3, 1, 2))
        found[missing] = (before[0] + after[0] - across[0], before[1] + after[1] - across[1])
    return tuple(found[k] for k in range(COUNT))


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
