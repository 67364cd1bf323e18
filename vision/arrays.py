"""The two kinds of arrays the eye works with, and how anything becomes one of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float32]
Image = NDArray[np.uint8]  # height, width, 3: blue, green, red


def floats(values: ArrayLike) -> Floats:
    return np.asarray(values, dtype=np.float32)


def pixels(values: ArrayLike) -> Image:
    return np.asarray(values, dtype=np.uint8)
