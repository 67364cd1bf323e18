"""Examples for the network that tells dice from images of dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.depicted import DEPICTED, DEPICTED_SIDE
from vision.images import Image, pixels
from vision.training.dice.augmentation import recolour
from vision.training.dice.rendering import render_depicted
from vision.training.dice.scenes import TrainingScene

KEEP = 200  # pixels kept of each side, so that a part can be cut out later
LEAST = (0.6, 0.85)  # share of each side that is kept: of a screen most of the rim must be in it
SCREENS_EACH = 14  # images of screens and pages that show the same photo


@dataclass(slots=True)
class ImagePool:
    """Images of one class, rendered ones and photos."""

    rendered: list[Image] = field(default_factory=list)
    photos: list[Image] = field(default_factory=list)

    def pick(self, rng: np.random.Generator, photo_share: float) -> Image:
        chosen = self.photos if self.photos and rng.random() < photo_share else self.rendered
        return chosen[int(rng.integers(len(chosen)))]


def image_pools(
    real: list[TrainingScene], depicted: list[TrainingScene], photos: list[TrainingScene], seed: int
) -> tuple[ImagePool, ImagePool]:
    """Dice that lie there, and dice that are only depicted: each photo is both."""
    lying = ImagePool([_kept(scene.image()) for scene in real])
    depicted_pool = ImagePool([_kept(scene.image()) for scene in depicted])
    for number, scene in enumerate(photos):
        photo = scene.image()
        lying.photos.append(_kept(photo))
        for again in range(SCREENS_EACH):
            depicted_pool.photos.append(_kept(render_depicted((seed, number, again), photo)))
    return lying, depicted_pool


def _kept(image: Image) -> Image:
    return pixels(cv2.resize(image, (KEEP, KEEP), interpolation=cv2.INTER_AREA))


def depicted_batches(
    both: tuple[ImagePool, ImagePool], photo_share: float, size: int, seed: int
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64]]]:
    """Half of each batch is depicted."""
    rng = np.random.default_rng(seed)
    while True:
        classes = rng.integers(0, DEPICTED + 1, size)
        picked = [_vary(rng, both[c].pick(rng, photo_share), LEAST[c]) for c in classes]
        yield np.stack(picked), classes.astype(np.int64)


def _vary(rng: np.random.Generator, kept: Image, least: float) -> Image:
    """A part of the image, turned or mirrored, in other colours."""
    part = int(rng.uniform(least, 1.0) * KEEP)
    left, top = rng.integers(0, KEEP - part + 1, 2)
    cut = np.rot90(kept[top : top + part, left : left + part], int(rng.integers(4)))
    cut = cut[:, ::-1] if rng.random() < 0.5 else cut
    return recolour(
        rng, pixels(cv2.resize(np.ascontiguousarray(cut), (DEPICTED_SIDE, DEPICTED_SIDE), interpolation=cv2.INTER_AREA))
    )
