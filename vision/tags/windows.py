"""Where in an image codes may be: patches full of edges between dark and light.

Works on a reduced image, in a time that does not depend on how many codes there are. It may propose too much
(the decoders decide). It needs no finder squares, so a code half in shadow or partly covered is proposed too.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.images import Image

_REDUCED_PX = 1152
_EDGE_DENSITY = 0.42 * 255
_SMALLEST_PX = 8
_WHITE_PX = 13
_DARKEST_WHITE = 6
_DENSITY_PX = 11
_MOST = 96


@dataclass(frozen=True, slots=True)
class CodeWindow:
    """A part of an image, in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def size(self) -> int:
        return max(self.width, self.height)

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.left + self.width and self.top <= y <= self.top + self.height

    def grown(self, margin: int, shape: tuple[int, ...]) -> CodeWindow:
        """Larger by a margin on every side, within an image of that shape."""
        left, top = max(0, self.left - margin), max(0, self.top - margin)
        right = min(shape[1], self.left + self.width + margin)
        bottom = min(shape[0], self.top + self.height + margin)
        return CodeWindow(left, top, max(0, right - left), max(0, bottom - top))

    def cut(self, image: Image) -> Image:
        return image[self.top : self.top + self.height, self.left : self.left + self.width]


def find_windows(grey: Image) -> list[CodeWindow]:
    """Patches that may hold a code, those with the densest edges first."""
    factor = max(1, -(-max(grey.shape) // _REDUCED_PX))
    small = _reduced(grey, factor)
    density = _edge_density(small)
    mask = (density > _EDGE_DENSITY).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    found = []
    for index, (left, top, width, height, area) in enumerate(stats.tolist()):
        if index and min(width, height) >= _SMALLEST_PX and max(width, height) <= 3 * min(width, height):
            patch = density[top : top + height, left : left + width]
            inside = labels[top : top + height, left : left + width] == index
            window = CodeWindow(left * factor, top * factor, width * factor, height * factor)
            found.append((float(patch[inside].sum()) / area, window))
    found.sort(key=lambda pair: -pair[0])
    return [window for _, window in found[:_MOST]]


def _reduced(grey: Image, factor: int) -> Image:
    if factor == 1:
        return grey
    size = (max(1, grey.shape[1] // factor), max(1, grey.shape[0] // factor))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def _edge_density(small: Image) -> npt.NDArray[np.uint8]:
    """Steps between neighbours over the white nearby, averaged: the same in lamp light and in shadow."""
    near = cv2.getStructuringElement(cv2.MORPH_RECT, (3, 3))
    brightest, darkest = cv2.dilate(small, near), cv2.erode(small, near)
    around = cv2.getStructuringElement(cv2.MORPH_RECT, (_WHITE_PX, _WHITE_PX))
    # a floor under the white, so that noise in the dark is no pattern
    white = np.minimum(cv2.dilate(brightest, around), 255 - _DARKEST_WHITE) + _DARKEST_WHITE
    steps = cv2.divide(cv2.subtract(brightest, darkest), white, scale=255)
    return np.asarray(cv2.boxFilter(steps, -1, (_DENSITY_PX, _DENSITY_PX)), np.uint8)
