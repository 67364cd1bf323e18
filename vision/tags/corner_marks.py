"""The four marks on the corners of the tray: printed on the sheet of labels, looked for in the camera's image.

Both sides ask here, so that what is printed is what is looked for. They are ArUco marks: those are read at a third of
the size of a QR code, and a corner of the tray is small.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.images import Image
from vision.tags.pattern import Modules

FIRST_MARK = 40  # in the dictionary; the others follow, clockwise from the far left corner
MARKS = 4
MARK_MODULES = 6  # squares along an edge: four of data within a dark border


def mark_modules(corner: int) -> Modules:
    """A 6×6 array, True where the mark of a corner (0 far left, then clockwise) is dark."""
    if not 0 <= corner < MARKS:
        raise ValueError(f"a tray has no corner {corner}")
    drawn = cv2.aruco.generateImageMarker(_dictionary(), FIRST_MARK + corner, MARK_MODULES)
    return np.asarray(drawn) < 128


def find_marks(image: Image) -> dict[int, tuple[float, float]]:
    """Which of the four marks are seen (0 far left, then clockwise), and the middle of each."""
    detector = cv2.aruco.ArucoDetector(_dictionary(), cv2.aruco.DetectorParameters())
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if ids is None:
        return {}
    found = {}
    for outline, number in zip(corners, ids.ravel(), strict=True):
        if FIRST_MARK <= number < FIRST_MARK + MARKS:
            x, y = np.asarray(outline).reshape(4, 2).mean(axis=0)
            found[int(number) - FIRST_MARK] = (float(x), float(y))
    return found


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
