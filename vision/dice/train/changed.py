"""One photo as other cameras, lamps and distances would have given it: more to measure on than there are photos."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import cv2
import numpy as np

from vision.arrays import Image, pixels

Change = Callable[[np.random.Generator, Image], Image]


def _upside_down_and_brighter(_: np.random.Generator, image: Image) -> Image:
    return _curve(np.ascontiguousarray(np.rot90(image, 2)), 0.7, 255)


def _other_colours(rng: np.random.Generator, image: Image) -> Image:
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(np.int16) + int(rng.integers(25, 155))) % 180
    return pixels(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR))


def _further_and_darker(rng: np.random.Generator, image: Image) -> Image:
    small = cv2.resize(image, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
    dark = _curve(pixels(small), 1.35, 235)
    return pixels(np.clip(dark + rng.normal(0, 6, dark.shape), 0, 255).astype(np.uint8))


def _turned_and_blurred(_: np.random.Generator, image: Image) -> Image:
    soft = cv2.GaussianBlur(np.ascontiguousarray(np.rot90(image)), (0, 0), 0.9)
    packed = cv2.imencode(".jpg", soft, [cv2.IMWRITE_JPEG_QUALITY, 50])[1]
    return cast(Image, cv2.imdecode(packed, cv2.IMREAD_COLOR))


def _from_elsewhere(rng: np.random.Generator, image: Image) -> Image:
    height, width = image.shape[:2]
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    moved = 0.08 + 0.84 * corners + rng.uniform(-0.06, 0.06, (4, 2))
    size = np.array([width, height])
    bend = cv2.getPerspectiveTransform((corners * size).astype(np.float32), (moved * size).astype(np.float32))
    return pixels(cv2.warpPerspective(image, bend, (width, height), borderMode=cv2.BORDER_REPLICATE))


def _without_colour(_: np.random.Generator, image: Image) -> Image:
    return pixels(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))


CHANGES: tuple[Change, ...] = (
    _upside_down_and_brighter,
    _other_colours,
    _further_and_darker,
    _turned_and_blurred,
    _from_elsewhere,
    _without_colour,
)


def changed(image: Image, which: int, seed: int) -> Image:
    """The photo with one of the CHANGES."""
    return np.ascontiguousarray(CHANGES[which](np.random.default_rng((seed, which)), image))


def _curve(image: Image, gamma: float, top: float) -> Image:
    table = (np.arange(256) / 255) ** gamma * top
    return pixels(cv2.LUT(image, table.astype(np.uint8)))
