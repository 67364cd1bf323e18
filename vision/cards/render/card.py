"""A card painted: ground, picture, panel, marks, texts that mislead, and the numbers whose places are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Floats, Image, floats, pixels
from vision.cards.reading import Kind
from vision.cards.render.layout import Cell, Layout, Spot, sample_layout
from vision.glyphs.shapes import lettered, rise, stencil
from vision.render.art import PIPS
from vision.render.surface import TILE, hue_colour, noise

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Card:
    kind: Kind
    image: Image
    values: dict[Cell, int]
    boxes: dict[Cell, Box]  # around each digit's ink, in pixels of the image
    others: tuple[Box, ...]  # digits that are no value: the numbers of the lines


@dataclass(frozen=True, slots=True)
class Style:
    """How this card's numbers are printed."""

    face: str
    ink: Floats
    ground: Floats  # of the panel
    bold: float
    rim: float  # width of an outline around each digit, in parts of its height; 0 is none
    badge: Literal["none", "disc", "box", "shield"]  # behind every digit
    badge_colour: Floats


def paint_card(rng: np.random.Generator, kind: Kind, names: list[str]) -> Card:
    """A card with digits of one of the named faces."""
    layout = sample_layout(rng, kind)
    style = _style(rng, names)
    canvas = _ground(rng, layout, style)
    _mislead(rng, canvas, layout, names)
    _panel(rng, canvas, layout, style)
    others = _line_numbers(rng, canvas, layout, style)
    values = {spot.cell: int(rng.integers(0, 10)) for spot in layout.spots}
    boxes = {spot.cell: _number(rng, canvas, spot, values[spot.cell], style) for spot in layout.spots}
    return Card(kind, pixels(np.clip(canvas * 255, 0, 255)), values, boxes, tuple(others))


def _style(rng: np.random.Generator, names: list[str]) -> Style:
    ground, ink, badge_colour = (_colour(rng) for _ in range(3))
    badge: Literal["none", "disc", "box", "shield"] = rng.choice(
        ["none", "disc", "box", "shield"], p=[0.6, 0.15, 0.15, 0.1]
    )
    behind = ground if badge == "none" else badge_colour
    rim = float(rng.uniform(0.03, 0.08)) if rng.random() < 0.25 else 0.0
    return Style(
        face=str(rng.choice(names)),
        ink=_readable(ink, behind, rng),
        ground=ground,
        bold=float(rng.uniform(-0.006, 0.022)),
        rim=rim,
        badge=badge,
        badge_colour=badge_colour,
    )


def _colour(rng: np.random.Generator) -> Floats:
    saturation = 0.0 if rng.random() < 0.3 else float(rng.uniform(0.05, 0.8))
    return floats(hue_colour(float(rng.uniform(0, 360)), saturation, float(rng.uniform(0.05, 1.0))))


def _grey(colour: Floats) -> float:
    return float(colour @ floats([0.114, 0.587, 0.299]))


def _readable(ink: Floats, behind: Floats, rng: np.random.Generator) -> Floats:
    """Printers choose inks that can be read: pushed towards black or white until there is contrast."""
    wanted = rng.uniform(0.28, 0.6)
    target = np.float32(1.0 if _grey(behind) < 0.5 else 0.0)
    for share in np.linspace(0, 1, 11):
        mixed = floats(ink * (1 - share) + target * share)
        if abs(_grey(mixed) - _grey(behind)) >= wanted:
            return mixed
    return floats([target] * 3)


def _ground(rng: np.random.Generator, layout: Layout, style: Style) -> Floats:
    """Uneven colour, a picture made of blots and strokes, a frame."""
    cells = int(rng.integers(3, 40))
    tone = 1 + rng.uniform(0.02, 0.2) * noise(rng, cells, cells) + rng.uniform(0, 0.06) * noise(rng, TILE, TILE)
    tone = floats(cv2.resize(tone, (layout.width, layout.height)))
    canvas = floats(np.asarray(_colour(rng) if rng.random() < 0.6 else style.ground)[None, None] * tone[..., None])
    for _ in range(int(rng.integers(0, 14))):
        _blot(rng, canvas)
    if rng.random() < 0.7:
        inset = int(rng.integers(6, 30))
        corner = (layout.width - inset, layout.height - inset)
        cv2.rectangle(canvas, (inset, inset), corner, _paint(_colour(rng)), int(rng.integers(2, 10)))
    return canvas


def _paint(colour: Floats) -> tuple[float, float, float]:
    return (float(colour[0]), float(colour[1]), float(colour[2]))


def _blot(rng: np.random.Generator, canvas: Floats) -> None:
    height, width = canvas.shape[:2]
    middle = rng.uniform(0, 1, 2) * (width, height)
    points = middle + rng.normal(0, rng.uniform(10, 130), (int(rng.integers(3, 9)), 2))
    if rng.random() < 0.5:
        cv2.fillPoly(canvas, [points.astype(np.int32)], _paint(_colour(rng)), cv2.LINE_AA)
    else:
        cv2.polylines(
            canvas, [points.astype(np.int32)], False, _paint(_colour(rng)), int(rng.integers(2, 9)), cv2.LINE_AA
        )


def _panel(rng: np.random.Generator, canvas: Floats, layout: Layout, style: Style) -> None:
    """The field of the numbers: plain, striped by lines, or with rules between lines and columns."""
    x, y, width, height = layout.panel
    field = canvas[max(0, y) : y + height, max(0, x) : x + width]
    share = np.float32(1.0 if rng.random() < 0.7 else rng.uniform(0.85, 1.0))
    field[:] = field * (1 - share) + style.ground * share
    field *= floats(1 + rng.uniform(0, 0.05) * cv2.resize(noise(rng, 20, 20), field.shape[1::-1]))[..., None]
    count = 6 if layout.kind == "warrior" else 1
    dark = np.float32(1 + (0.12 if _grey(style.ground) < 0.5 else -0.12) * rng.uniform(0, 1))
    for line in range(0, count if rng.random() < 0.5 else 0, 2):
        field[round(line * height / count) : round((line + 1) * height / count)] *= dark
    if rng.random() < 0.35:
        for line in range(count + 1):
            at = round(y + line * height / count)
            cv2.line(canvas, (x, at), (x + width, at), _paint(style.ink), int(rng.integers(1, 4)), cv2.LINE_AA)
    if rng.random() < 0.2:
        cv2.rectangle(canvas, (x, y), (x + width, y + height), _paint(style.ink), int(rng.integers(1, 5)), cv2.LINE_AA)


def _line_numbers(rng: np.random.Generator, canvas: Floats, layout: Layout, style: Style) -> list[Box]:
    if layout.numbered == "no":
        return []
    lines = [spot for spot in layout.spots if spot.cell[1] == "mvt"]
    boxes = []
    for number, spot in enumerate(lines, start=1):
        mark = Spot(spot.cell, layout.number_x, spot.y, spot.height * 0.85)
        if layout.numbered == "digits":
            boxes.append(_number(rng, canvas, mark, number, style))
        else:
            _die(canvas, mark, number, style)
    return boxes


def _die(canvas: Floats, spot: Spot, number: int, style: Style) -> None:
    half = spot.height * 0.5
    low, high = (int(spot.x - half), int(spot.y - half)), (int(spot.x + half), int(spot.y + half))
    cv2.rectangle(canvas, low, high, _paint(style.ink), -1)
    for px, py in PIPS[number]:
        at = (int(spot.x + px * half * 0.55), int(spot.y + py * half * 0.55))
        cv2.circle(canvas, at, max(2, int(half * 0.17)), _paint(style.ground), -1, cv2.LINE_AA)


def _number(rng: np.random.Generator, canvas: Floats, spot: Spot, value: int, style: Style) -> Box:
    _badge(canvas, spot, style)
    letter = str(value)
    y = spot.y - rise(style.face, letter, spot.height)
    if style.rim:
        away = floats([0.0 if _grey(style.ink) > 0.5 else 1.0] * 3)
        _press(canvas, stencil(style.face, letter, spot.height, style.bold + style.rim), spot.x, y, away)
    return _press(canvas, stencil(style.face, letter, spot.height, style.bold), spot.x, y, style.ink)


def _badge(canvas: Floats, spot: Spot, style: Style) -> None:
    half, paint = spot.height * 0.68, _paint(style.badge_colour)
    x, y = spot.x, spot.y
    if style.badge == "disc":
        cv2.circle(canvas, (int(x), int(y)), int(half), paint, -1, cv2.LINE_AA)
    elif style.badge == "box":
        cv2.rectangle(canvas, (int(x - half), int(y - half)), (int(x + half), int(y + half)), paint, -1)
    elif style.badge == "shield":
        shape = np.array([[-1, -0.95], [1, -0.95], [0.95, 0.3], [0, 1.25], [-0.95, 0.3]]) * half + (x, y)
        cv2.fillPoly(canvas, [shape.astype(np.int32)], paint, cv2.LINE_AA)


def _press(canvas: Floats, cut: Floats, x: float, y: float, ink: Floats) -> Box:
    """Ink through a stencil laid around a middle; what would leave the card is cut off. Returns the ink's box."""
    height, width = cut.shape
    left, top = round(x - width / 2), round(y - height / 2)
    from_x, from_y = max(0, -left), max(0, -top)
    part = canvas[max(0, top) : max(0, top + height), max(0, left) : max(0, left + width)]
    cut = cut[from_y : from_y + part.shape[0], from_x : from_x + part.shape[1]]
    part[:] = part * (1 - cut[..., None]) + ink * cut[..., None]
    return (float(left + 2), float(top + 2), float(width - 4), float(height - 4))


def _mislead(rng: np.random.Generator, canvas: Floats, layout: Layout, names: list[str]) -> None:
    """A title, lines of small text, a number in the text: all of them no values."""
    with_capitals = lettered(names)
    for _ in range(int(rng.integers(1, 6))):
        face = str(rng.choice(with_capitals))
        height = float(rng.choice([rng.uniform(10, 18), rng.uniform(18, 50)]))
        x, y = rng.uniform(0.03, 0.6) * layout.width, rng.uniform(0.02, 0.98) * layout.height
        ink = _readable(_colour(rng), floats(canvas[min(int(y), layout.height - 1), int(x)]), rng)
        for letter in rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), int(rng.integers(3, 14))):
            cut = stencil(face, str(letter), height)
            _press(canvas, cut, x + cut.shape[1] / 2, y, ink)
            x += cut.shape[1] + height * 0.02
