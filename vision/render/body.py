"""The shapes of dice: convex bodies with rounded edges, given as half-spaces."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, radians, sin

import numpy as np

from vision.images import Floats, floats

# Opposite faces add up to seven on a d6 and to nine on most d10; the rows are ordered like the planes below.
CUBE_FACES = (1, 6, 2, 5, 3, 4)
TEN_FACES = (1, 7, 3, 5, 9, 8, 2, 6, 4, 0)


@dataclass(frozen=True, slots=True)
class DieBody:
    """A convex body: `normals` point out of its faces, all of them `height` away from the middle."""

    normals: Floats  # (k, 3)
    ups: Floats  # (k, 3) the direction in which a numeral stands upright on its face
    faces: tuple[int, ...]  # the number on each face
    height: float
    hardness: float  # large: sharp edges
    ball: float  # radius of the ball that trims the corners

    @property
    def rights(self) -> Floats:
        return floats(np.cross(self.ups, self.normals))

    @property
    def flat(self) -> float:
        """Radius of what the ball leaves flat of each face."""
        return float(np.sqrt(max(0.0, self.ball**2 - self.height**2)))

    @property
    def reach(self) -> float:
        """Radius of a ball around the middle that holds the whole body."""
        return min(self.ball, self.height * 1.75)

    def entry_and_exit(self, origin: Floats, rays: Floats) -> tuple[Floats, Floats]:
        """Where each ray (3, n) enters and leaves the sharp-edged body; entry > exit means a miss."""
        along = self.normals @ rays
        start = (self.height - self.normals @ origin).reshape(len(self.normals), -1)
        with np.errstate(divide="ignore", invalid="ignore"):
            hit = start / along
        entry = np.where(along < -1e-6, hit, -np.inf).max(axis=0)
        leave = np.where(along > 1e-6, hit, np.inf).min(axis=0)
        return entry.astype(np.float32), leave.astype(np.float32)

    def distance(self, points: Floats) -> Floats:
        """How far points (3, n) are outside the rounded body, about."""
        parts = self.normals @ points - self.height
        top = parts.max(axis=0)
        soft = top + np.log(np.exp((parts - top) * self.hardness).sum(axis=0)) / self.hardness
        return floats(np.maximum(soft, np.sqrt((points * points).sum(axis=0)) - self.ball))

    def slope(self, points: Floats) -> Floats:
        """Unit normals of the rounded body at points (3, n) on its surface."""
        parts = self.normals @ points - self.height
        weights = np.exp((parts - parts.max(axis=0)) * self.hardness)
        flat = self.normals.T @ (weights / weights.sum(axis=0))
        length = np.sqrt((points * points).sum(axis=0))
        round_part = np.clip((length - self.ball) * 25.0 / self.height + 1.0, 0.0, 1.0)
        mixed = flat * (1 - round_part) + points / np.maximum(length, 1e-6) * round_part
        return floats(mixed / np.sqrt((mixed * mixed).sum(axis=0)))


def cube(hardness: float, ball: float) -> DieBody:
    """A d6 with edges of length one."""
    axes = np.eye(3, dtype=np.float32)
    normals = np.concatenate([np.stack([a, -a]) for a in axes])
    ups = np.roll(np.abs(normals), 1, axis=1)
    return DieBody(normals, ups, CUBE_FACES, 0.5, hardness, ball)


def ten_sided(
    hardness: float, elevation: float = 44.0, upright: bool = True, faces: tuple[int, ...] = TEN_FACES
) -> DieBody:
    """A d10: five kites around each pole. `upright` numerals stand with their heads towards the pole."""
    rise = radians(elevation)
    upper = np.array(
        [[cos(rise) * cos(2 * pi * k / 5), cos(rise) * sin(2 * pi * k / 5), sin(rise)] for k in range(5)],
        dtype=np.float32,
    )
    normals = np.concatenate([upper, -upper])
    pole = np.zeros_like(normals)
    pole[:5, 2], pole[5:, 2] = 1, -1
    ups = pole - normals * (pole * normals).sum(axis=1, keepdims=True)
    ups /= np.linalg.norm(ups, axis=1, keepdims=True)
    return DieBody(normals, ups if upright else -ups, faces, 0.5, hardness, 0.92)


def turn_to_top(body: DieBody, face: int) -> Floats:
    """The rotation that lays the body down with `face` on top."""
    k = body.faces.index(face)
    return np.stack([body.rights[k], body.ups[k], body.normals[k]]).astype(np.float32)


def yaw(angle: float) -> Floats:
    c, s = cos(angle), sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], dtype=np.float32)


def lean(angle: float, towards: float) -> Floats:
    """A tilt by `angle` around the horizontal axis that points `towards`."""
    c, s = cos(angle), sin(angle)
    tilt = np.array([[1, 0, 0], [0, c, -s], [0, s, c]], dtype=np.float32)
    return floats(yaw(towards) @ tilt @ yaw(-towards))


def lowest(body: DieBody, turn: Floats) -> float:
    """How far the turned body reaches below its middle."""
    directions = _fibonacci_ball(400)
    entry = body.height / np.maximum((body.normals @ directions).max(axis=0), 1e-6)
    radius = np.minimum(entry, body.ball)
    return float(-(turn @ (directions * radius))[2].min())


def _fibonacci_ball(count: int) -> Floats:
    k = np.arange(count, dtype=np.float32) + 0.5
    height = 1 - 2 * k / count
    ring = np.sqrt(1 - height * height)
    angle = k * np.float32(pi * (1 + 5**0.5))
    return np.stack([ring * np.cos(angle), ring * np.sin(angle), height]).astype(np.float32)
