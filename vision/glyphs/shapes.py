"""The outlines of digits and capitals in many type faces, and how they are drawn."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Floats, floats, pixels

_SHAPES = Path(__file__).parent / "glyphs.json"
_FINE = 4  # bits of a pixel's fraction
_CASE = 128  # a glyph is drawn this tall before it is brought to its size

_Layer = NDArray[np.uint8]
GlyphShapes = dict[str, list[list[int]]]


@lru_cache(maxsize=1)
def glyph_faces() -> dict[str, GlyphShapes]:
    """Every face by its name; all have the ten digits, some the capitals too."""
    loaded: dict[str, GlyphShapes] = json.loads(_SHAPES.read_text(encoding="utf-8"))
    return loaded


def training_faces() -> list[str]:
    return [name for number, name in enumerate(glyph_faces()) if number % 4 != 1]


def choosing_faces() -> list[str]:
    """Never trained on; thresholds are chosen with these."""
    return [name for number, name in enumerate(glyph_faces()) if number % 8 == 1]


def proof_faces() -> list[str]:
    """Never trained on and never chosen with: the figures we report come from these."""
    return [name for number, name in enumerate(glyph_faces()) if number % 8 == 5]


def faces_with_capitals(names: list[str]) -> list[str]:
    """Those that have capitals too."""
    return [name for name in names if "A" in glyph_faces()[name]]


def _digit_height(face: str) -> float:
    """Of the tallest digit above the base line, in the units of the shapes."""
    return float(-min(min(contour[1::2]) for digit in "0123456789" for contour in glyph_faces()[face][digit]))


def stencil(face: str, letter: str, height: float, bold: float = 0.0) -> Floats:
    """The glyph cut out of its box, 0..1, for a face whose digits are `height` pixels tall."""
    scale = height / _digit_height(face)
    fine = max(1.0, _CASE / height)  # drawn large and averaged down
    shapes = [np.asarray(contour, np.float32).reshape(-1, 2) * scale * fine for contour in glyph_faces()[face][letter]]
    low = np.min([shape.min(axis=0) for shape in shapes], axis=0) - 2 * fine
    high = np.max([shape.max(axis=0) for shape in shapes], axis=0) + 2 * fine
    width, tall = (int(side) for side in np.ceil(high - low))
    case = np.zeros((tall, width), np.uint8)
    cv2.fillPoly(case, [((shape - low) * 2**_FINE).astype(np.int32) for shape in shapes], 255, cv2.LINE_AA, _FINE)
    case = _weighed(case, bold * height * fine)
    size = (max(1, round(width / fine)), max(1, round(tall / fine)))
    return floats(cv2.resize(case, size, interpolation=cv2.INTER_AREA)) / np.float32(255)


def digit_rise(face: str, letter: str, height: float) -> float:
    """How far the middle of the glyph lies above the middle of a lining digit: not zero for old-style numerals."""
    ys = [y for contour in glyph_faces()[face][letter] for y in contour[1::2]]
    middle = -(min(ys) + max(ys)) / 2
    return (middle / _digit_height(face) - 0.5) * height


def _weighed(case: _Layer, by: float) -> _Layer:
    """Heavier or lighter by that many pixels a side."""
    if abs(by) < 1:
        return case
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(abs(by)) + 1,) * 2)
    return pixels(cv2.dilate(case, brush) if by > 0 else cv2.erode(case, brush))
