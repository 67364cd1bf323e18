"""Reads a tag one of whose finder squares is hidden, by a figure's base or a finger.

Both decoders need all three finder squares. Two of them fix where the code lies. The straightened code is then given
fresh finder squares and timing lines, and the decoders read the squares that are really visible. What is hidden uses up
error correction; no data is made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.images import Image
from vision.tags.decoders import Decoded, read_pyzbar, read_zxing
from vision.tags.pattern import (
    BETWEEN_FINDERS,
    DARK,
    FINDER_MODULES,
    MODULES,
    OPEN,
    QUIET_MODULES,
    fixed_parts,
    straightened,
)
from vision.tags.reading import Points

_MODULE_PX = 8
_CORE_MODULES = 3
_MOST_FINDERS = 5
_MOST_TRIES = 16
# seen at a slant a square is a little shorter one way; a code's squares forgive about three parts in a hundred
_STRETCHES = (1.0, 0.96, 1.04)
_SHORTEST_OUTLINE = 20

_Point = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Square:
    centre: npt.NDArray[np.float64]
    edge: float


@dataclass(frozen=True, slots=True)
class _Finder:
    centre: npt.NDArray[np.float64]
    module: float


def read_repaired(crop: Image) -> list[Decoded]:
    """The reading of a crop (about six pixels per square or more) with one finder square hidden, by each decoder."""
    cores, rings = _squares(crop)
    pairs = list(combinations(_finders(cores, rings), 2))
    tries = (guess for stretch in _STRETCHES for pair in pairs for guess in _guesses(*pair, stretch))
    for *centres, module in islice(tries, _MOST_TRIES):
        found = _read_at(crop, _corners(*(_core_near(centre, module, cores) for centre in centres)))
        if found:
            return found
    return []


def _squares(crop: Image) -> tuple[list[_Square], list[_Square]]:
    """Dark squares without, and dark squares with something light in them."""
    block = max(11, min(crop.shape) // 4 | 1)
    dark = cv2.adaptiveThreshold(crop, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, 5)
    outlines, tree = cv2.findContours(dark, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    cores: list[_Square] = []
    rings: list[_Square] = []
    # in this tree an outline without a parent is the outside of something dark; its children are light holes
    for outline, (_, _, child, parent) in zip(outlines, tree[0] if tree is not None else (), strict=True):
        square = _square(np.asarray(outline, np.int32)) if parent < 0 else None
        if square is not None:
            (cores if child < 0 else rings).append(square)
    return cores, rings


def _finders(cores: list[_Square], rings: list[_Square]) -> list[_Finder]:
    """Cores in rings, the most alike in size first."""
    found = [
        _Finder((ring.centre + core.centre) / 2, ring.edge / FINDER_MODULES)
        for ring in rings
        for core in cores
        if _nested(ring, core)
    ]
    usual = float(np.median([finder.module for finder in found])) if found else 0.0
    return sorted(found, key=lambda finder: abs(finder.module - usual))[:_MOST_FINDERS]


def _square(outline: npt.NDArray[np.int32]) -> _Square | None:
    """The square an outline is, or None: a thin, small or ragged one is none."""
    if len(outline) < _SHORTEST_OUTLINE:
        return None
    centre, (width, height), _ = cv2.minAreaRect(outline)
    if min(width, height) < 0.65 * max(width, height):
        return None
    if cv2.contourArea(outline) < 0.7 * width * height:
        return None
    # an outline runs through the middles of its pixels, half a pixel inside the square
    return _Square(np.array(centre, np.float64), float(np.sqrt(width * height)) + 1)


def _nested(ring: _Square, core: _Square) -> bool:
    """Edges of about 7 and 3 squares around one middle; blur and threshold move both."""
    apart = float(np.linalg.norm(ring.centre - core.centre))
    return apart < ring.edge / FINDER_MODULES and 1.7 < ring.edge / core.edge < 3.4


def _guesses(first: _Finder, second: _Finder, stretch: float) -> Iterator[tuple[_Point, _Point, _Point, float]]:
    """Where the three finder squares of a code may be: top left, top right, bottom left; and its module."""
    start, end = first.centre, second.centre
    along, module = end - start, (first.module + second.module) / 2
    modules = float(np.linalg.norm(along)) / module
    right = np.array([-along[1], along[0]]) * stretch
    if abs(modules / BETWEEN_FINDERS - 1) < 0.2:
        # the two are neighbours: the hidden one is beside the one or the other, on this side or on that
        yield start, end, start + right, module
        yield end, end + right, start, module
        yield end, start, end - right, module
        yield start, start - right, end, module
    elif abs(modules / (BETWEEN_FINDERS * np.sqrt(2)) - 1) < 0.2:
        middle = (start + end) / 2
        yield middle - right / 2, end, start, module
        yield middle + right / 2, start, end, module


def _core_near(guess: _Point, module: float, cores: list[_Square]) -> _Point:
    """A finder that lost its ring may still show its core; that is more exact than the guess."""
    for core in cores:
        alike = 0.7 < core.edge / (_CORE_MODULES * module) < 1.4
        if alike and float(np.linalg.norm(core.centre - guess)) < 2 * module:
            return core.centre
    return guess


def _corners(top_left: _Point, top_right: _Point, bottom_left: _Point) -> Points:
    """From the middles of the finder squares out to the corners of the code."""
    points = np.array([top_left, top_right, top_right + bottom_left - top_left, bottom_left])
    middle = points.mean(axis=0)
    corners: Points = middle + (points - middle) * MODULES / BETWEEN_FINDERS
    return corners


def _read_at(crop: Image, corners: Points) -> list[Decoded]:
    """Decodes the code at these corners with fresh finder squares at the first, second and fourth."""
    flat = straightened(crop, corners, MODULES * _MODULE_PX)
    dark, light = (float(value) for value in np.percentile(flat, (15, 85)))
    fixed = fixed_parts()
    fresh = _enlarged(np.where(fixed == DARK, dark, light))
    mended = np.where(_enlarged(fixed == OPEN), flat, fresh).astype(np.uint8)
    quiet = QUIET_MODULES * _MODULE_PX
    framed = np.pad(mended, quiet, constant_values=round(light))
    first = read_zxing(framed)
    second = read_pyzbar(framed) if first else []
    return [Decoded(decoded.text, corners, decoded.reader) for decoded in (*first, *second)]


def _enlarged(modules: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return modules.repeat(_MODULE_PX, axis=0).repeat(_MODULE_PX, axis=1)
