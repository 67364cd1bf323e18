"""Which way a surface faces, as an eye sees it: the one geometry that renderer, reader and watcher share.

The line of sight to a place in the picture is (across, down, 1) in the camera's axes: right, down, forward. A surface
`faces` (right, downward): what its normal has in these two directions, seen along the line of sight. (0, 0) looks
straight into the eye; a table seen at an angle of 30 degrees has a length of sin 30.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.arrays import Floats, floats

Facing = tuple[float, float]
Level = Callable[[float, float], Facing]  # how what is level faces at a place of the picture


def facing(across: float, down: float, normal: Floats) -> Facing:
    """From a normal in the camera's axes."""
    seen = _frame(across, down) @ normal
    return float(seen[0]), float(seen[1])


def normal_of(across: float, down: float, faced: Facing) -> Floats:
    """The normal, in the camera's axes, of a surface that faces so."""
    right, below = faced
    towards = -np.sqrt(max(0.0, 1 - right * right - below * below))
    return floats(_frame(across, down).T @ np.array([right, below, towards]))


def _frame(across: float, down: float) -> Floats:
    """Rows: right, down and forward for an eye turned towards the place."""
    forward = np.array([across, down, 1.0])
    forward /= np.linalg.norm(forward)
    right = np.array([1.0, 0.0, 0.0]) - forward * forward[0]
    right /= np.linalg.norm(right)
    return floats(np.stack([right, np.cross(forward, right), forward]))
