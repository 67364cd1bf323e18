"""Training crops for the network that reads numerals from near."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.classifier import DIGITS, NO_DIGIT, SPANS
from vision.dice.crops import CROP, ImagePyramid, cut_square
from vision.dice.network import CLASSES
from vision.dice.reading import bears_numerals
from vision.images import Floats, Image, floats, pixels
from vision.training.dice.augmentation import recolour
from vision.training.dice.scenes import TrainingScene

KEEP = 120  # pixels kept around a numeral, so that it can be turned and shifted later
KEEP_SPAN = KEEP / CROP  # in spans of a crop
OTHERS = 0.2  # share of crops without a numeral on top
BESIDE = 2  # such crops taken for each die
SHORTEST, LONGEST = 20.0, 400.0  # sizes of dice in pixels from which a numeral can be read, and is not too large


class NumeralCropStore:
    """All crops, kept unturned and a little too large."""

    def __init__(self) -> None:
        self.images: list[Image] = []
        self.digits: list[int] = []

    def add(self, sizes: ImagePyramid, x: float, y: float, span: float, digit: int) -> None:
        self.images.append(cut_square(sizes, x, y, KEEP_SPAN * span, KEEP))
        self.digits.append(digit)


def collect_numeral_crops(scenes: list[TrainingScene], seed: int) -> NumeralCropStore:
    """Every numeral on top of a die; and side faces, places beside the middle, and dice with pips, which are none."""
    rng = np.random.default_rng(seed)
    store = NumeralCropStore()
    for scene in scenes:
        image = scene.image()
        sizes = ImagePyramid(image)
        for x, y, size, number, *_ in scene.dice:
            known = CLASSES[int(number)]
            span = size * SPANS.get(known.kind, SPANS["d10-numeral"])
            if not SHORTEST <= size <= LONGEST or not _whole(image, x, y, span):
                continue
            if bears_numerals(known.kind):
                store.add(sizes, x, y, span, known.face)
                for _ in range(BESIDE):
                    angle, away = rng.uniform(0, 2 * np.pi), size * rng.uniform(0.4, 0.9)
                    store.add(sizes, x + away * np.cos(angle), y + away * np.sin(angle), span, NO_DIGIT)
            elif rng.random() < 0.3:
                store.add(sizes, x, y, span, NO_DIGIT)
        for x, y, size in scene.sides[rng.random(len(scene.sides)) < 0.25]:
            store.add(sizes, x, y, size * 0.9, NO_DIGIT)
    return store


def _whole(image: Image, x: float, y: float, span: float) -> bool:
    half = span / 2
    return bool(half <= x <= image.shape[1] - half and half <= y <= image.shape[0] - half)


def numeral_batches(
    store: NumeralCropStore, size: int, seed: int
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64]]]:
    """Batches with the digits evened out."""
    rng = np.random.default_rng(seed)
    chances = _evened(np.asarray(store.digits))
    while True:
        picks = np.searchsorted(chances, rng.random(size))
        images = np.stack([_vary(rng, store.images[pick]) for pick in picks])
        yield images, np.asarray([store.digits[pick] for pick in picks], np.int64)


def _evened(digits: NDArray[np.int64]) -> NDArray[np.float64]:
    """Running sum of chances."""
    shares = np.full(DIGITS + 1, (1 - OTHERS) / DIGITS)
    shares[NO_DIGIT] = OTHERS
    chances = (shares / np.maximum(np.bincount(digits, minlength=DIGITS + 1), 1))[digits]
    return np.cumsum(chances / chances.sum())


def _vary(rng: np.random.Generator, kept: Image) -> Image:
    """The crop as the reader will cut it, with errors of place and size, turned and slanted at random."""
    loose = 1.8 if rng.random() < 0.25 else 1.0
    scale = float(np.exp(rng.normal(0, 0.09 * loose)))
    angle = float(rng.uniform(0, 2 * np.pi))
    linear = scale * _turn(angle) @ _slant(rng)
    centre = KEEP / 2 + rng.normal(0, 0.035 * loose, 2) * CROP
    move = np.concatenate([linear, (CROP / 2 - linear @ centre)[:, None]], axis=1)
    crop = cv2.warpAffine(kept, move, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return recolour(rng, _coarser(rng, pixels(crop)))


def _turn(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return floats([[c, -s], [s, c]])


def _slant(rng: np.random.Generator) -> Floats:
    """A stretch in any direction, as of a face that is not looked at straight."""
    if rng.random() < 0.5:
        return floats(np.eye(2))
    stretch, towards = float(np.exp(rng.normal(0, 0.12))), _turn(float(rng.uniform(0, np.pi)))
    return floats(towards @ np.diag([stretch, 1 / stretch]) @ towards.T)


def _coarser(rng: np.random.Generator, crop: Image) -> Image:
    """As of a die that is smaller in the image."""
    if rng.random() > 0.25:
        return crop
    side = int(rng.integers(24, 52))
    small = cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA)
    return pixels(cv2.resize(small, (CROP, CROP), interpolation=cv2.INTER_LINEAR))
