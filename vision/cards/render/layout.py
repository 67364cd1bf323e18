"""Where things stand on a card of ours: many layouts, none of them the publisher's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.arrays import Floats, floats
from vision.cards.reading import LINES, VALUES, Kind

Cell = tuple[int, str]  # line (0 on a demon's card) and value


@dataclass(frozen=True, slots=True)
class Spot:
    """One number on the card: its middle and the height of its digit, in pixels of the card."""

    cell: Cell
    x: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Layout:
    kind: Kind
    width: int
    height: int
    spots: tuple[Spot, ...]
    panel: tuple[int, int, int, int]  # the field behind the numbers: x, y, width, height
    numbered: Literal["no", "digits", "pips"]  # what stands before each line
    number_x: float


def sample_layout(rng: np.random.Generator, kind: Kind) -> Layout:
    return _warrior(rng) if kind == "warrior" else _demon(rng)


def _size(rng: np.random.Generator) -> tuple[int, int]:
    long, short = 900, int(900 * rng.uniform(0.58, 0.78))
    return (short, long) if rng.random() < 0.6 else (long, short)


def _warrior(rng: np.random.Generator) -> Layout:
    width, height = _size(rng)
    tall = height * rng.uniform(0.52, 0.86)
    pitch = tall / LINES
    digit = pitch * rng.uniform(0.45, 0.78)
    gap = max(digit * rng.uniform(1.25, 2.6), 24.0)
    numbered = rng.choice(["no", "digits", "pips"], p=[0.35, 0.4, 0.25])
    before = gap * rng.uniform(0.9, 1.3) if numbered != "no" else 0.0
    gap = min(gap, (width * 0.9 - before) / 3)
    wide = before + 3 * gap
    left = rng.uniform(0.04 * width, max(0.05 * width, 0.96 * width - wide))
    top = rng.uniform(0.05 * height, 0.95 * height - tall)
    spots = tuple(
        Spot((line, value), left + before + (column + 0.5) * gap, top + (line + 0.5) * pitch, digit)
        for line in range(LINES)
        for column, value in enumerate(VALUES)
    )
    panel = (int(left), int(top), int(wide), int(tall))
    return Layout("warrior", width, height, spots, panel, numbered, left + before * 0.5)


def _demon(rng: np.random.Generator) -> Layout:
    width, height = _size(rng)
    digit = min(width, height) * rng.uniform(0.06, 0.13)
    gap = digit * rng.uniform(1.6, 2.8)
    upright = bool(rng.random() < 0.25)  # the values one under the other
    apart = bool(rng.random() < 0.6)  # the health stands by itself
    count = 3 if apart else 4
    step = np.array([0.0, gap]) if upright else np.array([gap, 0.0])
    room = np.array([width, height]) * 0.9 - step * (count - 1) - 2 * digit
    start = floats(np.array([width, height]) * 0.05 + digit + rng.uniform(0, 1, 2) * np.maximum(room, 0))
    names = VALUES if apart else ("health", *VALUES)
    spots = [
        Spot((0, name), float(start[0] + step[0] * k), float(start[1] + step[1] * k), digit)
        for k, name in enumerate(names)
    ]
    if apart:
        spots.append(_health(rng, width, height, start, digit))
    xs, ys = [spot.x for spot in spots[:count]], [spot.y for spot in spots[:count]]
    panel = (int(xs[0] - digit), int(ys[0] - digit), int(xs[-1] - xs[0] + 2 * digit), int(ys[-1] - ys[0] + 2 * digit))
    return Layout("demon", width, height, tuple(spots), panel, "no", 0.0)


def _health(rng: np.random.Generator, width: int, height: int, start: Floats, digit: float) -> Spot:
    """In the corner farthest from the values, usually larger."""
    x = width * (0.14 if start[0] > width / 2 else 0.86)
    y = height * (0.12 if start[1] > height / 2 else 0.88)
    return Spot((0, "health"), x, y, digit * rng.uniform(0.9, 1.6))
