"""What moves in front of the camera: dice rolling, a hand, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Floats, Image, floats

Motion = Literal["still", "moving", "hand"]

LONG_SIDE = 160  # frames are compared at this size
STEP = 14.0  # grey levels that count as a change
COVERED = 0.55  # share of the picture that no hand covers: the light has changed
HAND_AREA = 0.02  # smallest share of the picture for a hand at the border
HABIT = 20.0  # seconds after which a thing that does not move at all belongs to the tray


@dataclass(frozen=True, slots=True)
class _Seen:
    grey: Floats
    taken: float


class MotionWatch:
    """Compares each frame with the one before and with the empty tray, once that is known."""

    def __init__(self) -> None:
        self._last: _Seen | None = None
        self._empty: Floats | None = None
        self._still_since: float | None = None

    def feed(self, image: Image, taken: float) -> Motion:
        grey = _small(image)
        before, self._last = self._last, _Seen(grey, taken)
        if before is None or before.grey.shape != grey.shape:
            self._still_since, self._empty = taken, None
            return "moving"
        changed = _changes(before.grey, grey)
        if changed.sum() >= 3:
            self._still_since = taken
            return "hand" if self._reaches_in(grey) or _at_border(changed) else "moving"
        if self._still_since is None:
            self._still_since = taken
        if not self._reaches_in(grey):
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
        grey = self._last.grey
        fits = self._empty is not None and self._empty.shape == grey.shape
        self._empty = floats(self._empty * 0.8 + grey * 0.2) if fits and self._empty is not None else grey

    def _reaches_in(self, grey: Floats) -> bool:
        if self._empty is None or self._empty.shape != grey.shape:
            return False
        changed = _changes(self._empty, grey)
        if changed.mean() > COVERED:
            return False
        return _at_border(changed)


def _small(image: Image) -> Floats:
    scale = LONG_SIDE / max(image.shape[:2])
    size = (max(8, round(image.shape[1] * scale)), max(8, round(image.shape[0] * scale)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return floats(cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0))


def _changes(before: Floats, now: Floats) -> Image:
    """Where two frames differ, after evening out a lamp that flickers or dims."""
    gain = float(np.median(now + 1)) / float(np.median(before + 1))
    differ = np.abs(now - np.clip(before * np.clip(gain, 0.7, 1.4), 0, 255)) > STEP
    return np.asarray(
        cv2.morphologyEx(differ.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), dtype=np.uint8
    )


def _at_border(changed: Image) -> bool:
    """A large changed region that touches the border: something reaches into the picture."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(changed, np.ones((3, 3), np.uint8)))
    border = set(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]).tolist())
    smallest = HAND_AREA * changed.size
    return any(k in border and stats[k, cv2.CC_STAT_AREA] > smallest for k in range(1, count))
