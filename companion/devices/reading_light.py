"""The tray's ring as a light for the camera: bright enough for pips, not so bright that they are overexposed.

Every roll is read twice, with the ring's light and without it: glare and shadows differ, dice do not.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from companion.devices.tray.messages import RingLight, TrayCommand
from vision.calibrate.quality import DARK, measure
from vision.cameras.base import CameraError
from vision.cameras.newest import NewestFrame
from vision.dice.reading import DiceReading
from vision.images import Image, pixels
from vision.roll.votes import confirmed_by_light

log = logging.getLogger(__name__)

CLIPPED = 250
NOISE = 8  # below this a pixel of the unlit image is mostly noise
CLIPPED_SHARE = 0.004  # of the image; the pips of one die are more than that
BRIGHT_ENOUGH = 190  # what the brightest hundredth of the image should reach at least
LOWEST, HIGHEST = 8, 255
DARKER, BRIGHTER = 0.75, 1.2
CONFIRM_S = 0.3
EXPOSURE_S = 0.1
MOST_STEPS = 6


class RingControl(Protocol):
    """The driver of a tray, as far as the ring is concerned."""

    def send(self, command: TrayCommand) -> None: ...

    def wait_confirmed(self, timeout: float) -> bool: ...


class DiceLight(Protocol):
    """The tray, as far as it lights dice for the camera."""

    # How bright the ring is while dice are read; it follows the camera's exposure.
    reading_level: int

    def ring(self) -> RingControl | None:
        """The ring, while it lights a roll; else None."""
        ...

    def relight(self) -> None:
        """The ring shows again what the game wants, which may have changed meanwhile."""
        ...


def next_level(level: int, image: Image) -> int:
    """The ring's level for the next image, given one taken at `level`. The steps are small, so that it settles."""
    brightest = image if image.ndim == 2 else image.max(axis=2)
    if float((brightest >= CLIPPED).mean()) > CLIPPED_SHARE:
        return max(LOWEST, min(level - 1, round(level * DARKER)))
    if float(np.percentile(brightest, 99)) < BRIGHT_ENOUGH:
        return min(HIGHEST, max(level + 1, round(level * BRIGHTER)))
    return level


def fresh_images(newest: NewestFrame, timeout: float = 1.0) -> Callable[[], Image]:
    """A `grab` for `take_pair`: the image after next, because the next may have begun before the light changed."""

    def grab() -> Image:
        now = newest.next(0, timeout)
        frame = newest.next(now.number + 1, timeout) if now else None
        if frame is None:
            raise CameraError("the camera gives no new picture")
        return frame.image

    return grab


@dataclass(frozen=True, slots=True)
class ImagePair:
    """The same scene with the ring's light and without it; `unlit` is None if the ring did not answer."""

    lit: Image
    unlit: Image | None


def find_level(ring: RingControl, grab: Callable[[], Image], level: int, exposure_s: float = EXPOSURE_S) -> int:
    """The level at which pips are visible and not overexposed, found in a few steps from `level`."""
    for _ in range(MOST_STEPS):
        if not _switch(ring, RingLight("ffffff", level), exposure_s):
            return level
        after = next_level(level, grab())
        if after == level:
            return level
        level = after
    return level


def take_pair(
    ring: RingControl, grab: Callable[[], Image], light: RingLight, exposure_s: float = EXPOSURE_S
) -> ImagePair:
    """One image with `light`, one without; then the ring shows `light` again.

    `grab` must return an image that began after the call; `exposure_s` is how long the camera takes to follow.
    """
    try:
        lit_in_time = _switch(ring, light, exposure_s)
        lit = grab()
        if not lit_in_time or not _switch(ring, RingLight(), exposure_s):
            return ImagePair(lit, None)
        return ImagePair(lit, grab())
    finally:
        ring.send(light)


def _switch(ring: RingControl, light: RingLight, exposure_s: float) -> bool:
    ring.send(light)
    if not ring.wait_confirmed(CONFIRM_S):
        return False
    time.sleep(exposure_s)
    return True


def without_glare(pair: ImagePair) -> Image:
    """The lit image; where the ring's reflection overexposes it, the unlit one instead, made as bright."""
    if pair.unlit is None or pair.unlit.shape != pair.lit.shape:
        return pair.lit
    glare = pair.lit.min(axis=2) >= CLIPPED
    usable = ~glare & (pair.unlit.max(axis=2) >= NOISE)
    if not glare.any() or not usable.any():
        return pair.lit
    lift = float(np.median(pair.lit[usable].astype(np.float32) / np.maximum(pair.unlit[usable], 1)))
    lifted = np.clip(pair.unlit.astype(np.float32) * max(1.0, lift), 0, 255)
    return pixels(np.where(np.expand_dims(glare, 2), lifted, pair.lit))


class ReadingLight:
    """Runs in the camera's thread: meanwhile no other image is read."""

    def __init__(
        self,
        light: DiceLight,
        grab: Callable[[], Image],
        read: Callable[[Image], DiceReading],
        exposure_s: float = EXPOSURE_S,
    ) -> None:
        self._light = light
        self._grab = grab
        self._read = read
        self._exposure_s = exposure_s

    def second_look(self, roll: DiceReading) -> DiceReading:
        """The roll, confirmed or doubted by both images; unchanged if there is no ring or no image."""
        ring = self._light.ring()
        if ring is None or not roll.dice:
            return roll
        try:
            pair = self._take(ring)
        except CameraError as error:
            log.info("no second look: %s", error)
            return roll
        lit = self._read(without_glare(pair))
        if pair.unlit is None or measure(pair.unlit).brightness < DARK:
            # In a dark room there is no light but the ring: the unlit image shows nothing.
            return confirmed_by_light(roll, lit, None)
        return confirmed_by_light(roll, lit, self._read(pair.unlit))

    def _take(self, ring: RingControl) -> ImagePair:
        try:
            level = find_level(ring, self._grab, self._light.reading_level, self._exposure_s)
            self._light.reading_level = level
            pair = take_pair(ring, self._grab, RingLight("ffffff", level), self._exposure_s)
        finally:
            self._light.relight()
        # The next image must be lit again, or the change would look like something moving.
        ring.wait_confirmed(CONFIRM_S)
        self._grab()
        return pair
