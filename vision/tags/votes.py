"""Several frames vote: a reading counts when both readers gave it, or when it comes again."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from vision.tags.grammar import Tag
from vision.tags.reader import BOTH
from vision.tags.seen import TagSeen

WINDOW = 3
NEEDED = 2


class TagVotes:
    """Feed it the readings of one frame after the other; it gives those that may be believed.

    A reading of both readers is worth two votes, of one reader one vote; `NEEDED` votes for the same tag with the same
    turn within the last `WINDOW` frames carry it. Two different tags seen at one place cancel each other.
    """

    def __init__(self, window: int = WINDOW, needed: int = NEEDED) -> None:
        if window < 1 or needed < 1:
            raise ValueError("window and needed votes must be at least 1")
        self._frames: deque[tuple[TagSeen, ...]] = deque(maxlen=window)
        self._needed = needed

    def feed(self, seen: Sequence[TagSeen]) -> tuple[TagSeen, ...]:
        """Adds a frame; returns what is carried now, the newest sighting of each tag."""
        self._frames.append(tuple(one for one in seen if one.tag is not None))
        newest: dict[Tag, TagSeen] = {}
        for frame in self._frames:
            newest.update((one.tag, one) for one in frame if one.tag is not None)
        return tuple(one for one in newest.values() if self._carried(one))

    def forget(self) -> None:
        """The tray was emptied, or the camera moved: earlier frames say nothing any more."""
        self._frames.clear()

    def _carried(self, candidate: TagSeen) -> bool:
        if any(_contradict(candidate, other) for frame in self._frames for other in frame):
            return False
        votes = sum(max((_votes(candidate, other) for other in frame), default=0) for frame in self._frames)
        return votes >= self._needed


def _votes(candidate: TagSeen, other: TagSeen) -> int:
    if (candidate.tag, candidate.turn) != (other.tag, other.turn):
        return 0
    return 2 if other.reader == BOTH else 1


def _contradict(candidate: TagSeen, other: TagSeen) -> bool:
    """Another tag at the same place: closer than half a code."""
    (x, y), (other_x, other_y) = candidate.centre, other.centre
    return candidate.tag != other.tag and float(np.hypot(x - other_x, y - other_y)) < candidate.edge / 2
