"""Cutting dice out of a picture for the classifier: the same way in training and in use."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image, pixels
from vision.dice.sizes import Sizes

CROP = 64  # side of a crop
MARGIN = 1.6  # how many sizes of the die a crop spans
FINER = 0.85  # crops may be a little larger than the picture they are cut from


def cut(sizes: Sizes, x: float, y: float, size: float) -> Image:
    """A crop around the middle of a top face."""
    return cut_square(sizes, x, y, MARGIN * size, CROP)


def cut_square(sizes: Sizes, x: float, y: float, span: float, side: int) -> Image:
    """The square of `span` pixels around a place, brought to `side` pixels; what lies outside repeats the border."""
    scale = side / span
    image = sizes.at(scale * FINER)  # a plain warp of the picture itself would skip pixels
    across, down = image.shape[1] / sizes.full.shape[1], image.shape[0] / sizes.full.shape[0]
    move = np.array([[scale / across, 0, side / 2 - scale * x], [0, scale / down, side / 2 - scale * y]])
    crop = cv2.warpAffine(image, move, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return pixels(crop)
