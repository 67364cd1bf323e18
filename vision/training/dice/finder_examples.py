"""Examples for the finder: a window of a scene, and the maps it must learn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Floats, Image, pixels
from vision.training.dice.augmentation import recolour
from vision.training.dice.scenes import PhotoDraw, TrainingScene

WINDOW = 192
STRIDE = 8
SMALLEST, LARGEST = 12.0, 78.0  # dice the finder must see, in pixels of its input


@dataclass(frozen=True, slots=True)
class FinderExample:
    image: Image
    heat: Floats  # (1, cells, cells)
    weight: Floats  # where the heat counts
    aim: Floats  # (3, cells, cells): offset x, y in cells, log size
    kind: NDArray[np.int64]  # (cells, cells): class, -1 where none is asked for


def finder_examples(
    scenes: list[TrainingScene], photos: list[TrainingScene], photo_share: float, seed: int
) -> Iterator[FinderExample]:
    rng = np.random.default_rng(seed)
    drawn = PhotoDraw(photos)
    while True:
        photo = photos and rng.random() < photo_share
        yield _finder_example(rng, drawn.draw(rng) if photo else scenes[int(rng.integers(len(scenes)))])


def _finder_example(rng: np.random.Generator, scene: TrainingScene) -> FinderExample:
    image, dice = scene.image(), scene.dice[:, :4]
    turn = int(rng.integers(0, 4)) if scene.overhead else 0
    move = _placement(rng, image, dice, turn)
    view = warp(image, move, WINDOW, border(rng))
    moved = dice.copy()
    moved[:, :2] = dice[:, :2] @ move[:, :2].T + move[:, 2]
    moved[:, 2] = dice[:, 2] * np.sqrt(abs(np.linalg.det(move[:, :2])))
    return FinderExample(recolour(rng, view), *maps_of(moved, WINDOW, (SMALLEST, LARGEST)))


def _placement(rng: np.random.Generator, image: Image, dice: Floats, turn: int) -> NDArray[np.float64]:
    """From image to window: a scale that brings the dice to a size to be learned, around one of them."""
    height, width = image.shape[:2]
    if len(dice):
        wanted = np.exp(rng.uniform(np.log(15), np.log(62)))
        scale = float(np.clip(wanted / np.median(dice[:, 2]), 0.12, 1.5))
        focus = dice[int(rng.integers(len(dice))), :2] + rng.normal(0, 0.2 * WINDOW / scale, 2)
    else:
        scale = float(np.exp(rng.uniform(np.log(0.25), np.log(1.2))))
        focus = rng.uniform(0, 1, 2) * (width, height)
    if rng.random() < 0.15:
        focus = rng.uniform(0, 1, 2) * (width, height)
    stretch = float(np.exp(rng.normal(0, 0.17))) if rng.random() < 0.45 else 1.0
    angle = turn * np.pi / 2 + rng.normal(0, 0.12)
    c, s = np.cos(angle), np.sin(angle)
    linear = np.diag([scale * stretch, scale / stretch]) @ np.array([[c, -s], [s, c]])
    return np.concatenate([linear, (WINDOW / 2 - linear @ focus)[:, None]], axis=1)


def warp(image: Image, move: NDArray[np.float64], side: int, border: int) -> Image:
    """The window of `side` pixels that `move` shows of an image."""
    scale = float(np.sqrt(abs(np.linalg.det(move[:, :2]))))
    if scale < 0.7:  # average first: a plain warp would skip pixels
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        back = np.diag([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0]])
        move = np.concatenate([move[:, :2] @ back, move[:, 2:]], axis=1)
        image = pixels(small)
    return np.asarray(
        cv2.warpAffine(image, move, (side, side), flags=cv2.INTER_LINEAR, borderMode=border), dtype=np.uint8
    )


def border(rng: np.random.Generator) -> int:
    return int(rng.choice([cv2.BORDER_CONSTANT, cv2.BORDER_REPLICATE]))


def maps_of(dice: Floats, side: int, sizes: tuple[float, float]) -> tuple[Floats, Floats, Floats, NDArray[np.int64]]:
    """What a finder must say of a window: heat, where that counts, aim, class. Other `sizes` do not count."""
    cells = side // STRIDE
    heat = np.zeros((1, cells, cells), np.float32)
    weight = np.ones((1, cells, cells), np.float32)
    aim = np.zeros((3, cells, cells), np.float32)
    kind = np.full((cells, cells), -1, np.int64)
    ys, xs = np.mgrid[0:cells, 0:cells].astype(np.float32) + 0.5
    best = np.full((cells, cells), 1e9, np.float32)
    for x, y, size, number in dice:
        away = np.hypot(xs - x / STRIDE, ys - y / STRIDE)
        if not sizes[0] <= size <= sizes[1]:
            weight[0, away < size / STRIDE * 0.6] = 0
            continue
        spread = max(0.45, size / STRIDE * 0.14)
        heat[0] = np.maximum(heat[0], np.exp(-(away**2) / (2 * spread**2)))
        near = (away < max(0.9, spread * 1.3)) & (away < best)
        best[near] = away[near]
        aim[0][near], aim[1][near] = (x / STRIDE - xs)[near], (y / STRIDE - ys)[near]
        aim[2][near] = np.log(size / 32)
        kind[near] = int(number)
        cell_x, cell_y = int(x // STRIDE), int(y // STRIDE)
        if 0 <= cell_x < cells and 0 <= cell_y < cells:
            heat[0, cell_y, cell_x] = 1.0
    return heat, weight, aim, kind
