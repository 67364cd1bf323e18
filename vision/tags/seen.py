"""What a reader saw: a code's text, where its corners are, how it is turned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.tags.grammar import Tag

Picture = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
Corner = tuple[float, float]
Corners = tuple[Corner, Corner, Corner, Corner]


@dataclass(frozen=True, slots=True)
class TagSeen:
    """A code in a picture. Corners follow the code as printed: top left, top right, bottom right, bottom left.

    `tag` is None for a code that is no tag of ours. `turn` is how far the code lies turned clockwise, in quarter
    turns: 0, 90, 180 or 270. `reader` is "both", "pyzbar" or "zxing".
    """

    text: str
    tag: Tag | None
    turn: int
    corners: Corners
    reader: str

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width, height in pixels."""
        points = np.asarray(self.corners)
        left, top = (int(value) for value in np.floor(points.min(axis=0)))
        right, bottom = (int(value) for value in np.ceil(points.max(axis=0)))
        return left, top, right - left, bottom - top

    @property
    def centre(self) -> Corner:
        return centre_of(np.asarray(self.corners, np.float64))

    @property
    def edge(self) -> float:
        """The mean length of the code's four edges, in pixels."""
        return edge_of(np.asarray(self.corners, np.float64))


def centre_of(corners: Points) -> Corner:
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


def quarter(degrees: float) -> int:
    """The nearest quarter turn: 0, 90, 180 or 270."""
    return round(degrees / 90) % 4 * 90


def corners_tuple(points: Points) -> Corners:
    first, second, third, fourth = ((float(x), float(y)) for x, y in points)
    return first, second, third, fourth


def tags_of(seen: Iterable[TagSeen]) -> tuple[Tag, ...]:
    """Only the tags, in the order seen."""
    return tuple(one.tag for one in seen if one.tag is not None)
