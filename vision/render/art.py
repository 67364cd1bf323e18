"""What is painted on the faces of a die: pips in their true arrangement, numerals, logos."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.glyphs import shapes
from vision.images import Floats, floats
from vision.render.body import DieBody

CELL = 96  # pixels of one face in the atlas
_ROW = 512
_STROKES = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
_PRINTED = 0.7  # share of dice with numerals of a printer's face; the others are drawn in strokes of one width
_LARGE = 128  # pixels of a numeral before it is brought to its size
_Draw = Callable[[str], Floats]  # a numeral to its shape, 0..1
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class FaceArt:
    """One cell per face, stacked: how much paint there is, and how the surface dips there."""

    paint: Floats  # (k * CELL, CELL), 0..1
    dip_x: Floats
    dip_y: Floats
    span: float  # half the length of die that a cell covers
    pips: bool

    def sample(self, face: Floats, u: Floats, v: Floats) -> tuple[Floats, Floats, Floats]:
        """Paint and dip at the places (u right, v up) of the faces."""
        x = (u / self.span * 0.5 + 0.5) * (CELL - 1)
        y = (0.5 - v / self.span * 0.5) * (CELL - 1)
        inside = (x >= 0) & (x <= CELL - 1) & (y >= 0) & (y <= CELL - 1)
        maps = np.full((2, -(-x.size // _ROW) * _ROW), -10, np.float32)  # OpenCV limits the length of a row
        maps[0, : x.size] = np.where(inside, x, -10)
        maps[1, : x.size] = np.where(inside, y + face * CELL, -10)
        map_x, map_y = maps.reshape(2, -1, _ROW)
        found = [
            floats(cv2.remap(layer, map_x, map_y, cv2.INTER_LINEAR)).ravel()[: x.size]
            for layer in (self.paint, self.dip_x, self.dip_y)
        ]
        return found[0], found[1], found[2]


ALONG_AN_EDGE = ((-0.75, 0.0), (0.75, 0.0))  # the two of cheap and of many Asian dice


def pip_art(rng: np.random.Generator, body: DieBody, logo_six: bool, odd: bool = False) -> FaceArt:
    """`odd` dice have their two along an edge, a one of any size, or both."""
    spread, radius = rng.uniform(0.21, 0.30), rng.uniform(0.065, 0.115)
    spread = min(spread, (body.flat - radius / 2) / 2**0.5)  # on the flat of its face, not on the rounded rim
    radius = float(min(radius, 0.44 * spread))  # the pips of a six do not touch
    tight = rng.uniform(0.8, 1.0)
    big_one = rng.uniform(1.2, 1.9) if rng.random() < 0.3 else 1.0
    arranged = PIPS
    if odd:
        big_one = rng.uniform(1.0, 3.2)
        arranged = {**PIPS, 2: ALONG_AN_EDGE} if rng.random() < 0.6 else PIPS
    cells = []
    for face in body.faces:
        cell = np.zeros((CELL, CELL), np.float32)
        if (face == 6 and logo_six) or (face == 1 and logo_six and rng.random() < 0.3):
            _logo(rng, cell)
        else:
            for px, py in arranged[face]:
                place = (px * spread * (tight if face == 6 else 1.0), py * spread)
                _disc(cell, place, radius * (big_one if face == 1 else 1.0))
        cells.append(np.ascontiguousarray(np.rot90(cell, int(rng.integers(0, 4)))))
    return _finish(cells, 0.5, float(rng.uniform(0.0, 1.0)), True)


def numeral_art(rng: np.random.Generator, body: DieBody, marked: bool = False) -> FaceArt:
    """Numerals; `marked` ones have a stroke or a dot under 6 and 9, as most makers put where one could be the other."""
    draw = _printed(rng) if rng.random() < _PRINTED else _stroked(rng)
    wide = rng.uniform(0.8, 1.15)
    tall = rng.uniform(0.40, 0.66) if len(body.faces) == 6 else rng.uniform(0.34, 0.50)
    mark = rng.choice(["stroke", "dot"], p=[0.6, 0.4]) if marked else "none"
    cells = []
    for face in body.faces:
        cell = _numeral(draw(str(face)), float(wide), float(tall))
        if face in (6, 9):
            _underline(cell, str(mark), float(tall))
        if len(body.faces) == 6:
            cell = np.ascontiguousarray(np.rot90(cell, int(rng.integers(0, 4))))
        cells.append(cell)
    return _finish(cells, 0.5, float(rng.uniform(0.0, 0.7)), False)


def _printed(rng: np.random.Generator) -> _Draw:
    """Numerals of one of the type faces, a little heavier or lighter than it has them."""
    names = list(shapes.glyph_faces())
    face, bold = names[int(rng.integers(len(names)))], float(rng.uniform(-0.01, 0.03))
    return lambda text: shapes.stencil(face, text, _LARGE, bold)


def _stroked(rng: np.random.Generator) -> _Draw:
    font = _STROKES[int(rng.integers(len(_STROKES)))] | (cv2.FONT_ITALIC if rng.random() < 0.15 else 0)
    thick = int(rng.integers(2, 9 if font in _STROKES[:2] else 5))

    def draw(text: str) -> Floats:
        big = np.zeros((160, 160), np.uint8)
        (w, h), _ = cv2.getTextSize(text, font, 3.2, thick * 2)
        cv2.putText(big, text, (80 - w // 2, 80 + h // 2), font, 3.2, 255, thick * 2, cv2.LINE_AA)
        return floats(big) / np.float32(255)

    return draw


def _disc(cell: Floats, place: tuple[float, float], radius: float) -> None:
    centre = tuple(int(((p + 0.5) * (CELL - 1)) * 16) for p in place)
    cv2.circle(cell, centre, int(radius * CELL * 16), 1.0, -1, cv2.LINE_AA, 4)


def _logo(rng: np.random.Generator, cell: Floats) -> None:
    middle = CELL // 2
    for _ in range(int(rng.integers(2, 5))):
        points = rng.integers(-30, 31, (int(rng.integers(3, 7)), 2)) + middle
        cv2.fillPoly(cell, [points.astype(np.int32)], float(rng.choice([0.0, 1.0], p=[0.2, 0.8])), cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(cell, (middle, middle), int(rng.integers(24, 36)), 1.0, int(rng.integers(2, 6)), cv2.LINE_AA)


def _numeral(drawn: Floats, wide: float, tall: float) -> Floats:
    """The numeral in the middle of its cell, `tall` as a share of it."""
    ys, xs = np.nonzero(drawn > 0.25)
    scale = tall * CELL / max(1, ys.max() - ys.min())
    centre_x, centre_y = (xs.max() + xs.min()) / 2, (ys.max() + ys.min()) / 2
    move = np.array([[scale * wide, 0, CELL / 2 - scale * wide * centre_x], [0, scale, CELL / 2 - scale * centre_y]])
    return floats(cv2.warpAffine(drawn, move, (CELL, CELL), flags=cv2.INTER_AREA))


def _underline(cell: Floats, mark: str, tall: float) -> None:
    below = int(CELL * (0.5 + tall / 2 + 0.07))
    if mark == "stroke":
        half = int(CELL * tall * 0.3)
        cv2.line(cell, (CELL // 2 - half, below), (CELL // 2 + half, below), 1.0, 4, cv2.LINE_AA)
    elif mark == "dot":
        cv2.circle(cell, (CELL // 2 + int(CELL * tall * 0.38), below - 3), 4, 1.0, -1, cv2.LINE_AA)


def _finish(cells: list[Floats], span: float, depth: float, pips: bool) -> FaceArt:
    dips_x, dips_y = [], []
    for cell in cells:
        bowl = cv2.GaussianBlur(cell, (0, 0), 3.0)
        dips_x.append(cv2.Sobel(bowl, cv2.CV_32F, 1, 0, ksize=3) * depth * 2)
        dips_y.append(-cv2.Sobel(bowl, cv2.CV_32F, 0, 1, ksize=3) * depth * 2)
    stack = [np.concatenate(part).astype(np.float32) for part in (cells, dips_x, dips_y)]
    return FaceArt(stack[0], stack[1], stack[2], span, pips)
