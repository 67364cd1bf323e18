"""Examples for the witness: windows of photos and of rendered scenes, in colours that neither ever had.

The witness must not share the mistakes of the finder and the classifier, which know mostly renderings: most of what it
sees are photos, each source as often as its variety deserves.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.dice.network import CLASSES, COCKED
from vision.dice.witness import FACES, OTHER, WITNESS_SIZES
from vision.images import Floats, Image, floats
from vision.training.dice.augmentation import odd_colours, recolour
from vision.training.dice.finder_examples import FinderExample, border, maps_of, warp
from vision.training.dice.scenes import PhotoDraw, TrainingScene

WINDOW = 256
QUARTERS = 0.25  # share of windows that are put together from four
RENDERED = 0.35  # share of rendered scenes
IGNORED = -2  # a die that counts neither as one nor as none: it leans
ODD = 0.35  # share of windows whose colours are quite other than in the photo
MOST_ENLARGED = 2.5
SEEN_FROM_ABOVE = 0.3  # of rendered dice: how far their top faces point past the camera, at most
ELSEWHERE = 0.4  # share of windows that are not around a die: most of a picture is not


def witness_examples(scenes: list[TrainingScene], photos: list[TrainingScene], seed: int) -> Iterator[FinderExample]:
    rng = np.random.default_rng(seed)
    drawn = PhotoDraw(photos)

    def draw() -> TrainingScene:
        if scenes and rng.random() < RENDERED:
            return scenes[int(rng.integers(len(scenes)))]
        return drawn.draw(rng)

    while True:
        image, dice = _quartered(rng, [draw() for _ in range(4)]) if rng.random() < QUARTERS else _view(rng, draw())
        coloured = odd_colours(rng, image) if rng.random() < ODD else image
        yield FinderExample(recolour(rng, coloured), *_maps(dice))


def _maps(dice: Floats) -> tuple[Floats, Floats, Floats, NDArray[np.int64]]:
    """As for the finder, with the witness's classes; around dice that are to be ignored the heat does not count."""
    ignored = dice[:, 3] == IGNORED
    heat, weight, aim, kind = maps_of(dice[~ignored], WINDOW, WITNESS_SIZES)
    blind = maps_of(dice[ignored], WINDOW, (0.0, 0.0))[1]
    return heat, np.minimum(weight, blind), aim, kind


def _view(rng: np.random.Generator, scene: TrainingScene, side: int = WINDOW) -> tuple[Image, Floats]:
    image, dice = scene.image(), scene.dice[:, :4].copy()
    dice[:, 3] = [_witness_class(int(number)) for number in dice[:, 3]]
    move = _placement(rng, image, dice, scene, side)
    seen = warp(image, move, side, border(rng))
    dice[:, :2] = dice[:, :2] @ move[:, :2].T + move[:, 2]
    dice[:, 2] *= np.sqrt(abs(np.linalg.det(move[:, :2])))
    return seen, dice


def _witness_class(number: int) -> int:
    if number == COCKED:
        return IGNORED
    known = CLASSES[number]
    return FACES.index(known.face) if known.kind == "d6-pips" else OTHER


def _placement(
    rng: np.random.Generator, image: Image, dice: Floats, scene: TrainingScene, side: int
) -> NDArray[np.float64]:
    """From image to window: turned, sometimes mirrored, at a scale that brings dice to any size the witness knows."""
    height, width = image.shape[:2]
    if len(dice):
        largest = min(0.7 * side, WITNESS_SIZES[1])
        wanted = float(np.exp(rng.uniform(np.log(WITNESS_SIZES[0] + 1), np.log(largest))))
        whole = 0.5 * side / max(height, width)  # a close-up is not shown from far away, amid nothing
        scale = min(max(wanted / float(np.median(dice[:, 2])), whole), MOST_ENLARGED)
        focus = dice[int(rng.integers(len(dice))), :2] + rng.normal(0, 0.2 * side / scale, 2)
    else:
        scale = float(np.exp(rng.uniform(np.log(0.2), np.log(1.2))))
        focus = rng.uniform(0, 1, 2) * (width, height)
    if rng.random() < ELSEWHERE:
        focus = rng.uniform(0, 1, 2) * (width, height)
    stretch = float(np.exp(rng.normal(0, 0.12))) if rng.random() < 0.4 else 1.0
    angle = rng.uniform(0, 2 * np.pi) if _has_no_upside(scene) else rng.normal(0, 0.2)
    c, s = np.cos(angle), np.sin(angle)
    mirror = -1.0 if rng.random() < 0.5 else 1.0
    linear = np.diag([mirror * scale * stretch, scale / stretch]) @ np.array([[c, -s], [s, c]])
    return np.concatenate([linear, (side / 2 - linear @ focus)[:, None]], axis=1)


def _has_no_upside(scene: TrainingScene) -> bool:
    """Whether it may be turned. Seen from aside, what lies above tells a front face from a top one."""
    if scene.source != "rendered":
        return scene.overhead
    return not len(scene.dice) or float(np.hypot(*scene.dice[:, 4:6].T).mean()) < SEEN_FROM_ABOVE


def _quartered(rng: np.random.Generator, scenes: list[TrainingScene]) -> tuple[Image, Floats]:
    """Four windows of half the size side by side: dice of all makers beside each other. Dice on a seam are ignored."""
    half = WINDOW // 2
    image, rows = np.empty((WINDOW, WINDOW, 3), np.uint8), []
    for k, scene in enumerate(scenes):
        part, dice = _view(rng, scene, half)
        down, across = half * (k // 2), half * (k % 2)
        image[down : down + half, across : across + half] = part
        inside = ((dice[:, :2] > 0) & (dice[:, :2] < half)).all(axis=1)
        dice = dice[inside]
        edge = np.minimum(dice[:, :2], half - dice[:, :2]).min(axis=1)
        dice[edge < 0.35 * dice[:, 2], 3] = IGNORED
        rows.append(dice + floats([across, down, 0, 0]))
    return image, np.concatenate(rows)
