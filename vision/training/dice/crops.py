"""Training crops for the classifier: top faces, and everything that might be taken for one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan, nan

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.classifier import AIM
from vision.dice.crops import CROP, MARGIN, ImagePyramid, cut_square
from vision.dice.finder import find_candidates
from vision.dice.network import CLASSES, NONE, Network
from vision.facing import Facing
from vision.images import Floats, Image, floats, pixels
from vision.training.dice.augmentation import odd_colours, recolour
from vision.training.dice.scenes import TrainingScene

KEEP = 112  # pixels kept around a die, so that it can be turned and shifted later
KEEP_SPAN = 2.6  # in sizes of the die
ASKED = AIM - 1  # of the aim; how far its direction may be off the network finds out by itself
ODD = 0.2  # share of photos' crops whose colours are quite other than in the photo
MISTAKES = 8  # of the finder, taken from one scene at most
MISTAKE_COPIES = 3  # a mistake of the finder counts as much as this many chance places


class CropStore:
    """All crops of the training images, kept unturned and a little too large."""

    def __init__(self) -> None:
        self.images: list[Image] = []
        self.classes: list[int] = []
        self.facings: list[Facing] = []
        self.scenes: list[TrainingScene] = []  # of each crop

    def add(
        self,
        scene: TrainingScene,
        sizes: ImagePyramid,
        spot: tuple[float, float, float],
        number: int = NONE,
        facing: Facing = (nan, nan),
        copies: int = 1,
    ) -> None:
        x, y, size = spot
        self.images += [cut_square(sizes, x, y, KEEP_SPAN * size, KEEP)] * copies
        self.classes += [number] * copies
        self.facings += [facing] * copies
        self.scenes += [scene] * copies

    def extend(self, other: CropStore) -> None:
        self.images += other.images
        self.classes += other.classes
        self.facings += other.facings
        self.scenes += other.scenes


def collect_crops(
    scenes: list[TrainingScene], seed: int, negatives: int = 3, finder: Network | None = None
) -> CropStore:
    """Crops of all dice and of places that are none; with a finder also of whatever it wrongly takes for dice."""
    rng = np.random.default_rng(seed)
    store = CropStore()
    for scene in scenes:
        image = scene.image()
        sizes = ImagePyramid(image)
        for spot in _mistakes(finder, image, scene.dice) if finder is not None else []:
            store.add(scene, sizes, spot, copies=MISTAKE_COPIES)
        for x, y, size, number, right, down in scene.dice:
            store.add(scene, sizes, (x, y, size), int(number), (float(right), float(down)))
        for spot in _no_tops(rng, image, scene, negatives):
            store.add(scene, sizes, spot)
    return store


def _mistakes(finder: Network, image: Image, dice: Floats) -> list[tuple[float, float, float]]:
    """The clearest of them."""
    found = sorted(find_candidates(finder, image), key=lambda c: -c.score)
    spots = [(c.x, c.y, c.size) for c in found if c.score > 0.12]
    return [spot for spot in spots if not _on_top(spot, dice)][:MISTAKES]


def _no_tops(
    rng: np.random.Generator, image: Image, scene: TrainingScene, count: int
) -> list[tuple[float, float, float]]:
    """Side faces, gaps between dice, single pips, whole groups of dice, and plain table."""
    height, width = image.shape[:2]
    found: list[tuple[float, float, float]] = []
    sides = [s for s in scene.sides if 0 <= s[0] < width and 0 <= s[1] < height]
    for k in rng.permutation(len(sides))[:count]:
        found.append((float(sides[k][0]), float(sides[k][1]), float(sides[k][2])))
    for _ in range(count):
        if len(scene.dice) and rng.random() < 0.75:
            x, y, size = scene.dice[int(rng.integers(len(scene.dice))), :3]
            angle, kind = rng.uniform(0, 6.3), rng.random()
            if kind < 0.6:  # beside a die, at its scale
                away = size * rng.uniform(0.5, 1.3)
                found.append((x + away * np.cos(angle), y + away * np.sin(angle), size * rng.uniform(0.8, 1.2)))
                continue
            if kind < 0.85:  # a part of a die
                away = size * rng.uniform(0.0, 0.4)
                found.append((x + away * np.cos(angle), y + away * np.sin(angle), size * rng.uniform(0.15, 0.38)))
                continue
            found.append((x + size * rng.normal(), y + size * rng.normal(), size * rng.uniform(2.6, 4)))
            continue
        found.append((rng.uniform(0, width), rng.uniform(0, height), np.exp(rng.uniform(np.log(12), np.log(150)))))
    return [spot for spot in found if not _on_top(spot, scene.dice)]


def _on_top(spot: tuple[float, float, float], dice: Floats) -> bool:
    """Whether the spot is a fair crop of a die's top, so no counter-example."""
    x, y, size = spot
    return any(np.hypot(x - d[0], y - d[1]) < 0.4 * d[2] and 0.45 < size / d[2] < 2.2 for d in dice)


@dataclass(frozen=True, slots=True)
class CropBatch:
    images: NDArray[np.uint8]
    classes: NDArray[np.int64]
    aims: Floats  # (n, ASKED): nan where nothing is asked for


def crop_batches(store: CropStore, extra: CropStore, extra_share: float, size: int, seed: int) -> Iterator[CropBatch]:
    """Batches with the classes evened out; `extra` are the photos' crops."""
    rng = np.random.default_rng(seed)
    draws = [_evened(store), _evened(extra) if extra.classes else None]
    while True:
        batch = CropBatch(
            np.empty((size, CROP, CROP, 3), np.uint8), np.empty(size, np.int64), np.full((size, ASKED), nan, np.float32)
        )
        for k in range(size):
            photo = draws[1] is not None and rng.random() < extra_share
            source, chances = (extra, draws[1]) if photo else (store, draws[0])
            assert chances is not None
            pick = int(np.searchsorted(chances, rng.random()))
            crop, aim = _vary(rng, source.images[pick], source.facings[pick])
            batch.images[k] = odd_colours(rng, crop) if photo and rng.random() < ODD else crop
            batch.classes[k] = source.classes[pick]
            if source.classes[pick] != NONE and source.scenes[pick].exact:
                batch.aims[k] = aim
        yield batch


def _evened(store: CropStore) -> NDArray[np.float64]:
    """Running sum of chances: a quarter no top face, a third each pips and numerals, some leaning dice.

    Of one class each source counts by its variety: a hundred pictures of one die teach little more than ten.
    """
    classes = np.asarray(store.classes)
    number = Counter(scene.source for scene in store.scenes)
    weight = np.array([number[scene.source] ** -0.5 for scene in store.scenes])
    shares = np.array(
        [
            {"none": 0.27, "d6-pips": 0.06, "d6-numeral": 0.018, "d10-numeral": 0.022, "cocked": 0.04}[c.kind]
            for c in CLASSES
        ]
    )
    counts = np.bincount(classes, weight / weight.mean(), minlength=len(CLASSES))
    chances = (shares / np.maximum(counts, 30))[classes] * weight
    return np.cumsum(chances / chances.sum())


def _vary(rng: np.random.Generator, kept: Image, faces: Facing) -> tuple[Image, Floats]:
    """The crop as the reader will cut it, with errors of place and size, turned at random; and its aim."""
    loose = 2.2 if rng.random() < 0.3 else 1.0
    grown, moved = rng.normal(0, 0.09 * loose), rng.normal(0, 0.05 * loose, 2)
    scale = CROP / KEEP * KEEP_SPAN / MARGIN * float(np.exp(grown))
    angle = float(rng.uniform(0, 2 * np.pi)) if rng.random() < 0.6 else float(rng.integers(0, 4)) * np.pi / 2
    # A stretched die seems to point elsewhere: only those are stretched of which nobody asks where they point.
    stretch = float(np.exp(rng.normal(0, 0.13))) if isnan(faces[0]) and rng.random() < 0.4 else 1.0
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s], [s, c]])
    linear = turn @ np.diag([scale * stretch, scale / stretch])
    centre = np.array([KEEP / 2, KEEP / 2]) + moved * KEEP / KEEP_SPAN
    move = np.concatenate([linear, (CROP / 2 - linear @ centre)[:, None]], axis=1)
    crop = cv2.warpAffine(kept, move, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    away = turn @ (-moved * np.exp(grown))
    return recolour(rng, pixels(crop)), floats([*away, grown, *(turn @ np.array(faces))])
