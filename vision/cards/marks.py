"""Pieces of a flattened card that could be digits, by shape alone."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image, floats, pixels

LEAST, MOST = 11, 110  # height of a digit in pixels of a flattened card
CROP = 32
_WINDOW = 1.7  # side of a crop in heights of the digit
_BLOCKS = (31, 75)
_STRENGTH = 7
_COUNT = 700  # a card with more pieces than this is noise, and the rest would only cost time


def find_marks(card: Image) -> Floats:
    """Boxes (n, 4) as x, y, width, height."""
    found = [_pieces(mask) for mask in _masks(card)]
    return _distinct(np.concatenate(found)) if found else floats(np.zeros((0, 4)))


def cut(card: Image, boxes: Floats) -> Image:
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
