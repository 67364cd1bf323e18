"""Which way a surface faces, relative to the line of sight. Renderer, dice reader and roll watcher share it.

The line of sight to a place in the image is (across, down, 1) in the camera's axes: right, down, forward. The facing of
a surface is (right, downward): the parts of its normal across the line of sight. (0, 0) points straight into the
camera; the facing of a table seen at an angle of 30 degrees has a length of sin 30.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.images import Floats, floats

Facing = tuple[float, float]
LevelFacing = Callable[[float, float], Facing]  # the facing of a level surface at a place of the image


def facing_of(across: float, down: float, normal: Floats) -> Facing:
    """The facing of a surface with this normal, in the camera's axes."""
    turned = _axes(across, down) @ normal
    return float(turned[0]), float(turned[1])


def normal_of(across: float, down: float, faced: Facing) -> Floats:
    """The normal, in the camera's axes, of a surface with this facing."""
    right, below = faced
    towards = -np.sqrt(max(0.0, 1 - right * right - below * below))
    return floats(_axes(across, down).T @ np.array([right, below, towards]))


def _axes(across: float, down: float) -> Floats:
    """Rows: right, down and forward of a camera turned towards the place."""
    forward = np.array([across, down, 1.0])
    forward /= np.linalg.norm(forward)
    right = np.array([1.0, 0.0, 0.0]) - forward * forward[0]
    right /= np.linalg.norm(right)
    return floats(np.stack([right, np.cross(forward, right), forward]))
