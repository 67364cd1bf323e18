"""What moves in front of the camera: dice rolling, a hand, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np

from vision.dice.reading import DieReading, Spot
from vision.images import Floats, Image, floats, pixels
from vision.roll.changes import (
    brightness_changes,
    largest,
    looks_empty,
    movements,
    shadow,
    small,
    unread_things,
)

Motion = Literal["still", "moving", "hand"]

COVERED = 0.55  # no hand covers a larger share of the image: then the light has changed
HAND_AREA = 0.02  # smallest share of the image for a hand at the border
WRIST = 0.075  # how much of the border a hand crosses at least, in long sides of the image
ONE_DIE = 1.9  # what is no longer than this, in sizes of a die, is a die at the border and no hand
SOLID = 0.03  # share of the image from which on what casts a shadow might be more than dice
HABIT = 20.0  # seconds after which a thing that does not move at all belongs to the tray


class MotionWatch:
    """Compares each frame with the one before and with the empty tray, once that is known."""

    def __init__(self) -> None:
        self._last: Floats | None = None
        self._empty: Floats | None = None
        self._first: Floats | None = None  # what was there before any roll
        self._still_since: float | None = None
        self._scale = 1.0  # of the frames that are compared
        self._die = 0.0  # size of a die in them, 0 while that is not known
        self.doubtful = False  # whether a dark sleeve might reach in; it may as well be the shadow of dice

    def feed(self, image: Image, taken: float, die_size: float | None = None) -> Motion:
        now = small(image)
        self._scale = max(now.shape) / max(image.shape)
        self._die = (die_size or 0.0) * self._scale
        before, self._last = self._last, now
        if before is None or before.shape != now.shape:
            self._still_since, self._empty = taken, None
            return "moving"
        changed = movements(before, now)
        if changed.sum() >= 3:
            self._still_since = taken
            return "hand" if self._reaches_in(now) or self._at_border(changed) else "moving"
        if self._still_since is None:
            self._still_since = taken
        if not self._reaches_in(now):
            return "still"
        if taken - self._still_since > HABIT:
            self._empty = None  # no hand holds that still: the tray itself looks different now
            return "still"
        return "hand"

    def still_for(self, now: float) -> float:
        return 0.0 if self._still_since is None else now - self._still_since

    def learn_empty(self) -> None:
        """The newest frame shows the tray without dice."""
        if self._last is None:
            return
        fits = self._empty is not None and self._empty.shape == self._last.shape
        self._empty = floats(self._empty * 0.8 + self._last * 0.2) if fits and self._empty is not None else self._last

    @property
    def knows_empty(self) -> bool:
        """Whether the newest frame can be compared with the empty tray."""
        return self._empty is not None and self._last is not None and self._empty.shape == self._last.shape

    def unread(self, dice: Sequence[DieReading]) -> list[Spot]:
        """Where the newest frame shows something as large as a die that is none of these and was not in the tray."""
        if self._empty is None or self._last is None or not self.knows_empty:
            return []
        usual = float(np.median([die.size for die in dice])) if dice else self._die / self._scale
        return unread_things(self._empty, self._last, dice, usual or None, self._scale)

    def learn_first(self) -> None:
        """Remembers the first frame that is read: what never changes after it belongs to the tray."""
        if self._first is None:
            self._first = self._last

    def looks_empty(self, die: DieReading) -> bool:
        """Whether the place of this die looks as it did in the empty tray, or in the first frame if that is unknown."""
        before = self._empty if self.knows_empty else self._first
        if before is None or self._last is None or before.shape != self._last.shape:
            return False
        return looks_empty(before, self._last, die, self._scale)

    def _reaches_in(self, now: Floats) -> bool:
        """Whether something that is no shadow crosses the border.

        Sets `doubtful` if what crosses it is dark enough for a shadow, but might be a sleeve.
        """
        self.doubtful = False
        if self._empty is None or self._empty.shape != now.shape:
            return False
        changed = brightness_changes(self._empty, now)
        if changed.mean() > COVERED:
            return False
        solid = changed & ~shadow(self._empty, now)
        regions = self._at_border(changed)
        self.doubtful = any(largest(region & solid) > SOLID * region.size for region in regions)
        return any(self._at_border(region & solid) for region in regions)

    def _at_border(self, changed: Image) -> list[Image]:
        """Large changed regions that cross the border widely: something reaches into the image, or its shadow does.

        A die that lies at the border is left out where the size of a die is known.
        """
        count, labels, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(changed, np.ones((3, 3), np.uint8)))
        border = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
        crossed = np.bincount(border, minlength=count)
        smallest, narrowest = HAND_AREA * changed.size, WRIST * max(changed.shape)
        longest = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
        return [
            pixels(labels == k)
            for k in range(1, count)
            if crossed[k] > narrowest and stats[k, cv2.CC_STAT_AREA] > smallest and longest[k] > ONE_DIE * self._die
        ]
