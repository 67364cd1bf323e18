"""Light that helps the camera: bright enough to see pips, never so bright that they drown, and a picture without it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from companion.devices.tray.commands import Command, Light
from vision.arrays import Image, pixels
from vision.cameras.base import CameraError
from vision.cameras.newest import NewestFrame

CLIPPED = 250
DARK = 8  # below this a pixel of the dark picture is mostly noise
CLIPPED_SHARE = 0.004  # of the picture; the pips of one die are more than that
BRIGHT_ENOUGH = 190  # what the brightest hundredth of the picture should at least reach
LOWEST, HIGHEST = 8, 255
DARKER, BRIGHTER = 0.75, 1.2
SETTLE_S = 0.3


def next_level(level: int, picture: Image) -> int:
    """The ring's level for the next picture, given one taken at `level`; small steps, so it comes to rest."""
    brightest = picture if picture.ndim == 2 else picture.max(axis=2)
    if float((brightest >= CLIPPED).mean()) > CLIPPED_SHARE:
        return max(LOWEST, min(level - 1, round(level * DARKER)))
    if float(np.percentile(brightest, 99)) < BRIGHT_ENOUGH:
        return min(HIGHEST, max(level + 1, round(level * BRIGHTER)))
    return level


def fresh_from(newest: NewestFrame, timeout: float = 1.0) -> Callable[[], Image]:
    """A `grab` for `take_pair`: the picture after next, since the next may have begun before the light changed."""

    def grab() -> Image:
        now = newest.next(0, timeout)
        frame = newest.next(now.number + 1, timeout) if now else None
        if frame is None:
            raise CameraError("the camera gives no new picture")
        return frame.image

    return grab


@dataclass(frozen=True, slots=True)
class PicturePair:
    """The same scene with the ring's light and without it; `unlit` is None where there is no ring to switch."""

    lit: Image
    unlit: Image | None


class Lighted(Protocol):
    """The part of a tray that taking a pair needs."""

    def send(self, command: Command) -> None: ...

    def settle(self, timeout: float) -> bool: ...


def find_level(tray: Lighted, grab: Callable[[], Image], level: int, exposure_s: float = 0.1, steps: int = 6) -> int:
    """The level at which pips are seen and not blown out, a few steps nearer than `level`."""
    for _ in range(steps):
        if not _switch(tray, Light("ffffff", level), exposure_s):
            return level
        after = next_level(level, grab())
        if after == level:
            return level
        level = after
    return level


def take_pair(
    tray: Lighted, grab: Callable[[], Image], light: Light, afterwards: Light, exposure_s: float = 0.1
) -> PicturePair:
    """One picture with `light`, one in the dark; the ring then shows `afterwards`.

    `grab` must return a picture that began after the call; `exposure_s` is how long it takes to notice a change.
    """
    try:
        lit_in_time = _switch(tray, light, exposure_s)
        lit = grab()
        if not lit_in_time or not _switch(tray, Light(), exposure_s):
            return PicturePair(lit, None)
        return PicturePair(lit, grab())
    finally:
        tray.send(afterwards)


def _switch(tray: Lighted, light: Light, exposure_s: float, pause: Callable[[float], Any] = time.sleep) -> bool:
    tray.send(light)
    if not tray.settle(SETTLE_S):
        return False
    pause(exposure_s)
    return True


def without_glare(pair: PicturePair) -> Image:
    """The lit picture; where the ring's reflection drowns it, the dark one instead, lifted to the same brightness."""
    if pair.unlit is None or pair.unlit.shape != pair.lit.shape:
        return pair.lit
    drowned = pair.lit.min(axis=2) >= CLIPPED
    seen = ~drowned & (pair.unlit.max(axis=2) >= DARK)
    if not drowned.any() or not seen.any():
        return pair.lit
    lift = float(np.median(pair.lit[seen].astype(np.float32) / np.maximum(pair.unlit[seen], 1)))
    lifted = np.clip(pair.unlit.astype(np.float32) * max(1.0, lift), 0, 255)
    return pixels(np.where(np.expand_dims(drowned, 2), lifted, pair.lit))
