"""Where a card lies in an image, and the card as it looks from straight above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Floats, Image, floats, pixels

FLAT = 800  # long side of a flattened card
_SMALL = 480  # long side of the image that is searched
_LEAST = 0.06  # part of the image that a card covers
_ASPECT = (0.45, 0.95)  # short side to long side
_MOST = 5
Contour = NDArray[np.integer[Any] | np.floating[Any]]


def card_corners(image: Image) -> list[Floats]:
    """Likely cards as four corners each, clockwise, best first; at the end the whole image."""
    height, width = image.shape[:2]
    scale = min(1.0, _SMALL / max(height, width))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found: list[tuple[float, Floats]] = []
    for mask in _masks(pixels(small)):
        found += _quads(mask)
    best = _distinct(sorted(found, key=lambda quad: -quad[0]))
    whole = floats([[0, 0], [width, 0], [width, height], [0, height]])
    return [floats(quad / scale) for quad in best] + [whole]


def flatten_card(image: Image, corners: Floats) -> tuple[Image, Floats]:
    """The card between the corners, long side FLAT pixels, and the way from the image to it."""
    across = (_length(corners[0], corners[1]) + _length(corners[3], corners[2])) / 2
    down = (_length(corners[0], corners[3]) + _length(corners[1], corners[2])) / 2
    scale = FLAT / max(across, down, 1.0)
    width, height = max(16, round(across * scale)), max(16, round(down * scale))
    turn = cv2.getPerspectiveTransform(corners, floats([[0, 0], [width, 0], [width, height], [0, height]]))
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return pixels(cv2.warpPerspective(image, turn, (width, height), flags=flags)), floats(turn)


def moved_box(box: Sequence[float] | Floats, turn: Floats) -> Floats:
    """The upright box around a box after a perspective: x, y, width, height."""
    x, y, width, height = (float(part) for part in box)
    corners = floats([[[x, y], [x + width, y], [x + width, y + height], [x, y + height]]])
    turned = cv2.perspectiveTransform(corners, turn)[0]
    low, high = turned.min(axis=0), turned.max(axis=0)
    return floats([*low, *(high - low)])


def _length(a: Floats, b: Floats) -> float:
    return float(np.linalg.norm(a - b))


def _masks(small: Image) -> Iterator[Image]:
    """Black and white images in which a card may be one white piece: by edges, by colour, by brightness."""
    brush = cv2.getStructuringElement(cv2.MORPH_RECT, (3, 3))
    soft = cv2.bilateralFilter(small, 5, 40, 5)
    for channel in cv2.split(cv2.cvtColor(soft, cv2.COLOR_BGR2LAB)):
        middle = float(np.median(channel))
        for strength in (0.33, 0.12):
            edges = cv2.Canny(channel, max(5.0, strength * middle * 0.5), max(15.0, strength * middle))
            yield pixels(cv2.dilate(edges, brush, iterations=1))
        _, bright = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        yield pixels(bright)
        yield pixels(cv2.bitwise_not(bright))


def _quads(mask: Image) -> list[tuple[float, Floats]]:
    found = []
    area_of_all = mask.shape[0] * mask.shape[1]
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        hull = cv2.convexHull(contour)
        area = cv2.contourArea(hull)
        if area < _LEAST * area_of_all or area > 0.98 * area_of_all:
            continue
        quad = _four(hull)
        if quad is not None and (fit := _fit(quad, area)) > 0:
            found.append((fit, quad))
    return found


def _four(hull: Contour) -> Floats | None:
    """The hull simplified until four corners are left; clockwise."""
    around = cv2.arcLength(hull, True)
    for share in (0.01, 0.02, 0.03, 0.045, 0.06):
        shape = cv2.approxPolyDP(hull, share * around, True).reshape(-1, 2)
        if len(shape) == 4:
            corners = floats(shape)
            return corners if cv2.contourArea(corners, oriented=True) > 0 else floats(corners[::-1])
        if len(shape) < 4:
            return None
    return None


def _fit(quad: Floats, area: float) -> float:
    """How much of a card it is: large, filled by its hull, of a card's shape; 0 for none."""
    sides = [_length(quad[k], quad[(k + 1) % 4]) for k in range(4)]
    one, other = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    aspect = min(one, other) / max(one, other, 1.0)
    if not _ASPECT[0] <= aspect <= _ASPECT[1]:
        return 0.0
    square = min(min(sides[0], sides[2]) / max(sides[0], sides[2]), min(sides[1], sides[3]) / max(sides[1], sides[3]))
    filled = min(area, cv2.contourArea(quad)) / max(area, cv2.contourArea(quad), 1.0)
    return float(area**0.5 * filled**4 * square) if square > 0.6 and filled > 0.9 else 0.0


def _distinct(ranked: list[tuple[float, Floats]]) -> list[Floats]:
    """The best few that are not nearly the same."""
    kept: list[Floats] = []
    for _, quad in ranked:
        near = 0.03 * _length(quad[0], quad[2])
        if all(_apart(quad, other) > near for other in kept):
            kept.append(quad)
        if len(kept) == _MOST:
            break
    return kept


def _apart(one: Floats, other: Floats) -> float:
    """The largest distance between corners, whichever corner comes first."""
    return min(float(np.linalg.norm(one - np.roll(other, k, axis=0), axis=1).max()) for k in range(4))
