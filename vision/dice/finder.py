"""First stage: where dice might lie, looked for at several sizes of the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.dice.classes import CLASSES
from vision.dice.network import Network, softmax
from vision.dice.sizes import Sizes
from vision.reading import Spot

STRIDE = 8
FLOOR = 0.08  # die-ness under which a peak is not even a candidate
LEVELS = (640, 320, 160, 80)  # long sides at which a picture is looked at; the small ones, for large dice, cost little
FINE_LEVEL = 1280  # for dice that are tiny in the picture
SMALL_DIE = 26.0  # dice smaller than this (pixels at 640) are looked at again in a larger picture
LEARNED_DIE = 24.0  # pixels to which dice of a known size are brought
CLOSE_DIE = 36.0  # the same for a closer look, which takes twice as long and sees small dice between large ones
CLEAR = 0.3  # die-ness of a candidate that speaks for the level it was seen at
FAINT = 0.2  # die-ness of a candidate that is not worth a look where the size of the dice is known
MOST = 60  # candidates per level
POINTED_AT = 0.5  # die-ness of a place where something is known to lie


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    x: float  # pixels of the picture
    y: float
    size: float
    score: float
    classes: Floats  # chances
    seen_size: float  # pixels of the network's input


def find(network: Network, image: Image, die_size: float | None = None, close: bool = True) -> list[Candidate]:
    """Candidates of all levels, best first, at most one for each place and size.

    Where the size of the dice is known one level is enough, a finer one for a `close` look; if nothing is found at it,
    all are looked at.
    """
    longest, sizes = max(image.shape[:2]), Sizes(image)
    if die_size is not None:
        only = merge(look(network, sizes, round(longest * (CLOSE_DIE if close else LEARNED_DIE) / die_size)))
        if any(c.score > CLEAR for c in only):
            return [c for c in only if c.score > FAINT]
    found = [c for level in LEVELS for c in look(network, sizes, level)]
    merged = merge(found)
    finer = min(FINE_LEVEL, round(1.5 * longest))
    if finer > 800 and _wants_finer(merged, longest):
        merged = merge(found + look(network, sizes, finer))
    return merged


def pointed_at(spot: Spot) -> Candidate:
    """A candidate that another than the finder saw: about its face nothing is known."""
    x, y, size = spot
    return Candidate(x, y, size, POINTED_AT, np.full(len(CLASSES), 1 / len(CLASSES), np.float32), size)


def look(network: Network, sizes: Sizes, level: int) -> list[Candidate]:
    """Peaks of the die-ness map with the picture's long side brought to `level` pixels."""
    image = sizes.full
    scale = level / max(image.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    width, height = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    small = cv2.resize(sizes.at(scale), (width, height), interpolation=how)
    canvas = np.full((_up_to(height), _up_to(width), 3), 128, np.uint8)
    canvas[:height, :width] = small
    out = network.run(canvas[None])[0][0]
    heat = 1 / (1 + np.exp(-np.clip(out[0], -30, 30)))
    rows, columns = peaks(heat, FLOOR)
    found = []
    for row, column in zip(rows, columns, strict=True):
        cell = out[:, row, column]
        x, y = (column + 0.5 + cell[1]) * STRIDE, (row + 0.5 + cell[2]) * STRIDE
        if not (0 <= x < width and 0 <= y < height):
            continue
        size = float(np.exp(np.clip(cell[3], -3, 3)) * 32)
        found.append(
            Candidate(
                float(x / scale), float(y / scale), size / scale, float(heat[row, column]), softmax(cell[4:]), size
            )
        )
    return sorted(found, key=lambda c: -c.score)[:MOST]


def peaks(heat: Floats, floor: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Cells that are the highest among their eight neighbours and over the floor."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > floor))
    return rows, columns


def merge(candidates: list[Candidate]) -> list[Candidate]:
    """One candidate for each die: the most certain of those that lie in the same place with a like size."""
    kept: list[Candidate] = []
    for one in sorted(candidates, key=lambda c: -c.score * _fit(c.seen_size)):
        if not any(_same(one, other) for other in kept):
            kept.append(one)
    return kept


def _fit(seen: float) -> float:
    """How well a size suits the network: it was trained on dice from 12 to 78 pixels."""
    return float(np.clip(seen / 20, 0.5, 1.0) * np.clip(66 / max(seen, 1.0), 0.4, 1.0))


def _same(one: Candidate, other: Candidate) -> bool:
    away = float(np.hypot(one.x - other.x, one.y - other.y))
    return away < 0.45 * min(one.size, other.size) and 0.5 < one.size / other.size < 2


def _wants_finer(found: list[Candidate], longest: int) -> bool:
    sizes = [c.size * LEVELS[0] / longest for c in found if c.score > 0.2]
    return not sizes or float(np.median(sizes)) < SMALL_DIE


def _up_to(length: int) -> int:
    return -(-length // 32) * 32
