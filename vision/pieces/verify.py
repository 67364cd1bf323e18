"""Whether a taught picture explains all that is seen between four corners, place by place.

Local features and cells say which piece it may be; they say little about one that differs in a single sign. So the
picture is bent onto what is seen, given its blur, light and tones, and what is left over is looked at everywhere: the
worst place decides. A hand, a figure or glare leaves something over too: what cannot be seen cannot be vouched for.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Floats, Image, floats, pixels
from vision.pieces.likeness import CELL_PX, CELLS, Cells

SIDE = 160  # pixels at which picture and image are compared
_RIM = 6
_BLURS = (0.8, 1.3, 1.9, 2.7, 3.6)  # of the image, in pixels; more than the last hides what must be seen
_WINDOW = 17  # pixels around a place
_FAR = 41  # pixels: light varies over more than that
_PLACE = 8  # pixels between places
_LEVELS, _LEAST_PIXELS = 32, 60
_GOOD = 0.6
_BENT = 0.7  # pixels by which a cell may be off the bend of the others before it counts for less
_SHADE = 25.0
_HUE_PLACES = 10
_COLOURLESS, _COLOURED = 0.03, 0.25  # differences of colour, as logarithms
_SQUARE = floats([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]])


class Unexplained(NamedTuple):
    """What a picture does not explain, as a share of its own contrast as it is seen."""

    worst: float  # at the worst place
    tenth: float  # at the place that is worse than nine in ten
    blur: float  # of the image, in pixels
    hue: float  # the worst difference of colour, as a logarithm


NOTHING_EXPLAINED = Unexplained(99.0, 99.0, _BLURS[-1], 99.0)
BLURRED = _BLURS[-1]


def square_of(picture: Image) -> Image:
    return pixels(cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA))


def contrast_of(square: Image) -> float:
    """The mean contrast around a place of a picture, in levels."""
    return float(np.sqrt(_variance(_grey(square))[1]).mean())


def unexplained(square: Image, frame: Image, corners: Floats, cells: Cells, off: Floats) -> Unexplained:
    """`cells` and `off`: how well each cell of the piece was found there, and by how much it was off its place."""
    around = cv2.getPerspectiveTransform(floats(corners), _SQUARE + _RIM)
    size = (SIDE + 2 * _RIM,) * 2
    seen = cv2.warpPerspective(frame, around, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    flat = _straightened(pixels(seen), cells, off)
    image = floats(cv2.GaussianBlur(_grey(flat), (0, 0), _BLURS[0]))
    picture, blur = _as_blurred(_grey(square), image)
    expected = _as_lit(picture, image)
    if expected is None:
        return NOTHING_EXPLAINED
    left = _left_over(expected, image)
    contrast = max(1.0, float(np.sqrt(_variance(expected)[1]).mean()))
    places = left.reshape(SIDE // _PLACE, _PLACE, SIDE // _PLACE, _PLACE).mean(axis=(1, 3)) / contrast
    return Unexplained(float(places.max()), float(np.percentile(places, 90)), blur, _hue(square, flat))


def _grey(image: Image) -> Floats:
    return floats(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))


def _straightened(seen: Image, cells: Cells, off: Floats) -> Image:
    """Without the bend that the cells tell of: cards are not flat, and corners not exact."""
    good = (cells > _GOOD) & np.isfinite(off[..., 0])
    if good.sum() < 12:
        return seen[_RIM:-_RIM, _RIM:-_RIM]
    rows, columns = np.nonzero(good)
    terms = _terms((columns + 0.5) / CELLS - 0.5, (rows + 0.5) / CELLS - 0.5)
    wanted = off[good] * (SIDE / (CELLS * CELL_PX))
    weights = np.ones(len(terms))
    for _ in range(4):
        bend, *_ = np.linalg.lstsq(terms * weights[:, None], wanted * weights[:, None], rcond=None)
        weights = 1 / (1 + (np.abs(terms @ bend - wanted).max(axis=1) / _BENT) ** 2)
    moved = np.clip(_EVERYWHERE @ bend, -_RIM, _RIM).astype(np.float32).reshape(SIDE, SIDE, 2) + _PIXELS + _RIM
    return pixels(cv2.remap(seen, moved[..., 0], moved[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _terms(x: NDArray[np.floating], y: NDArray[np.floating]) -> NDArray[np.floating]:
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)


_ROWS, _COLUMNS = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
_PIXELS = np.stack([_COLUMNS, _ROWS], axis=-1)
_EVERYWHERE = _terms((_COLUMNS + 0.5) / SIDE - 0.5, (_ROWS + 0.5) / SIDE - 0.5).reshape(-1, 6)


def _as_blurred(picture: Floats, image: Floats) -> tuple[Floats, float]:
    """The picture as blurred as the image is."""
    detail = image - cv2.blur(image, (_FAR, _FAR))
    best, likest = (picture, _BLURS[-1]), -2.0
    for blur in _BLURS:
        soft = floats(cv2.GaussianBlur(picture, (0, 0), blur))
        own = soft - cv2.blur(soft, (_FAR, _FAR))
        alike = float((own * detail).sum()) / max(1e-3, float(np.linalg.norm(own)))
        if alike > likest:
            best, likest = (soft, blur), alike
    return best


def _as_lit(picture: Floats, image: Floats) -> Floats | None:
    """The picture in the light and tones of the image: each grey as most of its pixels are seen, white once it is
    burnt out. None where the picture has one grey only."""
    levels = np.clip(picture * (_LEVELS / 256), 0, _LEVELS - 1).astype(np.intp).ravel()
    order = np.argsort(levels, kind="stable")
    ends = np.cumsum(np.bincount(levels, minlength=_LEVELS))
    parts = [(k, order[begin:end]) for k, (begin, end) in enumerate(zip([0, *ends[:-1]], ends, strict=True))]
    parts = [(k, part) for k, part in parts if len(part) >= _LEAST_PIXELS]
    if len(parts) < 2:
        return None
    middles = [(k + 0.5) * 256 / _LEVELS for k, _ in parts]
    light = np.ones_like(image)
    for _ in range(2):
        even = (image / light).ravel()
        tones = np.maximum.accumulate([float(np.median(even[part])) for _, part in parts])
        toned = floats(np.interp(picture, middles, tones))
        shade = cv2.GaussianBlur(image, (0, 0), _SHADE) / np.maximum(1, cv2.GaussianBlur(toned, (0, 0), _SHADE))
        light = floats(np.clip(shade, 0.5, 2))
    return floats(np.minimum(toned * light, 255))


def _left_over(expected: Floats, image: Floats) -> Floats:
    """Around each pixel, what of the contrast of either has no counterpart in the other, in levels. The image may be
    a pixel off its place."""
    mean, varies = _variance(expected)
    left: Floats | None = None
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            moved = image if not (down or right) else np.roll(image, (down, right), axis=(0, 1))
            mean_there, varies_there = _variance(moved)
            shared = _mean(moved * expected) - mean_there * mean
            alike = np.clip(shared, 0, None) ** 2 / (np.maximum(varies, 1) * np.maximum(varies_there, 1))
            rest = (1 - np.minimum(alike, 1)) * np.maximum(varies, varies_there)
            left = rest if left is None else np.minimum(left, rest)
    return floats(np.sqrt(left if left is not None else varies))


def _mean(of: Floats) -> Floats:
    return floats(cv2.blur(of, (_WINDOW, _WINDOW), borderType=cv2.BORDER_REFLECT))


def _variance(of: Floats) -> tuple[Floats, Floats]:
    mean = _mean(of)
    return mean, np.maximum(_mean(of * of) - mean * mean, 0)


def _hue(square: Image, seen: Image) -> float:
    """The worst difference of colour, light of one colour left aside. Where the image shows no colours and the picture
    has some, that is as bad as a wrong one."""
    size = (_HUE_PLACES, _HUE_PLACES)
    small = (cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in (square, seen))
    ours, theirs = (floats(one).reshape(-1, 3) for one in small)
    # Where a colour is burnt out it says nothing.
    there = (theirs.max(axis=1) < 235) & (theirs.min(axis=1) > 8)
    logs = [np.log(one[there] + 12) for one in (ours, theirs)]
    own, other = (one[:, (0, 2)] - one[:, (1,)] for one in logs)
    if len(own) < _HUE_PLACES:
        return 0.0
    own, other = (one - np.median(one, axis=0) for one in (own, other))
    if float(np.abs(other).max()) < _COLOURLESS:
        return 0.0 if float(np.abs(own).max()) < _COLOURED else NOTHING_EXPLAINED.hue
    strength = float((own * other).sum() / max(1e-3, float((own * own).sum())))
    return float(np.abs(other - np.clip(strength, 0.4, 1.4) * own).max())
