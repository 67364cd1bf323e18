"""The digits on a flattened card.

Pieces of the right shape are cut out, described by their edges, and classified by a small network.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Floats, Image, floats, pixels, softmax

_SIDE, _CELL = 24, 4  # the middle of a crop, in cells whose neighbours are weighed against each other
_BINS = 9
FEATURES = (_SIDE // _CELL - 1) ** 2 * 4 * _BINS
LEAST, MOST = 11, 110  # height of a digit in pixels of a flattened card
CROP = 32
_WINDOW = 1.7  # side of a crop in heights of the digit
_BLOCKS = (31, 75)
_STRENGTH = 7
_COUNT = 700  # a card with more pieces than this is noise, and the rest would only cost time
WEIGHTS = Path(__file__).parent / "weights"
NO_DIGIT = 10  # the class of everything that is no digit
# How a box is moved and enlarged to be read again. A digit that then reads differently is not sure.
_VARIANTS = (
    (0.0, 0.0, 1.0),
    (0.05, 0.0, 1.0),
    (-0.05, 0.0, 1.0),
    (0.0, 0.06, 1.0),
    (0.0, -0.06, 1.0),
    (0.0, 0.0, 1.12),
    (0.0, 0.0, 0.9),
)
_DIGIT = 0.5  # chance of being any digit, from where on a piece counts as one


@lru_cache(maxsize=1)
def _descriptor() -> cv2.HOGDescriptor:
    return cv2.HOGDescriptor((_SIDE, _SIDE), (2 * _CELL, 2 * _CELL), (_CELL, _CELL), (_CELL, _CELL), _BINS)


def edge_features(crops: Image) -> Floats:
    """(n, COUNT) of crops (n, side, side, 3)."""
    edge = (crops.shape[1] - _SIDE) // 2
    middles = np.ascontiguousarray(crops[:, edge : edge + _SIDE, edge : edge + _SIDE])
    describe = _descriptor().compute
    found = np.empty((len(crops), FEATURES), np.float32)
    for k, middle in enumerate(middles):
        found[k] = np.asarray(describe(middle)).ravel()
    return floats(found)


def find_digit_shapes(card: Image) -> Floats:
    """Boxes (n, 4) as x, y, width, height."""
    found = [_pieces(mask) for mask in _masks(card)]
    return _distinct(np.concatenate(found)) if found else floats(np.zeros((0, 4)))


def cut_digits(card: Image, boxes: Floats) -> Image:
    """Square crops (n, CROP, CROP, 3) around the boxes' middles, stretched to the full range of brightness."""
    crops = np.zeros((len(boxes), CROP, CROP, 3), np.uint8)
    for k, (x, y, width, height) in enumerate(boxes):
        scale = CROP / (_WINDOW * height)
        shift = (CROP / 2 - (x + width / 2) * scale, CROP / 2 - (y + height / 2) * scale)
        move = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
        crop = cv2.warpAffine(card, move, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        crops[k] = _stretched(pixels(crop))
    return crops


def _stretched(crop: Image) -> Image:
    low, high = np.percentile(crop, (2, 98))
    return pixels(np.clip((crop.astype(np.float32) - low) * (255 / max(high - low, 12.0)), 0, 255))


def _masks(card: Image) -> list[Image]:
    grey = cv2.GaussianBlur(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)
    kinds = (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV)
    return [
        pixels(
            cv2.adaptiveThreshold(
                grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, block, -_STRENGTH if kind == kinds[0] else _STRENGTH
            )
        )
        for block in _BLOCKS
        for kind in kinds
    ]


def _pieces(mask: Image) -> Floats:
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes, area = stats[1:, :4], stats[1:, 4]
    width, height = boxes[:, 2], boxes[:, 3]
    shape = width / np.maximum(height, 1)
    fill = area / np.maximum(width * height, 1)
    like = (height >= LEAST) & (height <= MOST) & (shape > 0.12) & (shape < 1.35) & (fill > 0.12) & (fill < 0.97)
    return floats(boxes[like])


def _distinct(boxes: Floats) -> Floats:
    """Without boxes that are nearly the same."""
    if not len(boxes):
        return boxes
    middle = boxes[:, :2] + boxes[:, 2:] / 2
    key = np.round(np.column_stack([middle / (0.12 * boxes[:, 3:]), np.log(boxes[:, 3]) / 0.12]))
    _, first = np.unique(key, axis=0, return_index=True)
    return floats(boxes[np.sort(first)][:_COUNT])


@lru_cache(maxsize=1)
def _network() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(WEIGHTS / "digits.onnx"))


def _digit_chances(card: Image, boxes: Floats) -> Floats:
    """Per box the chance of each class (n, 11)."""
    if not len(boxes):
        return floats(np.zeros((0, NO_DIGIT + 1)))
    net = _network()
    net.setInput(edge_features(cut_digits(card, boxes)))
    return softmax(floats(net.forward()))


def repeated_chances(card: Image, boxes: Floats) -> Floats:
    """The chances of every box, read in several variants (n, variants, 11)."""
    middle, size = boxes[:, :2] + boxes[:, 2:] / 2, boxes[:, 2:]
    chances = []
    for right, down, larger in _VARIANTS:
        at = middle + np.array([right, down]) * size[:, 1:]
        chances.append(_digit_chances(card, floats(np.concatenate([at - size * larger / 2, size * larger], axis=1))))
    return floats(np.stack(chances, axis=1))


@dataclass(frozen=True, slots=True)
class CardDigits:
    """`boxes` (n, 4), the `chance` of being a digit at all, and the `certainty` of being the likeliest one."""

    boxes: Floats
    chance: Floats
    certainty: Floats

    @property
    def middles(self) -> Floats:
        return floats(self.boxes[:, :2] + self.boxes[:, 2:] / 2)

    def __len__(self) -> int:
        return len(self.boxes)

    def only(self, rows: NDArray[np.int64]) -> CardDigits:
        return CardDigits(self.boxes[rows], self.chance[rows], self.certainty[rows])


def find_digits(card: Image) -> CardDigits:
    boxes = find_digit_shapes(card)
    chances = _digit_chances(card, boxes)
    like = 1 - chances[:, NO_DIGIT]
    rows = np.flatnonzero(like > _DIGIT)
    found = CardDigits(floats(boxes[rows]), floats(like[rows]), floats(chances[rows, :NO_DIGIT].max(axis=1)))
    return found.only(_single(found))


def _single(found: CardDigits) -> NDArray[np.int64]:
    """The likeliest of pieces that lie in each other."""
    kept: list[int] = []
    middles, heights = found.middles, found.boxes[:, 3]
    for row in np.argsort(-found.chance, kind="stable"):
        away = np.abs(middles[kept] - middles[row]).max(axis=1) if kept else np.zeros(0)
        if not (away < 0.5 * np.minimum(heights[kept], heights[row])).any():
            kept.append(int(row))
    return np.asarray(kept, np.int64)
