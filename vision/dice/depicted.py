"""Whether the dice of an image are only depicted: on a screen, or in print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.network import Network
from vision.dice.reading import DieReading, bears_numerals
from vision.dice.scoring import ScoredCandidate
from vision.images import Floats, Image, floats, pixels, softmax

DEPICTED_SIDE = 160  # the network reads the whole image at this size, whatever its shape
DEPICTED = 1  # the class of images that only depict dice
# The network alone is wrong about one photo of real dice in ten, straight edges alone about nearly as many; both
# together about hardly any.
LIKELY = 0.5
RIM = 2  # sides on which there must be an edge: the others may lie outside the image
# A die whose top face points straight into the camera shows none of its sides, and might be print (SIDELESS); one that
# points far past it shows them well (SIDED). In between, the less it shows the more certain its face must be.
SIDELESS, SIDED = 0.12, 0.42
BEYOND_DOUBT = 0.8  # certainty that printed dice hardly ever reach
NO_CARD = 0.83  # certainty of a numeral that is no printed card
# Straight edges around the dice, as a screen, a page or a rectangular tray has.
LONG_SIDE = 480  # edges are searched for in an image of this size
SHORTEST = 0.05  # shorter pieces of edges do not count, in short sides of the image
MOST_EDGES = 80  # so many of them, the longest, might be sides
A_SIDE = 0.3  # a side is as long as this, in short sides of the image, or as all dice beside it
VISIBLE = 0.6  # and so much of it is visible
STRAIGHT, BESIDE = 0.026, 0.005  # pieces of one side differ no more, in direction and, in long sides, in place
SQUARE = 12.0  # degrees by which a side may miss its right angle to the next, seen from aside


def print_shortage(kept: Sequence[ScoredCandidate]) -> float:
    """By how much some die is less certain than it must be for how little is seen of the sides of all dice."""
    shown = max((hypot(*v.facing) for v in kept if v.facing is not None), default=SIDED)
    needed = BEYOND_DOUBT * min(1.0, max(0.0, (SIDED - shown) / (SIDED - SIDELESS)))
    short = (max(needed, NO_CARD) - v.certainty if bears_numerals(v.kind) else needed - v.certainty for v in kept)
    return max(0.0, max(short, default=0.0))


def is_depicted(network: Network, image: Image, dice: Sequence[DieReading]) -> bool:
    return _depicted_chance(network, image) > LIKELY and straight_sides_around(image, dice) >= RIM


def _depicted_chance(network: Network, image: Image) -> float:
    whole = pixels(cv2.resize(image, (DEPICTED_SIDE, DEPICTED_SIDE), interpolation=cv2.INTER_AREA))
    return float(softmax(network.run(whole[None])[0])[0, DEPICTED])


@dataclass(frozen=True, slots=True)
class _Edges:
    starts: Floats  # (n, 2)
    ends: Floats
    along: Floats  # direction
    across: Floats  # at right angles to it

    @property
    def lengths(self) -> Floats:
        return floats(((self.ends - self.starts) * self.along).sum(axis=1))


def straight_sides_around(image: Image, dice: Sequence[DieReading]) -> int:
    """On how many sides, 0 to 4, a straight edge runs past all dice; neighbouring sides are at right angles."""
    scale = min(1.0, LONG_SIDE / max(image.shape[:2]))
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    small = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA)
    edges = _edges(np.asarray(small, np.uint8))
    corners = floats([place for die in dice for place in _corners(die)]) * np.float32(scale)
    longest = np.argsort(-edges.lengths)[:MOST_EDGES]
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


def _corners(die: DieReading) -> list[tuple[float, float]]:
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
    long_enough = _covered(reach) >= VISIBLE * max(A_SIDE * min(size), last - first)
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
