"""Changes of images: random ones of colour and sharpness for training, fixed ones of whole photos to measure on."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import cv2
import numpy as np

from vision.images import Image, pixels


def recolour(rng: np.random.Generator, image: Image) -> Image:
    changed = image
    if rng.random() < 0.25:
        changed = _turn_hue(rng, changed)
    if rng.random() < 0.07:
        changed = pixels(cv2.cvtColor(cv2.cvtColor(changed, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))
    if rng.random() < 0.03:
        changed = 255 - changed
    table = _curves(rng)
    changed = pixels(cv2.LUT(changed, table))
    if rng.random() < 0.25:
        changed = pixels(cv2.GaussianBlur(changed, (0, 0), float(rng.uniform(0.3, 1.3))))
    if rng.random() < 0.2:
        noise = rng.standard_normal(changed.shape, dtype=np.float32) * float(rng.uniform(2, 12))
        changed = np.clip(changed + noise, 0, 255).astype(np.uint8)
    return changed


def odd_colours(rng: np.random.Generator, image: Image) -> Image:
    """Channels exchanged, colours inverted, or the grey picture between two colours of chance."""
    kind = rng.integers(3)
    if kind == 0:
        return np.ascontiguousarray(image[..., rng.permutation(3)])
    if kind == 1:
        return 255 - image
    dark, light = rng.uniform(0, 110, 3), rng.uniform(120, 255, 3)
    if rng.random() < 0.5:
        dark, light = light, dark
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None] / np.float32(255)
    return pixels((dark + grey * (light - dark)).astype(np.uint8))


def _turn_hue(rng: np.random.Generator, image: Image) -> Image:
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(np.int16) + int(rng.integers(0, 180))) % 180
    hsv[..., 1] = cv2.convertScaleAbs(hsv[..., 1], alpha=float(rng.uniform(0.5, 1.3)))
    return pixels(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR))


def _curves(rng: np.random.Generator) -> Image:
    """One brightness curve per channel, nearly alike: exposure, contrast, gamma and white balance in one."""
    x = np.arange(256, dtype=np.float32) / 255
    gamma, gain, lift = np.exp(rng.normal(0, 0.22)), np.exp(rng.normal(0, 0.15)), rng.normal(0, 0.04)
    rows = [np.clip((x**gamma) * gain * (1 + rng.normal(0, 0.05)) + lift, 0, 1) * 255 for _ in range(3)]
    return np.stack(rows, axis=1).reshape(1, 256, 3).astype(np.uint8)


PhotoChange = Callable[[np.random.Generator, Image], Image]


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


PHOTO_CHANGES: tuple[PhotoChange, ...] = (
    _upside_down_and_brighter,
    _other_colours,
    _further_and_darker,
    _turned_and_blurred,
    _from_elsewhere,
    _without_colour,
)


TURNING = frozenset(PHOTO_CHANGES.index(change) for change in (_upside_down_and_brighter, _turned_and_blurred))


def changed_photo(image: Image, which: int, seed: int) -> Image:
    """The photo with one of the CHANGES."""
    return np.ascontiguousarray(PHOTO_CHANGES[which](np.random.default_rng((seed, which)), image))


def _curve(image: Image, gamma: float, top: float) -> Image:
    table = (np.arange(256) / 255) ** gamma * top
    return pixels(cv2.LUT(image, table.astype(np.uint8)))
