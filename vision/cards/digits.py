"""The digits seen on a flattened card, each once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, floats
from vision.cards.classifier import NONE, chances
from vision.cards.marks import find_marks

_DIGIT = 0.5  # chance of being any digit, from where on a piece counts as one


@dataclass(frozen=True, slots=True)
class Digits:
    """`boxes` (n, 4), the `chance` of being a digit at all, and the `certainty` of being the likeliest one."""

    boxes: Floats
    chance: Floats
    certainty: Floats

    @property
    def middles(self) -> Floats:
        return floats(self.boxes[:, :2] + self.boxes[:, 2:] / 2)

    def __len__(self) -> int:
        return len(self.boxes)

    def only(self, rows: NDArray[np.int64]) -> Digits:
        return Digits(self.boxes[rows], self.chance[rows], self.certainty[rows])


def digits_on(card: Image) -> Digits:
    boxes = find_marks(card)
    seen = chances(card, boxes)
    like = 1 - seen[:, NONE]
    rows = np.flatnonzero(like > _DIGIT)
    found = Digits(floats(boxes[rows]), floats(like[rows]), floats(seen[rows, :NONE].max(axis=1)))
    return found.only(_single(found))


def _single(found: Digits) -> NDArray[np.int64]:
    """The likeliest of pieces that lie in each other."""
    kept: list[int] = []
    middles, heights = found.middles, found.boxes[:, 3]
    for row in np.argsort(-found.chance, kind="stable"):
        away = np.abs(middles[kept] - middles[row]).max(axis=1) if kept else np.zeros(0)
        if not (away < 0.5 * np.minimum(heights[kept], heights[row])).any():
            kept.append(int(row))
    return np.asarray(kept, np.int64)
