"""A tag that was read in an image, and how several frames vote on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.tags.grammar import Tag

Points = npt.NDArray[np.float64]
Point = tuple[float, float]
CodeCorners = tuple[Point, Point, Point, Point]
BOTH = "both"  # both decoders read the code
WINDOW = 3  # frames that vote
NEEDED = 2  # votes that confirm a reading


@dataclass(frozen=True, slots=True)
class TagReading:
    """A code in an image. Corners follow the code as printed: top left, top right, bottom right, bottom left.

    `tag` is None for a code that is no tag of ours. `turn` is how far the code lies turned clockwise, in quarter
    turns: 0, 90, 180 or 270. `reader` is "both", "pyzbar" or "zxing".
    """

    text: str
    tag: Tag | None
    turn: int
    corners: CodeCorners
    reader: str

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width, height in pixels."""
        points = np.asarray(self.corners)
        left, top = (int(value) for value in np.floor(points.min(axis=0)))
        right, bottom = (int(value) for value in np.ceil(points.max(axis=0)))
        return left, top, right - left, bottom - top

    @property
    def centre(self) -> Point:
        return centre_of(np.asarray(self.corners, np.float64))

    @property
    def edge(self) -> float:
        """The mean length of the code's four edges, in pixels."""
        return edge_of(np.asarray(self.corners, np.float64))


def centre_of(corners: Points) -> Point:
    """Where the diagonals cross: in perspective that is the middle of the code, the mean of its corners is not."""
    first, second, third, fourth = corners
    along, across = third - first, fourth - second
    det = along[0] * across[1] - along[1] * across[0]
    if abs(det) < 1e-9:
        return float(corners[:, 0].mean()), float(corners[:, 1].mean())
    start = second - first
    share = (start[0] * across[1] - start[1] * across[0]) / det
    middle = first + share * along
    return float(middle[0]), float(middle[1])


def edge_of(corners: Points) -> float:
    sides = corners[[1, 2, 3, 0]] - corners
    return float(np.hypot(sides[:, 0], sides[:, 1]).mean())


def angle_of(corners: Points) -> float:
    """Degrees clockwise from upright, by the top and the bottom edge together."""
    rightwards = (corners[1] - corners[0]) + (corners[2] - corners[3])
    return float(np.degrees(np.arctan2(rightwards[1], rightwards[0])))


def nearest_quarter(degrees: float) -> int:
    """The nearest quarter turn: 0, 90, 180 or 270."""
    return round(degrees / 90) % 4 * 90


def corners_tuple(points: Points) -> CodeCorners:
    first, second, third, fourth = ((float(x), float(y)) for x, y in points)
    return first, second, third, fourth


def tags_of(readings: Iterable[TagReading]) -> tuple[Tag, ...]:
    """Only the tags, in the order of the readings."""
    return tuple(one.tag for one in readings if one.tag is not None)


class TagVotes:
    """Takes the readings of one frame after the other; gives those that are confirmed.

    A reading of both decoders is worth two votes, of one decoder one vote. `NEEDED` votes for the same tag with the
    same turn within the last `WINDOW` frames confirm it. Two different tags read at one place cancel each other.
    """

    def __init__(self, window: int = WINDOW, needed: int = NEEDED) -> None:
        if window < 1 or needed < 1:
            raise ValueError("window and needed votes must be at least 1")
        self._frames: deque[tuple[TagReading, ...]] = deque(maxlen=window)
        self._needed = needed

    def feed(self, readings: Sequence[TagReading]) -> tuple[TagReading, ...]:
        """Adds a frame; returns the tags that are confirmed now, each as it was read last."""
        self._frames.append(tuple(one for one in readings if one.tag is not None))
        newest: dict[Tag, TagReading] = {}
        for frame in self._frames:
            newest.update((one.tag, one) for one in frame if one.tag is not None)
        return tuple(one for one in newest.values() if self._confirmed(one))

    def forget(self) -> None:
        """For when the tray was emptied or the camera moved: earlier frames count no more."""
        self._frames.clear()

    def _confirmed(self, candidate: TagReading) -> bool:
        if any(_contradict(candidate, other) for frame in self._frames for other in frame):
            return False
        votes = sum(max((_votes(candidate, other) for other in frame), default=0) for frame in self._frames)
        return votes >= self._needed


def _votes(candidate: TagReading, other: TagReading) -> int:
    if (candidate.tag, candidate.turn) != (other.tag, other.turn):
        return 0
    return 2 if other.reader == BOTH else 1


def _contradict(candidate: TagReading, other: TagReading) -> bool:
    """Another tag at the same place: closer than half a code."""
    (x, y), (other_x, other_y) = candidate.centre, other.centre
    return candidate.tag != other.tag and float(np.hypot(x - other_x, y - other_y)) < candidate.edge / 2
