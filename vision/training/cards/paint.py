"""Cards of our own, painted in many layouts and type faces; none of them is the publisher's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.cards.layout import LINES, VALUES
from vision.cards.reader import CardKind
from vision.glyphs.shapes import digit_rise, faces_with_capitals, stencil
from vision.images import Floats, Image, floats, pixels
from vision.render.art import PIPS
from vision.render.surface import TILE, hue_colour, noise

CardCell = tuple[int, str]  # line (0 on a demon's card) and value


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """One number on the card: its middle and the height of its digit, in pixels of the card."""

    cell: CardCell
    x: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class CardLayout:
    kind: CardKind
    width: int
    height: int
    spots: tuple[PrintedNumber, ...]
    panel: tuple[int, int, int, int]  # the field behind the numbers: x, y, width, height
    numbered: Literal["no", "digits", "pips"]  # what stands before each line
    number_x: float


def _sample_card_layout(rng: np.random.Generator, kind: CardKind) -> CardLayout:
    return _warrior(rng) if kind == "warrior" else _demon(rng)


def _size(rng: np.random.Generator) -> tuple[int, int]:
    long, short = 900, int(900 * rng.uniform(0.58, 0.78))
    return (short, long) if rng.random() < 0.6 else (long, short)


def _warrior(rng: np.random.Generator) -> CardLayout:
    width, height = _size(rng)
    tall = height * rng.uniform(0.52, 0.86)
    pitch = tall / LINES
    digit = pitch * rng.uniform(0.45, 0.78)
    gap = max(digit * rng.uniform(1.25, 2.6), 24.0)
    numbered = rng.choice(["no", "digits", "pips"], p=[0.35, 0.4, 0.25])
    before = gap * rng.uniform(0.9, 1.3) if numbered != "no" else 0.0
    gap = min(gap, (width * 0.9 - before) / 3)
    wide = before + 3 * gap
    left = rng.uniform(0.04 * width, max(0.05 * width, 0.96 * width - wide))
    top = rng.uniform(0.05 * height, 0.95 * height - tall)
    spots = tuple(
        PrintedNumber((line, value), left + before + (column + 0.5) * gap, top + (line + 0.5) * pitch, digit)
        for line in range(LINES)
        for column, value in enumerate(VALUES)
    )
    panel = (int(left), int(top), int(wide), int(tall))
    return CardLayout("warrior", width, height, spots, panel, numbered, left + before * 0.5)


def _demon(rng: np.random.Generator) -> CardLayout:
    width, height = _size(rng)
    digit = min(width, height) * rng.uniform(0.06, 0.13)
    gap = digit * rng.uniform(1.6, 2.8)
    upright = bool(rng.random() < 0.25)  # the values one under the other
    apart = bool(rng.random() < 0.6)  # the health stands by itself
    count = 3 if apart else 4
    step = np.array([0.0, gap]) if upright else np.array([gap, 0.0])
    room = np.array([width, height]) * 0.9 - step * (count - 1) - 2 * digit
    start = floats(np.array([width, height]) * 0.05 + digit + rng.uniform(0, 1, 2) * np.maximum(room, 0))
    names = VALUES if apart else ("health", *VALUES)
    spots = [
        PrintedNumber((0, name), float(start[0] + step[0] * k), float(start[1] + step[1] * k), digit)
        for k, name in enumerate(names)
    ]
    if apart:
        spots.append(_health(rng, width, height, start, digit))
    xs, ys = [spot.x for spot in spots[:count]], [spot.y for spot in spots[:count]]
    panel = (int(xs[0] - digit), int(ys[0] - digit), int(xs[-1] - xs[0] + 2 * digit), int(ys[-1] - ys[0] + 2 * digit))
    return CardLayout("demon", width, height, tuple(spots), panel, "no", 0.0)


def _health(rng: np.random.Generator, width: int, height: int, start: Floats, digit: float) -> PrintedNumber:
    """In the corner farthest from the values, usually larger."""
    x = width * (0.14 if start[0] > width / 2 else 0.86)
    y = height * (0.12 if start[1] > height / 2 else 0.88)
    return PrintedNumber((0, "health"), x, y, digit * rng.uniform(0.9, 1.6))


InkBox = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PaintedCard:
    kind: CardKind
    image: Image
    values: dict[CardCell, int]
    boxes: dict[CardCell, InkBox]  # around each digit's ink, in pixels of the image
    others: tuple[InkBox, ...]  # digits that are no value: the numbers of the lines


@dataclass(frozen=True, slots=True)
class CardStyle:
    """How this card's numbers are printed."""

    face: str
    ink: Floats
    ground: Floats  # of the panel
    bold: float
    rim: float  # width of an outline around each digit, in parts of its height; 0 is none
    badge: Literal["none", "disc", "box", "shield"]  # behind every digit
    badge_colour: Floats


def paint_card(rng: np.random.Generator, kind: CardKind, names: list[str]) -> PaintedCard:
    """A card with digits of one of the named faces."""
    layout = _sample_card_layout(rng, kind)
    style = _style(rng, names)
    canvas = _ground(rng, layout, style)
    _mislead(rng, canvas, layout, names)
    _panel(rng, canvas, layout, style)
    others = _line_numbers(rng, canvas, layout, style)
    values = {spot.cell: int(rng.integers(0, 10)) for spot in layout.spots}
    boxes = {spot.cell: _number(rng, canvas, spot, values[spot.cell], style) for spot in layout.spots}
    return PaintedCard(kind, pixels(np.clip(canvas * 255, 0, 255)), values, boxes, tuple(others))


def _style(rng: np.random.Generator, names: list[str]) -> CardStyle:
    ground, ink, badge_colour = (_colour(rng) for _ in range(3))
    badge: Literal["none", "disc", "box", "shield"] = rng.choice(
        ["none", "disc", "box", "shield"], p=[0.6, 0.15, 0.15, 0.1]
    )
    behind = ground if badge == "none" else badge_colour
    rim = float(rng.uniform(0.03, 0.08)) if rng.random() < 0.25 else 0.0
    return CardStyle(
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


def _ground(rng: np.random.Generator, layout: CardLayout, style: CardStyle) -> Floats:
    """Uneven colour, an image made of blots and strokes, a frame."""
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


def _panel(rng: np.random.Generator, canvas: Floats, layout: CardLayout, style: CardStyle) -> None:
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


def _line_numbers(rng: np.random.Generator, canvas: Floats, layout: CardLayout, style: CardStyle) -> list[InkBox]:
    if layout.numbered == "no":
        return []
    lines = [spot for spot in layout.spots if spot.cell[1] == "mvt"]
    boxes = []
    for number, spot in enumerate(lines, start=1):
        mark = PrintedNumber(spot.cell, layout.number_x, spot.y, spot.height * 0.85)
        if layout.numbered == "digits":
            boxes.append(_number(rng, canvas, mark, number, style))
        else:
            _die(canvas, mark, number, style)
    return boxes


def _die(canvas: Floats, spot: PrintedNumber, number: int, style: CardStyle) -> None:
    half = spot.height * 0.5
    low, high = (int(spot.x - half), int(spot.y - half)), (int(spot.x + half), int(spot.y + half))
    cv2.rectangle(canvas, low, high, _paint(style.ink), -1)
    for px, py in PIPS[number]:
        at = (int(spot.x + px * half * 0.55), int(spot.y + py * half * 0.55))
        cv2.circle(canvas, at, max(2, int(half * 0.17)), _paint(style.ground), -1, cv2.LINE_AA)


def _number(rng: np.random.Generator, canvas: Floats, spot: PrintedNumber, value: int, style: CardStyle) -> InkBox:
    _badge(canvas, spot, style)
    letter = str(value)
    y = spot.y - digit_rise(style.face, letter, spot.height)
    if style.rim:
        away = floats([0.0 if _grey(style.ink) > 0.5 else 1.0] * 3)
        _press(canvas, stencil(style.face, letter, spot.height, style.bold + style.rim), spot.x, y, away)
    return _press(canvas, stencil(style.face, letter, spot.height, style.bold), spot.x, y, style.ink)


def _badge(canvas: Floats, spot: PrintedNumber, style: CardStyle) -> None:
    half, paint = spot.height * 0.68, _paint(style.badge_colour)
    x, y = spot.x, spot.y
    if style.badge == "disc":
        cv2.circle(canvas, (int(x), int(y)), int(half), paint, -1, cv2.LINE_AA)
    elif style.badge == "box":
        cv2.rectangle(canvas, (int(x - half), int(y - half)), (int(x + half), int(y + half)), paint, -1)
    elif style.badge == "shield":
        shape = np.array([[-1, -0.95], [1, -0.95], [0.95, 0.3], [0, 1.25], [-0.95, 0.3]]) * half + (x, y)
        cv2.fillPoly(canvas, [shape.astype(np.int32)], paint, cv2.LINE_AA)


def _press(canvas: Floats, cut: Floats, x: float, y: float, ink: Floats) -> InkBox:
    """Ink through a stencil laid around a middle; what would leave the card is cut off. Returns the ink's box."""
    height, width = cut.shape
    left, top = round(x - width / 2), round(y - height / 2)
    from_x, from_y = max(0, -left), max(0, -top)
    part = canvas[max(0, top) : max(0, top + height), max(0, left) : max(0, left + width)]
    cut = cut[from_y : from_y + part.shape[0], from_x : from_x + part.shape[1]]
    part[:] = part * (1 - cut[..., None]) + ink * cut[..., None]
    return (float(left + 2), float(top + 2), float(width - 4), float(height - 4))


def _mislead(rng: np.random.Generator, canvas: Floats, layout: CardLayout, names: list[str]) -> None:
    """A title, lines of small text, a number in the text: all of them no values."""
    with_capitals = faces_with_capitals(names)
    for _ in range(int(rng.integers(1, 6))):
        face = str(rng.choice(with_capitals))
        height = float(rng.choice([rng.uniform(10, 18), rng.uniform(18, 50)]))
        x, y = rng.uniform(0.03, 0.6) * layout.width, rng.uniform(0.02, 0.98) * layout.height
        ink = _readable(_colour(rng), floats(canvas[min(int(y), layout.height - 1), int(x)]), rng)
        for letter in rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), int(rng.integers(3, 14))):
            cut = stencil(face, str(letter), height)
            _press(canvas, cut, x + cut.shape[1] / 2, y, ink)
            x += cut.shape[1] + height * 0.02
