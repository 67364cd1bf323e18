"""When to take the picture of a piece that is being taught: it lies alone, sharp and still, without a hand or glare."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.cards.find import flatten_card
from vision.images import Floats, Image, floats, pixels
from vision.pieces.features import grey_of, shrunk
from vision.pieces.placing import outlines

HOLD_S = 0.8
_LOOKED_LONG = 960
_STILL = 10.0  # levels by which a frame may differ from the one before, noise left aside
_SMALL = 160  # pixels of the long side at which two frames are compared
_SHARP = 14.0  # the strongest edges of the piece, in levels
_BURNT = 0.05  # share of the piece at full white that is glare
_DARK = 22.0  # mean brightness


@dataclass(frozen=True, slots=True)
class ShutterLook:
    """What one frame shows. Each condition is True where it holds; no outline: there is no piece to be seen whole."""

    outline: tuple[tuple[float, float], ...] = ()
    alone: bool = False  # whole, without a hand on it
    sharp: bool = False
    still: bool = False
    no_glare: bool = False
    light: bool = True
    progress: float = 0.0  # of the time it has to lie like this
    flat: Image | None = field(default=None, compare=False)  # the piece from above, once it was taken

    @property
    def good(self) -> bool:
        return self.alone and self.sharp and self.still and self.no_glare and self.light


class Shutter:
    """Looks at one frame after the other, and takes one picture. Not for two threads at once."""

    def __init__(self, hold_s: float = HOLD_S) -> None:
        self._hold = hold_s
        self._before: Image | None = None
        self._places: list[Floats] = []  # of the outline, since the piece lies still
        self._since: float | None = None

    def look(self, frame: Image, taken: float) -> ShutterLook:
        """`taken`: when, in seconds. The look after which the picture is taken holds it."""
        look, corners, scale = self._conditions(frame)
        if not look.good or corners is None:
            self._since, self._places = None, []
            return look
        self._places.append(_as_before(corners, self._places))
        self._since = taken if self._since is None else self._since
        progress = min(1.0, (taken - self._since) / self._hold) if self._hold > 0 else 1.0
        flat = take(frame, floats(np.median(self._places, axis=0) / scale)) if progress >= 1 else None
        return _with(look, progress, flat)

    def take_now(self, frame: Image) -> Image | None:
        """The piece as it lies, whatever speaks against it; None if there is none to be seen whole."""
        _, corners, scale = self._conditions(frame)
        return None if corners is None else take(frame, floats(corners / scale))

    def _conditions(self, frame: Image) -> tuple[ShutterLook, Floats | None, float]:
        small, scale = shrunk(frame, _LOOKED_LONG)
        found = outlines(small)
        light = float(grey_of(small).mean()) >= _DARK
        if not found:
            self._is_still(small)
            return ShutterLook(light=light), None, scale
        corners = found[0]
        still = self._is_still(small)
        flat = take(small, corners)
        places = tuple((float(x / scale), float(y / scale)) for x, y in corners)
        burnt = float((flat.min(axis=2) >= 250).mean())
        look = ShutterLook(places, True, _sharpness(flat) >= _SHARP, still, burnt < _BURNT, light)
        return look, corners, scale

    def _is_still(self, small: Image) -> bool:
        """The frame looks as the one before did."""
        now = glance(small)
        before, self._before = self._before, now
        return before is not None and same_glance(before, now)


def glance(frame: Image) -> Image:
    """A frame, small and without noise: enough to see whether anything moves."""
    return pixels(cv2.GaussianBlur(shrunk(grey_of(frame), _SMALL)[0], (0, 0), 1.5))


def same_glance(one: Image, other: Image) -> bool:
    return one.shape == other.shape and float(np.percentile(cv2.absdiff(one, other), 99)) < _STILL


def take(frame: Image, corners: Floats) -> Image:
    """The piece between four corners from straight above; an oblong one stands upright."""
    flat = flatten_card(frame, corners)[0]
    return np.ascontiguousarray(np.rot90(flat)) if flat.shape[1] > 1.15 * flat.shape[0] else flat


def _as_before(corners: Floats, places: list[Floats]) -> Floats:
    """The corners from the one on that was first before: an outline may begin anywhere."""
    if not places:
        return corners
    turned = [floats(np.roll(corners, k, axis=0)) for k in range(4)]
    return min(turned, key=lambda one: float(np.abs(one - places[0]).sum()))


def _sharpness(flat: Image) -> float:
    grey = grey_of(shrunk(flat, 240)[0])
    return float(np.percentile(np.abs(cv2.Laplacian(grey, cv2.CV_32F)), 99))


def _with(look: ShutterLook, progress: float, flat: Image | None) -> ShutterLook:
    return ShutterLook(look.outline, look.alone, look.sharp, look.still, look.no_glare, look.light, progress, flat)
