"""The camera of the renderer: its perspective, and what lens, sensor and file format do to the image."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin
from statistics import NormalDist
from typing import cast

import cv2
import numpy as np

from vision.facing import facing_of
from vision.images import Floats, Image, floats
from vision.render.body import yaw

# Steps of equal chance through a normal distribution: drawing from them is five times as fast.
_BELL = floats([NormalDist().inv_cdf((k + 0.5) / 256) for k in range(256)])


@dataclass(frozen=True, slots=True)
class CameraView:
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
        local = self.axes @ (points - self.place[:, None])
        half = max(self.width, self.height) / 2
        ideal = local[:2] / np.maximum(local[2], 1e-3) * (self.focal / half)
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
        return facing_of(sight[0] / sight[2], sight[1] / sight[2], floats(self.axes @ normal))

    def ground(self, xs: Floats, ys: Floats) -> tuple[Floats, Floats]:
        """Where the pixels' rays meet the table; far away above the horizon."""
        rays = self.rays(xs.reshape(-1), ys.reshape(-1))
        fall = np.minimum(rays[2], -0.02)
        t = -self.place[2] / fall
        spot = self.place[:, None] + rays * t
        return (spot[0].reshape(xs.shape).astype(np.float32), spot[1].reshape(xs.shape).astype(np.float32))


@dataclass(frozen=True, slots=True)
class CameraOptics:
    """The fixed settings of one camera; only its noise differs from image to image."""

    spread: Floats  # kernel of defocus or shake
    gain: Floats  # exposure and white balance, one per colour
    grey: bool
    gamma: float
    contrast: float
    grain: float
    coarse: bool  # noise as left by a denoiser
    sharpen: float
    quality: int

    def develop(self, rng: np.random.Generator, light: Floats) -> Image:
        """From light (H, W, 3), 0..1 and over, to the eight-bit image the camera would give."""
        return self.take(rng, self.expose(light))

    def expose(self, light: Floats) -> Floats:
        """What every image of this light has in common."""
        exposed = cv2.filter2D(light, -1, self.spread) * self.gain
        if self.grey:
            exposed = np.repeat(exposed.mean(axis=2, keepdims=True), 3, axis=2)
        toned = cv2.pow(np.clip(exposed, 0, 1), self.gamma)
        pivot = 1.0 if self.contrast < 1 else 0.5  # stray light lifts what is dark; burnt out stays burnt out
        return floats(pivot + (toned - pivot) * self.contrast)

    def take(self, rng: np.random.Generator, exposed: Floats) -> Image:
        """One image, with noise of its own."""
        noisy = exposed + self._noise(rng, exposed.shape)
        if self.sharpen > 0:
            noisy = noisy + (noisy - cv2.GaussianBlur(noisy, (0, 0), 1.2)) * self.sharpen
        return self._compress(np.clip(noisy * 255, 0, 255).astype(np.uint8))

    def _noise(self, rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
        drawn = np.frombuffer(rng.bytes(int(np.prod(shape))), np.uint8).reshape(shape)
        noise = (_BELL * np.float32(self.grain))[drawn]
        return floats(cv2.GaussianBlur(noise, (0, 0), 0.8) * 1.6 if self.coarse else noise)

    def _compress(self, image: Image) -> Image:
        _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        return cast(Image, cv2.imdecode(packed, cv2.IMREAD_COLOR))


def sample_settings(rng: np.random.Generator, light: Floats, size: float) -> CameraOptics:
    """Settings such as a camera would choose for this light. `size`: of a die in pixels."""
    balance = 1 + rng.normal(0, 0.07, 3)
    return CameraOptics(
        spread=_spread(rng, size),
        gain=floats(_exposure(rng, light) * balance),
        grey=bool(rng.random() < 0.08),
        gamma=float(rng.uniform(0.55, 0.95)),
        contrast=float(rng.uniform(0.8, 1.15)),
        grain=float(rng.choice([0.004, 0.012, 0.03], p=[0.5, 0.35, 0.15])),
        coarse=bool(rng.random() < 0.4),
        sharpen=float(rng.uniform(0.3, 1.2)) if rng.random() < 0.3 else 0.0,
        quality=int(rng.choice([95, 85, 70, 45], p=[0.35, 0.3, 0.25, 0.1])),
    )


def _spread(rng: np.random.Generator, size: float) -> Floats:
    kind = rng.random()
    if kind < 0.6:
        return _soft(float(rng.uniform(0.3, 0.9)))
    if kind < 0.9:
        return _soft(float(rng.uniform(0.4, max(0.6, size / 24))))
    length = int(max(3, rng.uniform(0.03, 0.12) * size))
    kernel = np.zeros((length, length), np.float32)
    angle, half = rng.uniform(0, np.pi), length / 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * half
    cv2.line(kernel, tuple(int(c) for c in half - reach), tuple(int(c) for c in half + reach), 1.0, 1)
    return floats(kernel / max(1.0, float(kernel.sum())))


def _soft(sigma: float) -> Floats:
    row = cv2.getGaussianKernel(2 * round(3 * sigma) + 1, sigma, cv2.CV_32F)
    return floats(row @ row.T)


def _exposure(rng: np.random.Generator, light: Floats) -> float:
    """Most cameras expose for the middle brightness, a few for the highlights."""
    wanted = float(rng.uniform(0.15, 0.5))
    chosen = float(np.clip(wanted / max(float(light.mean()), 0.02), 0.4, 3.0))
    return chosen if rng.random() < 0.6 else float(rng.uniform(0.6, 1.3))
