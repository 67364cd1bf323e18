"""The camera of the renderer: where a point of the table lands in the picture, and the other way round."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin

import numpy as np

from vision.arrays import Floats, floats
from vision.facing import facing
from vision.render.body import yaw


@dataclass(frozen=True, slots=True)
class View:
    """A camera that looks at the middle of the table from `distance`, `tilt` away from straight above."""

    width: int
    height: int
    focal: float
    distance: float
    tilt: float
    roll: float
    bend: float  # lens distortion; positive bends lines outwards

    @property
    def axes(self) -> Floats:
        """Rows: the camera's right, down and forward directions in the world."""
        c, s = cos(self.tilt), sin(self.tilt)
        forward = np.array([0, s, -c], dtype=np.float32)
        right = np.array([1, 0, 0], dtype=np.float32)
        down = np.cross(forward, right)
        spin = yaw(self.roll)
        return floats(spin @ np.stack([right, down, forward]))

    @property
    def place(self) -> Floats:
        return floats(-self.axes[2] * self.distance)

    def rays(self, xs: Floats, ys: Floats) -> Floats:
        """Directions (3, n) of the pixels, of length one along the camera's axis."""
        half = max(self.width, self.height) / 2
        x, y = (xs - self.width / 2) / half, (ys - self.height / 2) / half
        straighten = (1 + self.bend * (x * x + y * y)) * (half / self.focal)
        return floats(self.axes.T @ np.stack([x * straighten, y * straighten, np.ones_like(x)]))

    def project(self, points: Floats) -> Floats:
        """World points (3, n) to pixels (2, n)."""
        seen = self.axes @ (points - self.place[:, None])
        half = max(self.width, self.height) / 2
        ideal = seen[:2] / np.maximum(seen[2], 1e-3) * (self.focal / half)
        bent = ideal
        for _ in range(4):
            bent = ideal / (1 + self.bend * (bent * bent).sum(axis=0))
        return floats(bent * half + np.array([[self.width / 2], [self.height / 2]]))

    def scale_at(self, point: Floats) -> float:
        """Pixels per unit of length at a world point."""
        depth = float(self.axes[2] @ (point - self.place))
        return self.focal / max(depth, 1e-3)

    def facing(self, place: Floats, normal: Floats) -> tuple[float, float]:
        """How a surface there is turned away from the line of sight: what its normal has to the right and downwards."""
        sight = self.axes @ (place - self.place)
        return facing(sight[0] / sight[2], sight[1] / sight[2], floats(self.axes @ normal))

    def ground(self, xs: Floats, ys: Floats) -> tuple[Floats, Floats]:
        """Where the pixels' rays meet the table; far away above the horizon."""
        rays = self.rays(xs.reshape(-1), ys.reshape(-1))
        fall = np.minimum(rays[2], -0.02)
        t = -self.place[2] / fall
        spot = self.place[:, None] + rays * t
        return (spot[0].reshape(xs.shape).astype(np.float32), spot[1].reshape(xs.shape).astype(np.float32))
