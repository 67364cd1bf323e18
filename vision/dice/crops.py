"""Square crops of an image, cut the same way in training and in use."""

from __future__ import annotations

import cv2
import numpy as np

from vision.images import Image, pixels

SMALLEST = 64  # pixels: sides shorter than this are not halved
CROP = 64  # side of a crop
MARGIN = 1.6  # how many sizes of the die a crop spans
FINER = 0.85  # crops may be a little larger than the image they are cut from


class ImagePyramid:
    """One image at its own size, halved, quartered and so on; each is made when it is first needed.

    Shrinking the full image to every size would take much longer.
    """

    def __init__(self, image: Image) -> None:
        self._made = [image]

    @property
    def full(self) -> Image:
        return self._made[0]

    def at(self, scale: float) -> Image:
        """The smallest version that is at least `scale` times as large as the image."""
        half, step = 0.5, 0
        while half >= scale and min(self._get(step).shape[:2]) >= SMALLEST:
            half, step = half / 2, step + 1
        return self._get(step)

    def _get(self, step: int) -> Image:
        while len(self._made) <= step:
            height, width = self._made[-1].shape[:2]
            half = cv2.resize(self._made[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
            self._made.append(pixels(half))
        return self._made[step]


def cut_die(pyramid: ImagePyramid, x: float, y: float, size: float) -> Image:
    """A crop around the middle of a top face."""
    return cut_square(pyramid, x, y, MARGIN * size, CROP)


def cut_square(pyramid: ImagePyramid, x: float, y: float, span: float, side: int) -> Image:
    """The square of `span` pixels around a place, resized to `side` pixels; beyond its border the image is repeated."""
    return _cut(pyramid, (x, y), side / span, 1.0, side)


def cut_stretched(pyramid: ImagePyramid, middle: tuple[float, float], span: float, share: float) -> Image:
    """A crop of a strip that is `span` pixels wide and `share` of that tall, stretched to a square."""
    return _cut(pyramid, middle, CROP / span, 1 / share, CROP)


def _cut(pyramid: ImagePyramid, middle: tuple[float, float], scale: float, taller: float, side: int) -> Image:
    x, y = middle
    image = pyramid.at(scale * FINER)  # a plain warp of the image itself would skip pixels
    across, down = image.shape[1] / pyramid.full.shape[1], image.shape[0] / pyramid.full.shape[0]
    tall = scale * taller
    move = np.array([[scale / across, 0, side / 2 - scale * x], [0, tall / down, side / 2 - tall * y]])
    crop = cv2.warpAffine(image, move, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return pixels(crop)
