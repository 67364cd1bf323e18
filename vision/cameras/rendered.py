"""The simulated camera: a rendered tray in which dice can be thrown."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from vision.arrays import Image
from vision.cameras.base import Exposure
from vision.render.looks import CLASSIC
from vision.render.scene import Truth, Wish
from vision.render.stage import EMPTY, TRAY_WISH, Stage, Throw

SIMULATED = replace(TRAY_WISH, look=CLASSIC, level=True)  # ivory dice with black pips, seen from straight above
ROLLING = 0.7  # seconds until the dice lie still
IDLE_FACTOR = 5  # so much longer between pictures while nothing lies in the tray


class RenderedCamera:
    """Not a real camera, and marked as such. Without a throw it shows an empty tray."""

    real = False
    name = "simulated camera"

    def __init__(
        self,
        seed: int = 7,
        long_side: int = 640,
        rate: float = 12.0,
        wish: Wish | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        wish = wish or SIMULATED
        self._stage = Stage(seed, replace(wish, long_side=long_side))
        self.looks_down = wish.level
        self._pause = 1 / rate if rate > 0 else 0.0
        self._clock = clock
        self._lock = threading.Lock()
        self._dice: Throw = EMPTY
        self._thrown = float("-inf")
        self._last = float("-inf")

    def throw(self, dice: int, kind: str = "d6-pips", cocked: bool = False) -> tuple[Truth, ...]:
        """Throws new dice into the tray and says what will lie there once they have come to rest."""
        with self._lock:
            self._dice = self._stage.throw(dice, cocked, kind)
            self._thrown = self._clock()
            return self._stage.truths(self._dice)

    def clear(self) -> None:
        with self._lock:
            self._dice = EMPTY

    def grab(self) -> Image:
        # An empty tray does not change: drawing it over and over would only warm the room.
        pause = self._pause * (IDLE_FACTOR if self._dice is EMPTY else 1)
        wait = pause - (self._clock() - self._last)
        if wait > 0:
            time.sleep(min(wait, 1.0))
        with self._lock:
            self._last = self._clock()
            rolling = self._last - self._thrown < ROLLING
            return self._stage.moving(self._dice) if rolling else self._stage.picture(self._dice)

    def hold(self, exposure: Exposure | None) -> None:
        """The rendered lamp never changes."""

    def close(self) -> None:
        """Nothing to let go of."""
