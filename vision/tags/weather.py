"""What stands between a table and its picture: light, shadow, glare, focus, movement, noise, packing."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]

_COARSE = 16
_NOISE_PX = 256


@dataclass(frozen=True, slots=True)
class Weather:
    """Strengths, and the quality of JPEG packing; every field zero (light 1) is a perfect picture."""

    light: float = 1.0
    slope: float = 0.0
    shadow: float = 0.0
    glare: float = 0.0
    blur: float = 0.0
    move: float = 0.0
    noise: float = 0.0
    jpeg: int = 0


def usual(rng: np.random.Generator, blur: float = 0.9) -> Weather:
    """A living room: mostly fair, seldom all at once."""
    return Weather(
        light=rng.uniform(0.55, 1.05),
        slope=rng.uniform(0, 0.45),
        shadow=rng.uniform(0.1, 0.5) if rng.random() < 0.5 else 0.0,
        glare=rng.uniform(20, 90) if rng.random() < 0.4 else 0.0,
        blur=rng.uniform(0.2, blur),
        move=rng.uniform(0, 1.8) if rng.random() < 0.3 else 0.0,
        noise=rng.uniform(1.0, 7.0),
        jpeg=int(rng.integers(55, 96)) if rng.random() < 0.5 else 0,
    )


def weathered(picture: Picture, weather: Weather, rng: np.random.Generator) -> Picture:
    """The picture under that weather."""
    gain, added = _light(weather, rng, picture.shape[:2])
    # one channel after the other: a picture of twelve megapixels in floats is too much for a small machine
    lit = [_lit(np.ascontiguousarray(picture[..., channel]), gain, added, weather) for channel in range(3)]
    soft = _out_of_focus(np.asarray(cv2.merge(lit), np.uint8), weather, rng)
    return _packed(_noisy(soft, weather.noise, rng), weather.jpeg)


def _lit(channel: Picture, gain: Field, added: Field, weather: Weather) -> Picture:
    lit = cv2.multiply(channel, gain, dtype=cv2.CV_8U)
    return np.asarray(cv2.add(lit, added, dtype=cv2.CV_8U) if weather.glare else lit, np.uint8)


def _packed(picture: Picture, quality: int) -> Picture:
    """As a USB camera or a phone sends it."""
    if not quality:
        return picture
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _light(weather: Weather, rng: np.random.Generator, shape: tuple[int, int]) -> tuple[Field, Field]:
    """What multiplies and what is added, drawn coarsely and enlarged: light has no sharp edges, shadows nearly none."""
    height, width = shape
    rows, columns = height // _COARSE + 2, width // _COARSE + 2
    ys, xs = np.mgrid[0:rows, 0:columns].astype(np.float32)
    ys, xs = ys / rows - 0.5, xs / columns - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    gain = weather.light * (1 + weather.slope * (np.cos(angle) * xs + np.sin(angle) * ys) * 2)
    edge = np.cos(rng.uniform(0, 2 * np.pi)) * xs + np.sin(rng.uniform(0, 2 * np.pi)) * ys
    softness = rng.uniform(60, 200)
    gain *= 1 - weather.shadow / (1 + np.exp(-np.clip(softness * (edge - rng.uniform(-0.2, 0.2)), -50, 50)))
    x, y, spread = rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4), rng.uniform(0.03, 0.15)
    shine = weather.glare * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * spread**2))
    return _enlarged(gain, shape), _enlarged(shine, shape)


def _enlarged(coarse: npt.NDArray[np.floating], shape: tuple[int, int]) -> Field:
    size = (shape[1], shape[0])
    return np.asarray(cv2.resize(coarse.astype(np.float32), size, interpolation=cv2.INTER_LINEAR), np.float32)


def _out_of_focus(picture: Picture, weather: Weather, rng: np.random.Generator) -> Picture:
    if weather.blur:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), weather.blur), np.uint8)
    if weather.move:
        picture = np.asarray(cv2.filter2D(picture, -1, _smear(weather.move, rng)), np.uint8)
    return picture


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


def _noisy(picture: Picture, strength: float, rng: np.random.Generator) -> Picture:
    """Noise from one block laid side by side: a picture of twelve megapixels needs no twelve million throws."""
    if not strength:
        return picture
    block = np.rint(rng.normal(0, strength, (_NOISE_PX, _NOISE_PX, 3))).astype(np.int16)
    height, width = picture.shape[:2]
    rows, columns = -(-height // _NOISE_PX), -(-width // _NOISE_PX)
    noise = np.tile(block, (rows, columns, 1))[:height, :width]
    return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)
