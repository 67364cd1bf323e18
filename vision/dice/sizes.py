"""One picture at its own size, halved, quartered and so on: shrinking it at once to any size takes much longer."""

from __future__ import annotations

import cv2

from vision.arrays import Image, pixels

SMALLEST = 64  # pixels: sides shorter than this are not halved


class Sizes:
    """Each half is made when it is first wanted."""

    def __init__(self, image: Image) -> None:
        self._made = [image]

    @property
    def full(self) -> Image:
        return self._made[0]

    def at(self, scale: float) -> Image:
        """The smallest of them that is at least `scale` as large as the picture."""
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
