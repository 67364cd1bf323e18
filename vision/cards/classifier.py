"""Which digit a crop shows, or none."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats, Image, floats
from vision.cards.features import features
from vision.cards.marks import cut
from vision.dice.network import softmax

WEIGHTS = Path(__file__).parent / "weights"
NONE = 10  # the class of everything that is no digit
# A second look at a cell: beside, larger, smaller. A digit that is read differently then is not sure.
_LOOKS = (
    (0.0, 0.0, 1.0),
    (0.05, 0.0, 1.0),
    (-0.05, 0.0, 1.0),
    (0.0, 0.06, 1.0),
    (0.0, -0.06, 1.0),
    (0.0, 0.0, 1.12),
    (0.0, 0.0, 0.9),
)


@lru_cache(maxsize=1)
def _network() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(WEIGHTS / "digits.onnx"))


def chances(card: Image, boxes: Floats) -> Floats:
    """Per box the chance of each class (n, 11)."""
    if not len(boxes):
        return floats(np.zeros((0, NONE + 1)))
    net = _network()
    net.setInput(features(cut(card, boxes)))
    return softmax(floats(net.forward()))


def looks(card: Image, boxes: Floats) -> Floats:
    """The chances of every box looked at several times (n, looks, 11)."""
    middle, size = boxes[:, :2] + boxes[:, 2:] / 2, boxes[:, 2:]
    seen = []
    for right, down, larger in _LOOKS:
        at = middle + np.array([right, down]) * size[:, 1:]
        seen.append(chances(card, floats(np.concatenate([at - size * larger / 2, size * larger], axis=1))))
    return floats(np.stack(seen, axis=1))
