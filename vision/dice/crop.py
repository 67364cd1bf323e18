"""Cutting dice out of a picture for the classifier: the same way in training and in use."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image, pixels

CROP = 64  # side of a crop
MARGIN = 1.6  # how many sizes of the die a crop spans


def cut(image: Image, x: float, y: float, size: float) -> Image:
    """A crop around the middle of a top face."""
    return cut_square(image, x, y, MARGIN * size, CROP)


def cut_square(image: Image, x: float, y: float, span: float, side: int) -> Image:
    """The square of `span` pixels around a place, brought to `side` pixels; what lies outside repeats the border."""
    scale = side / span
    if scale < 0.6:  # average first: a plain warp would skip pixels
        reach = 0.52 * span + 2
        x0, y0 = max(0, int(x - reach)), max(0, int(y - reach))
        part = image[y0 : max(y0 + 1, int(y + reach) + 1), x0 : max(x0 + 1, int(x + reach) + 1)]
        shrink = scale * 1.5
        small = cv2.resize(
            part,
            (max(1, round(part.shape[1] * shrink)), max(1, round(part.shape[0] * shrink))),
            interpolation=cv2.INTER_AREA,
        )
        image, x, y, scale = pixels(small), (x - x0) * shrink, (y - y0) * shrink, scale / shrink
    move = np.array([[scale, 0, side / 2 - scale * x], [0, scale, side / 2 - scale * y]])
    crop = cv2.warpAffine(image, move, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return pixels(crop)
