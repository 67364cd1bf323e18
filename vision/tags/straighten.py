"""A code seen at a slant, as it was printed: square and upright."""

from __future__ import annotations

import cv2
import numpy as np

from vision.tags.seen import Picture, Points


def straightened(grey: Picture, corners: Points, side: int) -> Picture:
    """The picture between four corners as a square of `side` pixels, the first corner at its top left."""
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    flat = cv2.warpPerspective(grey, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)
