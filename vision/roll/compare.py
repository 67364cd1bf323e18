"""Comparing two small versions of frames: where they differ, and what of that is only a shadow."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, floats, pixels

LONG_SIDE = 160  # frames are compared at this size
STEP = 14.0  # grey levels that count as a change
SHADOW = (0.2, 0.95)  # how much of its light a shadow leaves to the tray
TINT = 16.0  # levels by which a colour in the shade may differ from its darker self


def small(image: Image) -> Floats:
    scale = LONG_SIDE / max(image.shape[:2])
    size = (max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale)))
    return floats(cv2.GaussianBlur(cv2.resize(image, size, interpolation=cv2.INTER_AREA), (3, 3), 0))


def changes(before: Floats, now: Floats) -> Image:
    """Where two frames differ in brightness."""
    return _without_specks(np.abs(_grey(now) - _grey(_evened(before, now))) > STEP)


def moves(before: Floats, now: Floats) -> Image:
    """Where something moved from one frame to the next: a die may be just as bright as the table it rolls over."""
    return _without_specks(colour_changes(before, now))


def colour_changes(before: Floats, now: Floats) -> Image:
    """Where two frames differ in any of their colours."""
    return pixels(np.abs(now - _evened(before, now)).max(axis=2) > STEP)


def shadow(empty: Floats, now: Floats) -> Image:
    """Where the tray is seen darker than when it was empty, but in much the same colour."""
    lit = _evened(empty, now)
    left = (_grey(now) + 1) / (_grey(lit) + 1)
    off = np.abs(now - lit * left[..., None]).max(axis=2)
    return pixels((left > SHADOW[0]) & (left < SHADOW[1]) & (off < TINT))


def largest(mask: Image) -> int:
    """The area of the largest piece."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    return int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))


def _without_specks(mask: NDArray[np.bool_] | Image) -> Image:
    return pixels(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)))


def _evened(before: Floats, now: Floats) -> Floats:
    """The earlier frame in the light of the later one: a lamp may flicker or dim."""
    gain = float(np.median((_grey(now) + 1) / (_grey(before) + 1)))
    return floats(np.clip(before * np.clip(gain, 0.7, 1.4), 0, 255))


def _grey(colours: Floats) -> Floats:
    return floats(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY))
