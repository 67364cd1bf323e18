"""What moves in front of the camera: dice rolling, a hand, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Floats, Image, floats, pixels

Motion = Literal["still", "moving", "hand"]
Box = tuple[int, int, int, int]  # x, y, width, height

LONG_SIDE = 160  # frames are compared at this size
STEP = 14.0  # grey levels that count as a change
COVERED = 0.55  # share of the picture that no hand covers: the light has changed
HAND_AREA = 0.02  # smallest share of the picture for a hand at the border
WRIST = 0.075  # how much of the border it crosses, in long sides
SOLID = 0.03  # share of the picture over which what casts a shadow might be more than dice
ROUND_IT = 1.4  # how far around its middle a die and its sides reach, in sizes
A_DIE = 0.25  # what lies there and is no die counts if it is so large, in squares of the size of a die
SHADOW = (0.2, 0.95)  # how much of its light a shadow leaves to the tray
TINT = 16.0  # levels by which a colour in the shade may differ from its darker self
HABIT = 20.0  # seconds after which a thing that does not move at all belongs to the tray


class MotionWatch:
    """Compares each frame with the one before and with the empty tray, once that is known."""

    def __init__(self) -> None:
        self._last: Floats | None = None
        self._empty: Floats | None = None
        self._still_since: float | None = None
        self._long_side = LONG_SIDE
        self.doubtful = False  # whether a dark sleeve might reach in, or only the shadow of dice out

    def feed(self, image: Image, taken: float) -> Motion:
        now = _small(image)
        self._long_side = max(image.shape[:2])
        before, self._last = self._last, now
        if before is None or before.shape != now.shape:
            self._still_since, self._empty = taken, None
            return "moving"
        changed = _changes(before, now)
        if changed.sum() >= 3:
            self._still_since = taken
            return "hand" if self._reaches_in(now) or _at_border(changed) else "moving"
        if self._still_since is None:
            self._still_since = taken
        if not self._reaches_in(now):
            return "still"
        if taken - self._still_since > HABIT:
            self._empty = None  # no hand keeps that still: the tray itself looks different now
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

    def unexplained(self, dice: Sequence[Box]) -> bool:
        """Whether something as large as a die lies in the newest frame, beside these dice, that was not in the tray."""
        if self._empty is None or self._last is None or self._empty.shape != self._last.shape or not dice:
            return False
        other = np.abs(self._last - _evened(self._empty, self._last)).max(axis=2) > STEP
        solid = pixels(other) & ~_shadow(self._empty, self._last)
        scale = max(solid.shape) / self._long_side
        _blot_out(solid, dice, scale)
        usual = float(np.median([max(width, height) for _, _, width, height in dice])) * scale
        rest = pixels(cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
        return bool(_largest(rest) > A_DIE * usual * usual)

    def _reaches_in(self, now: Floats) -> bool:
        """Something but a shadow crosses the border; `doubtful` tells if a shadow does that might be a sleeve."""
        self.doubtful = False
        if self._empty is None or self._empty.shape != now.shape:
            return False
        changed = _changes(self._empty, now)
        if changed.mean() > COVERED:
            return False
        solid = changed & ~_shadow(self._empty, now)
        regions = _at_border(changed)
        self.doubtful = any(_largest(region & solid) > SOLID * region.size for region in regions)
        return any(_at_border(region & solid) for region in regions)


def _small(image: Image) -> Floats:
    scale = LONG_SIDE / max(image.shape[:2])
    size = (max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale)))
    return floats(cv2.GaussianBlur(cv2.resize(image, size, interpolation=cv2.INTER_AREA), (3, 3), 0))


def _evened(before: Floats, now: Floats) -> Floats:
    """The earlier frame in the light of the later one: a lamp may flicker or dim."""
    gain = float(np.median((_grey(now) + 1) / (_grey(before) + 1)))
    return floats(np.clip(before * np.clip(gain, 0.7, 1.4), 0, 255))


def _changes(before: Floats, now: Floats) -> Image:
    """Where two frames differ in brightness."""
    differ = np.abs(_grey(now) - _grey(_evened(before, now))) > STEP
    return pixels(cv2.morphologyEx(differ.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)))


def _grey(colours: Floats) -> Floats:
    return floats(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY))


def _shadow(empty: Floats, now: Floats) -> Image:
    """Where the tray is seen darker than when it was empty, but in much the same colour."""
    lit = _evened(empty, now)
    left = (_grey(now) + 1) / (_grey(lit) + 1)
    off = np.abs(now - lit * left[..., None]).max(axis=2)
    return pixels((left > SHADOW[0]) & (left < SHADOW[1]) & (off < TINT))


def _at_border(changed: Image) -> list[Image]:
    """Large changed regions that cross the border widely: something reaches into the picture, or its shadow does."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(changed, np.ones((3, 3), np.uint8)))
    border = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    crossed = np.bincount(border, minlength=count)
    smallest, narrowest = HAND_AREA * changed.size, WRIST * max(changed.shape)
    return [
        pixels(labels == k) for k in range(1, count) if crossed[k] > narrowest and stats[k, cv2.CC_STAT_AREA] > smallest
    ]


def _blot_out(mask: Image, dice: Sequence[Box], scale: float) -> None:
    """Dice, with what is seen of their sides, count no longer."""
    for x, y, width, height in dice:
        reach = ROUND_IT * max(width, height) / 2
        left, top = x + width / 2 - reach, y + height / 2 - reach
        corners = ((left, top), (left + 2 * reach, top + 2 * reach))
        first, last = ((round(across * scale), round(down * scale)) for across, down in corners)
        cv2.rectangle(mask, first, last, 0, -1)


def _largest(mask: Image) -> int:
    """The area of the largest piece."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    return int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))
