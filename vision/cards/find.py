"""Where a card lies in an image, and the card as it looks from straight above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.images import Floats, Image, floats, pixels

FLAT = 800  # long side of a flattened card
_SMALL = 480  # long side of the image that is searched
_LEAST = 0.06  # part of the image that a card covers
_ASPECT = (0.45, 0.95)  # short side to long side
_MOST = 5
_RIM = 0.008  # of the image, along its border
_HIDDEN = 0.74  # part of a rectangle that is seen where a corner is not
_GUESSED = 0.4  # what a rectangle around something counts, of what four corners that are seen count
Contour = NDArray[np.integer[Any] | np.floating[Any]]


def card_corners(image: Image) -> list[Floats]:
    """Likely cards as four corners each, clockwise, best first; at the end the whole image."""
    height, width = image.shape[:2]
    whole = floats([[0, 0], [width, 0], [width, height], [0, height]])
    return [*flat_things(image, _ASPECT), whole]


def flat_things(image: Image, aspect: tuple[float, float], least: float = _LEAST, lying: bool = False) -> list[Floats]:
    """Likely flat things with four corners, clockwise, best first: with sides in that ratio, and at least that large a
    part of the image. `lying`: they lie on a table, whole within the image; a corner may be covered, or of the
    colour of the table."""
    height, width = image.shape[:2]
    scale = min(1.0, _SMALL / max(height, width))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found: list[tuple[float, Floats]] = []
    for mask in _masks(pixels(small)):
        found += _quads(mask, aspect, least, lying)
    if lying:
        found = [(fit, quad) for fit, quad in found if _within(quad, small.shape)]
    best = _distinct(sorted(found, key=lambda quad: -quad[0]), 2 * _MOST if lying else _MOST)
    return [floats(quad / scale) for quad in best]


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


def _within(quad: Floats, shape: Sequence[int]) -> bool:
    rim = _RIM * max(shape[:2])
    return bool((quad > rim).all() and (quad < (shape[1] - rim, shape[0] - rim)).all())


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
    yield _unlike_the_border(soft)


def _unlike_the_border(soft: MatLike) -> Image:
    """White where the colour is another than around the image: a thing that lies on a plain table."""
    rim = max(2, soft.shape[0] // 40)
    around = np.concatenate([soft[:rim].reshape(-1, 3), soft[-rim:].reshape(-1, 3), soft[:, :rim].reshape(-1, 3)])
    away = np.abs(floats(soft) - np.median(around, axis=0).astype(np.float32)).max(axis=2)
    _, mask = cv2.threshold(pixels(np.clip(away, 0, 255)), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return pixels(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)))


def _quads(mask: Image, aspect: tuple[float, float], least: float, lying: bool) -> list[tuple[float, Floats]]:
    found = []
    area_of_all = mask.shape[0] * mask.shape[1]
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        # Textures have thousands of small ones: nothing is larger than the box around it.
        _, _, width, height = cv2.boundingRect(contour)
        if width * height < least * area_of_all:
            continue
        hull = cv2.convexHull(contour)
        area = cv2.contourArea(hull)
        if area < least * area_of_all or area > 0.98 * area_of_all:
            continue
        quad = _four(hull)
        if quad is not None and (fit := _fit(quad, area, aspect)) > 0:
            found.append((fit, quad))
        elif lying and (box := _box(hull)) is not None and (fit := _fit(box, area, aspect, _HIDDEN)) > 0:
            found.append((_GUESSED * fit, box))
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


def _box(hull: Contour) -> Floats | None:
    """The narrowest upright or slanted rectangle around it, clockwise."""
    corners = floats(cv2.boxPoints(cv2.minAreaRect(hull)))
    if cv2.contourArea(corners) < 1:
        return None
    return corners if cv2.contourArea(corners, oriented=True) > 0 else floats(corners[::-1])


def _fit(quad: Floats, area: float, wanted: tuple[float, float], full: float = 0.9) -> float:
    """How much of a card it is: large, filled by its hull, of a card's shape; 0 for none."""
    sides = [_length(quad[k], quad[(k + 1) % 4]) for k in range(4)]
    one, other = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    aspect = min(one, other) / max(one, other, 1.0)
    if not wanted[0] <= aspect <= wanted[1]:
        return 0.0
    square = min(min(sides[0], sides[2]) / max(sides[0], sides[2]), min(sides[1], sides[3]) / max(sides[1], sides[3]))
    filled = min(area, cv2.contourArea(quad)) / max(area, cv2.contourArea(quad), 1.0)
    return float(area**0.5 * filled**4 * square) if square > 0.6 and filled > full else 0.0


def _distinct(ranked: list[tuple[float, Floats]], most: int) -> list[Floats]:
    """The best few that are not nearly the same."""
    kept: list[Floats] = []
    for _, quad in ranked:
        near = 0.03 * _length(quad[0], quad[2])
        if all(_apart(quad, other) > near for other in kept):
            kept.append(quad)
        if len(kept) == most:
            break
    return kept


def _apart(one: Floats, other: Floats) -> float:
    """The largest distance between corners, whichever corner comes first."""
    return min(float(np.linalg.norm(one - np.roll(other, k, axis=0), axis=1).max()) for k in range(4))
