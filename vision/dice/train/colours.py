"""Chance changes of colour, light and sharpness, for training pictures of any size."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image, pixels


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
