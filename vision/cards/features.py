"""What a crop looks like to the network: where its edges run. Light ink on dark and dark on light look the same."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Floats, Image, floats

_SIDE, _CELL = 24, 4  # the middle of a crop, in cells whose neighbours are weighed against each other
_BINS = 9
COUNT = (_SIDE // _CELL - 1) ** 2 * 4 * _BINS


@lru_cache(maxsize=1)
def _descriptor() -> cv2.HOGDescriptor:
    return cv2.HOGDescriptor((_SIDE, _SIDE), (2 * _CELL, 2 * _CELL), (_CELL, _CELL), (_CELL, _CELL), _BINS)


def features(crops: Image) -> Floats:
    """(n, COUNT) of crops (n, side, side, 3)."""
    edge = (crops.shape[1] - _SIDE) // 2
    middles = np.ascontiguousarray(crops[:, edge : edge + _SIDE, edge : edge + _SIDE])
    describe = _descriptor().compute
    found = np.empty((len(crops), COUNT), np.float32)
    for k, middle in enumerate(middles):
        found[k] = np.asarray(describe(middle)).ravel()
    return floats(found)
