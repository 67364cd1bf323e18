"""What spoils an image on its way from the table: light, shadow, glare, focus, movement, noise, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.images import Image

Field = npt.NDArray[np.float32]

_COARSE = 16
_NOISE_PX = 256


@dataclass(frozen=True, slots=True)
class Degradation:
    """Strengths, and the quality of JPEG packing; every field zero (light 1) is a perfect image."""

    light: float = 1.0
    slope: float = 0.0
    shadow: float = 0.0
    glare: float = 0.0
    blur: float = 0.0
    move: float = 0.0
    noise: float = 0.0
    jpeg: int = 0


def usual_degradation(rng: np.random.Generator, blur: float = 0.9) -> Degradation:
    """A living room: mostly fair, seldom all at once."""
    return Degradation(
        light=rng.uniform(0.55, 1.05),
        slope=rng.uniform(0, 0.45),
        shadow=rng.uniform(0.1, 0.5) if rng.random() < 0.5 else 0.0,
        glare=rng.uniform(20, 90) if rng.random() < 0.4 else 0.0,
        blur=rng.uniform(0.2, blur),
        move=rng.uniform(0, 1.8) if rng.random() < 0.3 else 0.0,
        noise=rng.uniform(1.0, 7.0),
        jpeg=int(rng.integers(55, 96)) if rng.random() < 0.5 else 0,
    )


def degraded(image: Image, degradation: Degradation, rng: np.random.Generator) -> Image:
    """The image under that degradation."""
    gain, added = _light(degradation, rng, image.shape[:2])
    # one channel after the other: an image of twelve megapixels in floats is too much for a small machine
    lit = [_lit(np.ascontiguousarray(image[..., channel]), gain, added, degradation) for channel in range(3)]
    soft = _out_of_focus(np.asarray(cv2.merge(lit), np.uint8), degradation, rng)
    return _packed(_noisy(soft, degradation.noise, rng), degradation.jpeg)


def _lit(channel: Image, gain: Field, added: Field, degradation: Degradation) -> Image:
    lit = cv2.multiply(channel, gain, dtype=cv2.CV_8U)
    return np.asarray(cv2.add(lit, added, dtype=cv2.CV_8U) if degradation.glare else lit, np.uint8)


def _packed(image: Image, quality: int) -> Image:
    """As a USB camera or a phone sends it."""
    if not quality:
        return image
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _light(degradation: Degradation, rng: np.random.Generator, shape: tuple[int, int]) -> tuple[Field, Field]:
    """What multiplies and what is added, drawn coarsely and enlarged: light has no sharp edges, shadows nearly none."""
    height, width = shape
    rows, columns = height // _COARSE + 2, width // _COARSE + 2
    ys, xs = np.mgrid[0:rows, 0:columns].astype(np.float32)
    ys, xs = ys / rows - 0.5, xs / columns - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    gain = degradation.light * (1 + degradation.slope * (np.cos(angle) * xs + np.sin(angle) * ys) * 2)
    edge = np.cos(rng.uniform(0, 2 * np.pi)) * xs + np.sin(rng.uniform(0, 2 * np.pi)) * ys
    softness = rng.uniform(60, 200)
    gain *= 1 - degradation.shadow / (1 + np.exp(-np.clip(softness * (edge - rng.uniform(-0.2, 0.2)), -50, 50)))
    x, y, spread = rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4), rng.uniform(0.03, 0.15)
    shine = degradation.glare * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * spread**2))
    return _enlarged(gain, shape), _enlarged(shine, shape)


def _enlarged(coarse: npt.NDArray[np.floating], shape: tuple[int, int]) -> Field:
    size = (shape[1], shape[0])
    return np.asarray(cv2.resize(coarse.astype(np.float32), size, interpolation=cv2.INTER_LINEAR), np.float32)


def _out_of_focus(image: Image, degradation: Degradation, rng: np.random.Generator) -> Image:
    if degradation.blur:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), degradation.blur), np.uint8)
    if degradation.move:
        image = np.asarray(cv2.filter2D(image, -1, _smear(degradation.move, rng)), np.uint8)
    return image


def _smear(length: float, rng: np.random.Generator) -> Field:
    """A short straight stroke, drawn large and averaged down so that parts of a pixel count."""
    fine, side = 8, 7
    stroke = np.zeros((side * fine, side * fine), np.float32)
    middle, angle = side * fine / 2, rng.uniform(0, np.pi)
    step = np.array([np.cos(angle), np.sin(angle)]) * length * fine / 2
    start, end = ((middle - step).astype(int), (middle + step).astype(int))
    cv2.line(stroke, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 1.0, fine // 2)
    kernel = cv2.resize(stroke, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _noisy(image: Image, strength: float, rng: np.random.Generator) -> Image:
    """Noise from one block laid side by side: an image of twelve megapixels needs no twelve million throws."""
    if not strength:
        return image
    block = np.rint(rng.normal(0, strength, (_NOISE_PX, _NOISE_PX, 3))).astype(np.int16)
    height, width = image.shape[:2]
    rows, columns = -(-height // _NOISE_PX), -(-width // _NOISE_PX)
    noise = np.tile(block, (rows, columns, 1))[:height, :width]
    return np.asarray(cv2.add(image, noise, dtype=cv2.CV_8U), np.uint8)
