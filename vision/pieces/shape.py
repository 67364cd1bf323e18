"""To which edges of a square piece its way leads: seen as what is lighter in the middle of an edge than beside it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import cv2
import numpy as np

from vision.images import Image

EDGES = "NESW"  # clockwise
_SIDE = 96
_DEEP = (0.03, 0.26)  # the part of the piece along an edge that is looked at, in sides
# By so much lighter or darker than half way between way and rock, as a share of their difference: to agree, and to
# contradict, which stops a player and must not be wrong.
_CLEAR, _CERTAIN = 0.08, 0.22
_LEAST_CONTRAST = 14.0  # levels between way and rock: a piece with less shows no shape

Shape = Literal["agrees", "contradicts", "unclear"]


def check_shape(flat: Image, edges: Collection[str]) -> tuple[Shape, int]:
    """Whether a piece, seen from above, has a way to just these edges in some turn; and how far it lies turned.

    The turn is clockwise, in quarters of 90 degrees, from the way it would lie with the edges as they are given.
    """
    light = _middles(flat)
    if light is None:
        return "unclear", 0
    wanted = np.array([edge in edges for edge in EDGES])
    turns = [(_fit(light, np.roll(wanted, quarter)), quarter) for quarter in range(4)]
    fit, quarter = max(turns, key=lambda one: (round(one[0], 3), -one[1]))
    if fit > _CLEAR:
        return "agrees", quarter * 90
    # In every turn some edge is clearly the opposite of what it should be.
    return ("contradicts" if fit < -_CERTAIN else "unclear"), 0


def has_way(flat: Image, edge: str) -> bool:
    """Whether a piece lies there, seen from above, with a way to this edge and rock in its corners."""
    light = _middles(flat)
    return light is not None and bool(light[EDGES.index(edge)] > 0.5 + _CERTAIN)


def _fit(light: np.ndarray, wanted: np.ndarray) -> float:
    """How clearly just the wanted edges are light: the worst of the four, -0.5..0.5."""
    return float(np.where(wanted, light - 0.5, 0.5 - light).min())


def _middles(flat: Image) -> np.ndarray | None:
    """How light the middle of each edge is, 0 as the corners are (rock) to 1 as the middle of the piece is (way)."""
    # The strongest of the three colours: a way under water or blood is no darker than another.
    grey = cv2.resize(flat, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA).max(axis=2).astype(np.float32)
    near, far = round(_DEEP[0] * _SIDE), round(_DEEP[1] * _SIDE)
    third, corner = slice(round(0.38 * _SIDE), round(0.62 * _SIDE)), []
    for turns in range(4):
        corner.append(float(np.median(np.rot90(grey, turns)[near:far, near:far])))
    # Turned to the left once, the eastern edge is on top.
    edges = [float(np.median(np.rot90(grey, turns)[near:far, third])) for turns in range(4)]
    rock, way = float(np.median(corner)), (max(edges) + float(np.median(grey[third, third]))) / 2
    if way - rock < _LEAST_CONTRAST:
        return None
    return np.clip((np.array(edges) - rock) / (way - rock), 0, 1)
