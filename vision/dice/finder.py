"""First stage: where dice might lie, searched for at several sizes of the image."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crops import ImagePyramid
from vision.dice.network import CLASSES, Network
from vision.dice.reading import Spot
from vision.images import Floats, Image, softmax

STRIDE = 8
FLOOR = 0.08  # score under which a peak is not even a candidate
LEVELS = (640, 320, 160, 80)  # long sides at which an image is searched; the small ones, for large dice, cost little
FINE_LEVEL = 1280  # for dice that are tiny in the image
SMALL_DIE = 26.0  # dice smaller than this (pixels at 640) are searched for again in a larger image
LEARNED_DIE = 24.0  # dice of a known size are resized to this many pixels
CLOSE_DIE = 36.0  # the same for a close search: it takes twice as long and finds small dice between large ones
CLEAR = 0.3  # score that shows that dice have the size they were expected to have
FAINT = 0.2  # candidates with a lower score are dropped where the size of the dice is known
MOST = 60  # candidates per level
GIVEN = 0.5  # score of a place where something is known to lie


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A place where a die might lie."""

    x: float  # pixels of the image
    y: float
    size: float
    score: float  # chance that a die lies there, 0..1
    classes: Floats  # chance of each class
    input_size: float  # size in pixels of the network's input


def find_candidates(
    network: Network, image: Image, die_size: float | None = None, close: bool = True
) -> list[Candidate]:
    """Candidates of all levels, best first, at most one for each place and size.

    Where the size of the dice is known, one level is enough; `close` searches at a finer one. If nothing is found
    there, all levels are searched.
    """
    longest, pyramid = max(image.shape[:2]), ImagePyramid(image)
    if die_size is not None:
        only = merge_candidates(
            find_at_level(network, pyramid, round(longest * (CLOSE_DIE if close else LEARNED_DIE) / die_size))
        )
        if any(c.score > CLEAR for c in only):
            return [c for c in only if c.score > FAINT]
    found = [c for level in LEVELS for c in find_at_level(network, pyramid, level)]
    merged = merge_candidates(found)
    finer = min(FINE_LEVEL, round(1.5 * longest))
    if finer > 800 and _wants_finer(merged, longest):
        merged = merge_candidates(found + find_at_level(network, pyramid, finer))
    return merged


def candidate_at(spot: Spot) -> Candidate:
    """A candidate that the finder did not find: nothing is known about its face."""
    x, y, size = spot
    return Candidate(x, y, size, GIVEN, np.full(len(CLASSES), 1 / len(CLASSES), np.float32), size)


def find_at_level(network: Network, pyramid: ImagePyramid, level: int, floor: float = FLOOR) -> list[Candidate]:
    """Peaks in the network's map of scores, with the image's long side resized to `level` pixels."""
    image = pyramid.full
    scale = level / max(image.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    width, height = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    small = cv2.resize(pyramid.at(scale), (width, height), interpolation=how)
    canvas = np.full((_up_to(height), _up_to(width), 3), 128, np.uint8)
    canvas[:height, :width] = small
    out = network.run(canvas[None])[0][0]
    heat = 1 / (1 + np.exp(-np.clip(out[0], -30, 30)))
    rows, columns = _find_peaks(heat, floor)
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


def _find_peaks(heat: Floats, floor: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Cells over the floor that are higher than their eight neighbours."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > floor))
    return rows, columns


def merge_candidates(candidates: list[Candidate]) -> list[Candidate]:
    """One candidate for each die: the best of those at the same place with about the same size."""
    ordered = sorted(candidates, key=lambda c: -c.score * _fit(c.input_size))
    same = _same_dice(ordered)
    kept: list[int] = []
    for number in range(len(ordered)):
        if not same[number, kept].any():
            kept.append(number)
    return [ordered[number] for number in kept]


def _same_dice(candidates: list[Candidate]) -> NDArray[np.bool_]:
    """Of each pair, whether both are one die: of a hundred candidates these are thousands of pairs."""
    x, y, size = np.array([(c.x, c.y, c.size) for c in candidates], np.float64).reshape(-1, 3).T
    away = np.hypot(x[:, None] - x, y[:, None] - y)
    smaller, larger = np.minimum(size[:, None], size), np.maximum(size[:, None], size)
    return np.asarray((away < 0.45 * smaller) & (larger < 2 * smaller))


def _fit(size: float) -> float:
    """How well a size suits the network: it was trained on dice from 12 to 78 pixels."""
    return float(np.clip(size / 20, 0.5, 1.0) * np.clip(66 / max(size, 1.0), 0.4, 1.0))


def _wants_finer(found: list[Candidate], longest: int) -> bool:
    sizes = [c.size * LEVELS[0] / longest for c in found if c.score > 0.2]
    return not sizes or float(np.median(sizes)) < SMALL_DIE


def _up_to(length: int) -> int:
    return -(-length // 32) * 32
