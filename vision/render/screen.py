"""A telephone, a tablet or a monitor with a picture on it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, floats
from vision.render.sheet import Sheet, fitted, rounded, scribble
from vision.render.surface import table_colour

SHORT = 260  # pixels across the screen
_SHAPES = (2.16, 2.0, 1.78, 1.6, 1.33)  # length of a screen in widths


def screen(rng: np.random.Generator, picture: Floats) -> Sheet:
    """The whole device, its longer side upright or across."""
    long = round(SHORT * float(rng.choice(_SHAPES)))
    wide, tall = (SHORT, long) if rng.random() < 0.5 else (long, SHORT)
    lit = _lit(rng, _layout(rng, picture, wide, tall))
    thin = SHORT * rng.uniform(0.015, 0.09)
    thick = thin * (rng.uniform(1.2, 3.0) if rng.random() < 0.4 else 1.0)  # older ones have more above and below
    across, down = (round(thin), round(thick)) if tall > wide else (round(thick), round(thin))
    body = np.tile(floats(_body_colour(rng)), (tall + 2 * down, wide + 2 * across, 1))
    corner = float(rng.choice([0.0, SHORT * rng.uniform(0.0, 0.12)]))
    glass = rounded(wide, tall, corner)[..., None]
    inside = body[down : down + tall, across : across + wide]
    inside[:] = inside * (1 - glass) + lit * glass
    if rng.random() < 0.3:
        _lens(rng, inside)
    return Sheet(_glare(rng, body), rounded(body.shape[1], body.shape[0], corner + thin))


def _body_colour(rng: np.random.Generator) -> tuple[float, ...]:
    if rng.random() < 0.75:
        return (float(rng.uniform(0.0, 0.08)),) * 3
    return (float(rng.uniform(0.5, 0.95)),) * 3 if rng.random() < 0.6 else table_colour(rng)


def _layout(rng: np.random.Generator, picture: Floats, wide: int, tall: int) -> Floats:
    """All of the screen; or the whole picture between black bars, or under the title and above the buttons of an
    application."""
    kind = rng.random()
    if kind < 0.4:
        return fitted(picture, wide, tall, cover=True)
    ground = 0.0 if kind < 0.7 else float(rng.choice([0.02, 0.12, 0.97, 1.0]))
    laid = np.full((tall, wide, 3), ground, np.float32)
    bar = 0 if kind < 0.7 else round(tall * rng.uniform(0.06, 0.16))
    whole = fitted(picture, wide, tall - 2 * bar, cover=bool(rng.random() < 0.4))
    top, left = (tall - whole.shape[0]) // 2, (wide - whole.shape[1]) // 2
    laid[top : top + whole.shape[0], left : left + whole.shape[1]] = whole
    if bar:
        ink = 0.9 if ground < 0.5 else 0.15
        scribble(rng, laid[:bar], bar * 0.3, ink)
        scribble(rng, laid[tall - bar :], bar * 0.25, ink)
    return laid


def _lit(rng: np.random.Generator, laid: Floats) -> Floats:
    """Screens shine by themselves, bluer than a lamp; their black is never quite black, and some show their grid."""
    cool = float(rng.normal(0.06, 0.06))
    tint = floats([1 + cool, 1.0, 1 - cool]) * float(rng.uniform(0.6, 1.4))
    shining = laid ** float(rng.uniform(0.9, 1.6)) * tint + float(rng.uniform(0.0, 0.06))
    if rng.random() < 0.3:
        ys, xs = np.mgrid[: laid.shape[0], : laid.shape[1]].astype(np.float32)
        angle, pitch = rng.uniform(0, np.pi), rng.uniform(2.2, 12.0)
        waves = np.sin((xs * np.cos(angle) + ys * np.sin(angle)) * 2 * np.pi / pitch)
        shining = shining * (1 + float(rng.uniform(0.02, 0.1)) * waves[..., None])
    return floats(shining)


def _lens(rng: np.random.Generator, inside: Floats) -> None:
    """The hole of its own camera, or a notch, in the middle of one end."""
    tall, wide = inside.shape[:2]
    place = (wide // 2, round(SHORT * 0.045)) if tall > wide else (round(SHORT * 0.045), tall // 2)
    cv2.circle(inside, place, round(SHORT * rng.uniform(0.015, 0.04)), (0.0, 0.0, 0.0), -1, cv2.LINE_AA)


def _glare(rng: np.random.Generator, body: Floats) -> Floats:
    """What the glass mirrors: a lamp or a window, soft or with an edge."""
    if rng.random() < 0.4:
        return body
    tall, wide = body.shape[:2]
    shine = np.zeros((tall, wide), np.float32)
    middle = rng.uniform(0, 1, 2) * (wide, tall)
    box = cv2.boxPoints((tuple(middle), tuple(rng.uniform(0.2, 1.2, 2) * SHORT), float(rng.uniform(0, 90))))
    cv2.fillConvexPoly(shine, box.astype(np.int32), 1.0, cv2.LINE_AA)
    soft = floats(cv2.GaussianBlur(shine, (0, 0), float(rng.choice([2.0, 12.0, 40.0]))))
    return floats(body + soft[..., None] * float(rng.uniform(0.03, 0.4)))
