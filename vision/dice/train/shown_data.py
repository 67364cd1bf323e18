"""Training pictures for the network that tells dice from pictures of dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image, pixels
from vision.dice.shown import SHOWN, SIDE
from vision.dice.train.colours import recolour
from vision.dice.train.scenes import Scene
from vision.render.shown import show

KEEP = 200  # pixels kept of each side, so that a part can be cut out later
LEAST = (0.6, 0.85)  # share of each side that is seen: of a screen most of its rim must be
SCREENS_EACH = 14  # pictures of screens and pages that show the same photo


@dataclass(slots=True)
class Pool:
    """Pictures of one class, rendered ones and photos."""

    rendered: list[Image] = field(default_factory=list)
    photos: list[Image] = field(default_factory=list)

    def pick(self, rng: np.random.Generator, photo_share: float) -> Image:
        chosen = self.photos if self.photos and rng.random() < photo_share else self.rendered
        return chosen[int(rng.integers(len(chosen)))]


def pools(real: list[Scene], shown: list[Scene], photos: list[Scene], seed: int) -> tuple[Pool, Pool]:
    """Dice that lie there, and dice that are only shown: each photo is both."""
    lying = Pool([_kept(scene.image()) for scene in real])
    in_pictures = Pool([_kept(scene.image()) for scene in shown])
    for number, scene in enumerate(photos):
        photo = scene.image()
        lying.photos.append(_kept(photo))
        for again in range(SCREENS_EACH):
            in_pictures.photos.append(_kept(show((seed, number, again), photo)))
    return lying, in_pictures


def _kept(image: Image) -> Image:
    return pixels(cv2.resize(image, (KEEP, KEEP), interpolation=cv2.INTER_AREA))


def shown_batches(
    both: tuple[Pool, Pool], photo_share: float, size: int, seed: int
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64]]]:
    """Half of each batch is shown."""
    rng = np.random.default_rng(seed)
    while True:
        classes = rng.integers(0, SHOWN + 1, size)
        picked = [_vary(rng, both[c].pick(rng, photo_share), LEAST[c]) for c in classes]
        yield np.stack(picked), classes.astype(np.int64)


def _vary(rng: np.random.Generator, kept: Image, least: float) -> Image:
    """A part of the picture, turned or mirrored, in other colours."""
    part = int(rng.uniform(least, 1.0) * KEEP)
    left, top = rng.integers(0, KEEP - part + 1, 2)
    cut = np.rot90(kept[top : top + part, left : left + part], int(rng.integers(4)))
    cut = cut[:, ::-1] if rng.random() < 0.5 else cut
    return recolour(rng, pixels(cv2.resize(np.ascontiguousarray(cut), (SIDE, SIDE), interpolation=cv2.INTER_AREA)))
