"""A second opinion without any network: counting the round spots on a top face."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image, floats
from vision.dice.crop import cut_square

SIDE = 48  # pixels of the square that is looked at
SPAN = 1.25  # how many sizes of the die it spans
SPOT_SIGMAS = (1.8, 2.6)  # widths of pips, from small to large
REACH = 0.37  # pips of the top face lie within this share of the die's size from its middle
WEAK = 0.5  # spots this much weaker than the strongest are no pips
_OFFSETS = np.arange(SIDE, dtype=np.float32) - (SIDE - 1) / 2
_INSIDE = np.hypot(_OFFSETS[:, None], _OFFSETS[None, :]) < REACH * SIDE / SPAN


def count_pips(image: Image, x: float, y: float, size: float) -> int:
    """The number of like spots around the middle, in whichever colour and brightness they stand out most."""
    crop = floats(cut_square(image, x, y, SPAN * size, SIDE))
    planes = np.dstack([crop, crop.max(axis=2), crop.min(axis=2)])
    best, count = 0.0, 0
    for sigma in SPOT_SIGMAS:
        spots = _spots(planes, sigma)
        for sign in (spots, -spots):
            for plane in range(planes.shape[2]):
                strength, found = _peaks(sign[..., plane], sigma)
                if strength > best:
                    best, count = strength, found
    return count


def _spots(planes: Floats, sigma: float) -> Floats:
    """How much brighter each place is than its surroundings at this width."""
    inner = cv2.GaussianBlur(planes, (0, 0), sigma * 0.8)
    return floats(inner - cv2.GaussianBlur(planes, (0, 0), sigma * 1.6))


def _peaks(spots: Floats, sigma: float) -> tuple[float, int]:
    """Strength and number of the strongest like spots on the top face."""
    wide = 2 * round(sigma * 1.2) + 1
    highest = cv2.dilate(spots, np.ones((wide, wide), np.uint8))
    values = np.sort(spots[(spots >= highest) & _INSIDE])[::-1]
    if not len(values) or values[0] <= 0:
        return 0.0, 0
    found = int((values > WEAK * values[0]).sum())
    # The weakest that still counts, so that one lone glint does not outdo six even pips.
    return float(values[:found].mean()), found
