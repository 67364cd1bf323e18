"""A second look at every roll, with the tray's ring lit and without: glare and shadow differ, dice do not."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from companion.devices.tray.commands import Light
from companion.devices.tray.ring_light import SETTLE_S, Lighted, PicturePair, find_level, take_pair, without_glare
from vision.arrays import Image
from vision.calibrate.quality import DARK, measure
from vision.cameras.base import CameraError
from vision.reading import Reading
from vision.roll.lightpair import confirmed

log = logging.getLogger(__name__)

EXPOSURE_S = 0.1


class Ring(Protocol):
    """The part of a tray that lights the dice for the camera."""

    # How bright it is while dice are read; it follows the camera's exposure.
    reading_level: int

    def ring(self) -> Lighted | None:
        """The link to a ring that lights a roll just now; None where there is none."""
        ...

    def relight(self) -> None:
        """The ring shows again what the game wants, which may have moved on meanwhile."""
        ...


class ReadingLight:
    """Used in the eye's thread: while it looks, no other picture is read."""

    def __init__(
        self,
        ring: Ring,
        grab: Callable[[], Image],
        read: Callable[[Image], Reading],
        exposure_s: float = EXPOSURE_S,
    ) -> None:
        self._ring = ring
        self._grab = grab
        self._read = read
        self._exposure_s = exposure_s

    def second_look(self, roll: Reading) -> Reading:
        """The roll as both pictures confirm or doubt it; as it was where there is no ring or no picture."""
        tray = self._ring.ring()
        if tray is None or not roll.dice:
            return roll
        try:
            pair = self._take(tray)
        except CameraError as trouble:
            log.info("no second look: %s", trouble)
            return roll
        lit = self._read(without_glare(pair))
        # In a dark room the ring is all the light there is: the other picture shows nothing.
        seen = pair.unlit is not None and measure(pair.unlit).brightness >= DARK
        return confirmed(roll, lit, self._read(pair.unlit) if pair.unlit is not None and seen else None)

    def _take(self, tray: Lighted) -> PicturePair:
        try:
            level = find_level(tray, self._grab, self._ring.reading_level, self._exposure_s)
            self._ring.reading_level = level
            light = Light("ffffff", level)
            pair = take_pair(tray, self._grab, light, light, self._exposure_s)
        finally:
            self._ring.relight()
        # The next picture that is watched must be lit again, or it would look as if something moved.
        tray.settle(SETTLE_S)
        self._grab()
        return pair
