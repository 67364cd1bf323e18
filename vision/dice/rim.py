"""Straight edges around dice, as a screen, a page or a rectangular tray has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, floats
from vision.reading import Die

LONG_SIDE = 480  # edges are looked for in a picture of this size
SHORTEST = 0.05  # pieces of edges that are looked at, in short sides of the picture
LONGEST = 80  # and so many of these, the longest, might be sides
A_SIDE = 0.3  # a side is as long as this, in short sides of the picture, or as all dice beside it
SEEN = 0.6  # and so much of it is seen
STRAIGHT, BESIDE = 0.026, 0.005  # pieces of one side differ no more, in direction and, in long sides, in place
SQUARE = 12.0  # degrees by which a side may miss its right angle to the next, seen from aside


@dataclass(frozen=True, slots=True)
class _Edges:
    starts: Floats  # (n, 2)
    ends: Floats
    along: Floats  # direction
    across: Floats  # at right angles to it

    @property
    def lengths(self) -> Floats:
        return floats(((self.ends - self.starts) * self.along).sum(axis=1))


def sides_around(image: Image, dice: Sequence[Die]) -> int:
    """On how many sides, 0 to 4, a straight edge runs past all dice; opposite and neighbouring ones at right angles."""
    scale = min(1.0, LONG_SIDE / max(image.shape[:2]))
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    small = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA)
    edges = _edges(np.asarray(small, np.uint8))
    corners = floats([place for die in dice for place in _corners(die)]) * np.float32(scale)
    longest = np.argsort(-edges.lengths)[:LONGEST]
    outward = [_outward(edges, int(k), corners) for k in longest if _is_side(edges, int(k), corners, size)]
    angles = np.degrees([np.arctan2(down, right) for right, down in outward])
    return max((_at_right_angles(angles - angle) for angle in angles), default=0)


def _edges(grey: NDArray[np.uint8]) -> _Edges:
    found = cv2.createLineSegmentDetector().detect(grey)[0]
    pieces = floats(np.zeros((0, 4)) if found is None else found).reshape(-1, 4)
    starts, ends = pieces[:, :2], pieces[:, 2:]
    lengths = np.hypot(*(ends - starts).T)
    long = lengths > SHORTEST * min(grey.shape)
    along = (ends - starts)[long] / lengths[long, None]
    return _Edges(starts[long], ends[long], along, np.stack([-along[:, 1], along[:, 0]], axis=1))


def _corners(die: Die) -> list[tuple[float, float]]:
    x, y, wide, tall = die.box
    return [(x + across * wide, y + down * tall) for across in (0.1, 0.9) for down in (0.1, 0.9)]


def _is_side(edges: _Edges, number: int, corners: Floats, size: tuple[int, int]) -> bool:
    """Whether this edge, with others that continue it, runs past all dice and along most of them."""
    along, across = edges.along[number], edges.across[number]
    place = edges.starts[number] @ across
    if (corners @ across).min() < place < (corners @ across).max():
        return False
    near = [np.abs(ends @ across - place) < BESIDE * max(size) for ends in (edges.starts, edges.ends)]
    same = near[0] & near[1] & (np.abs(edges.along @ across) < STRAIGHT)
    reach = np.sort(np.stack([edges.starts[same] @ along, edges.ends[same] @ along]), axis=0)
    first, last = (corners @ along).min(), (corners @ along).max()
    long_enough = _covered(reach) >= SEEN * max(A_SIDE * min(size), last - first)
    return bool(long_enough and reach[0].min() < (first + last) / 2 < reach[1].max())


def _covered(reach: Floats) -> float:
    """Length of the pieces (from, to) together, where they overlap counted once."""
    order = np.argsort(reach[0])
    starts, ends = reach[0][order], np.maximum.accumulate(reach[1][order])
    begun = np.maximum(starts[1:], ends[:-1])
    return float(ends[0] - starts[0] + np.maximum(ends[1:] - begun, 0).sum())


def _outward(edges: _Edges, number: int, corners: Floats) -> tuple[float, float]:
    """From the dice towards the edge."""
    across = edges.across[number]
    towards = np.sign(edges.starts[number] @ across - (corners @ across).mean())
    return float(towards * across[0]), float(towards * across[1])


def _at_right_angles(turned: NDArray[np.float64]) -> int:
    """How many of the four directions there are among these angles."""
    return sum(bool((np.abs((turned - quarter + 180) % 360 - 180) < SQUARE).any()) for quarter in (0, 90, 180, 270))
