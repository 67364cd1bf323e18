"""Rendered images of labelled tiles, with the truth beside them; the same seed gives the same image.

Nothing here knows how the reader works: tiles lie on a table plane, the plane is seen in perspective, then light,
shadow, glare, blur and noise are laid over the whole image.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt
import segno

from vision.images import Image
from vision.tags.grammar import Tag
from vision.tags.pattern import MODULES, QUIET_MODULES, Modules, modules_of
from vision.tags.reading import Points
from vision.training.degradation import Degradation, degraded

CODE_SHARE = 0.23
"""Edge of the code over edge of the tile: 18 mm on a tile of 78 mm."""

MODULE_PX = 7
CODE_PX = MODULES * MODULE_PX
TILE_PX = round(CODE_PX / CODE_SHARE)

_STONES = 12
_PAPER = 238
_INK = 24


def tile_face(tag: Tag, rng: np.random.Generator, label_at: tuple[float, float]) -> Image:
    """A tile with its label; `label_at` is the middle of the code, in tile widths from the middle of the tile."""
    face = np.rot90(_stone(int(rng.integers(_STONES))), int(rng.integers(4))).copy()
    label = _label(tag)
    height, width = label.shape[:2]
    quiet = QUIET_MODULES * MODULE_PX
    left = round(TILE_PX * (0.5 + label_at[0]) - CODE_PX / 2) - quiet
    top = round(TILE_PX * (0.5 + label_at[1]) - CODE_PX / 2) - quiet
    if not (0 <= top <= TILE_PX - height and 0 <= left <= TILE_PX - width):
        raise ValueError(f"a label at {label_at} does not fit on the tile")
    face[top : top + height, left : left + width] = label
    return face


@lru_cache(maxsize=256)
def _foreign_card(text: str) -> Image:
    """A white card with a code that is not ours."""
    code = modules_of_text(text)
    side = code.shape[0] + 2 * QUIET_MODULES
    paper = _paper(code, 1)
    card = np.full((TILE_PX, TILE_PX, 3), _PAPER, np.uint8)
    edge = min(TILE_PX, max(side * 5, 300))
    small = cv2.resize(paper, (edge, edge), interpolation=cv2.INTER_NEAREST)
    at = (TILE_PX - edge) // 2
    card[at : at + edge, at : at + edge] = small[..., None]
    card.setflags(write=False)
    return card


def _cover_disc(face: Image, disc: tuple[float, float, float], rng: np.random.Generator) -> None:
    """A figure's base on the tile: a round thing with a soft edge and a highlight."""
    x, y, radius = (round(TILE_PX * part) for part in disc)
    middle = (TILE_PX // 2 + x, TILE_PX // 2 + y)
    tone = int(rng.integers(15, 130))
    colour = tuple(int(np.clip(tone + shift, 0, 255)) for shift in rng.integers(-25, 25, 3))
    cv2.circle(face, middle, radius, colour, -1, cv2.LINE_AA)
    cv2.circle(face, middle, int(radius * 0.8), tuple(min(255, c + 20) for c in colour), 3, cv2.LINE_AA)


def _table_top(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """A table: a colour, grain and some stains."""
    width, height = size
    base = rng.integers(40, 190, 3)
    grain = rng.normal(0, 1, (max(2, height // 24), max(2, width // 160))).astype(np.float32)
    field = cv2.resize(grain, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.clip(base + field[..., None] * 9.0, 0, 255).astype(np.uint8)


def modules_of_text(text: str) -> Modules:
    """The code of any text, as somebody else would print it (smallest version, error level M)."""
    code = segno.make_qr(text, error="m", boost_error=False)
    return np.array([list(row) for row in code.matrix], dtype=np.bool_)


@lru_cache(maxsize=512)
def _label(tag: Tag) -> Image:
    """The label as it is printed: the code with its quiet zone, the number below."""
    paper = _paper(modules_of(tag), MODULE_PX)
    band = np.full((4 * MODULE_PX, paper.shape[1]), _PAPER, np.uint8)
    cv2.putText(band, str(tag.number), (24, 21), cv2.FONT_HERSHEY_SIMPLEX, 0.85, _INK, 3, cv2.LINE_AA)
    label: Image = np.vstack([paper, band])[..., None].repeat(3, axis=2)
    return label


def _paper(code: Modules, module_px: int) -> npt.NDArray[np.uint8]:
    padded = np.pad(code, QUIET_MODULES)
    grey = np.where(padded, _INK, _PAPER).astype(np.uint8)
    return grey.repeat(module_px, axis=0).repeat(module_px, axis=1)


@lru_cache(maxsize=_STONES)
def _stone(index: int) -> Image:
    """A floor of flagstones, each index another one."""
    rng = np.random.default_rng((20, index))
    tint = np.array([70, 85, 100]) * rng.uniform(0.5, 1.5) + rng.uniform(-20, 20, 3)
    height = np.zeros((TILE_PX, TILE_PX), np.float32)
    for cells, weight in ((5, 14.0), (20, 10.0), (90, 12.0), (300, 9.0)):
        rough = rng.normal(0, weight, (cells, cells)).astype(np.float32)
        height += cv2.resize(rough, (TILE_PX, TILE_PX), interpolation=cv2.INTER_CUBIC)
    face = np.clip(tint + height[..., None], 5, 250).astype(np.uint8)
    _joints(face, rng)
    return face


def _joints(face: Image, rng: np.random.Generator) -> None:
    """Dark lines between stones, and a wall along some edges: straight and high in contrast, as on real tiles."""
    step = int(rng.integers(70, 160))
    for at in range(int(rng.integers(0, step)), TILE_PX, step):
        for start in range(0, TILE_PX, step):
            bend = int(rng.integers(-8, 8))
            cv2.line(face, (start, at + bend), (start + step, at + bend), (22, 24, 26), 4, cv2.LINE_AA)
            cv2.line(face, (at + bend, start), (at + bend, start + step), (25, 27, 30), 4, cv2.LINE_AA)
    for _ in range(4):
        if rng.random() < 0.4:
            face[: TILE_PX // 12] = (face[: TILE_PX // 12] * 0.35).astype(np.uint8)
        face[:] = np.rot90(face).copy()


Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TrueTag:
    """A tag that is in the image: where it is, how it is turned, how much of its code is covered."""

    tag: Tag
    cell: tuple[int, int]
    turn: int
    corners: Points
    covered: float


@dataclass(frozen=True, slots=True)
class TagImage:
    """An image and what is in it."""

    image: Image
    tags: tuple[TrueTag, ...]
    foreign: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TileOnTable:
    """A tile on the plane: centre in tile widths, clockwise angle in degrees, discs on it (x, y, radius)."""

    tag: Tag
    cell: tuple[int, int]
    turn: int
    centre: tuple[float, float]
    angle: float
    discs: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class ForeignCard:
    """Somebody else's code on a card: its text, centre in tile widths, clockwise angle in degrees."""

    text: str
    centre: tuple[float, float]
    angle: float


@dataclass(frozen=True, slots=True)
class TagScene:
    """Everything an image is drawn from."""

    size: tuple[int, int]
    to_image: Matrix
    tiles: tuple[TileOnTable, ...]
    degradation: Degradation
    foreign: tuple[ForeignCard, ...] = ()
    seed: int = 0
    label_at: tuple[float, float] = (0.0, 0.0)


def draw_tag_scene(scene: TagScene) -> TagImage:
    """The image of a scene."""
    rng = np.random.default_rng((scene.seed, 7))
    image = _table_top(rng, scene.size)
    for card in scene.foreign:
        _lay(image, _foreign_card(card.text), scene.to_image @ _placement(card.centre, card.angle, 0.9))
    for tile in scene.tiles:
        face = tile_face(tile.tag, rng, scene.label_at)
        for disc in tile.discs:
            _cover_disc(face, disc, rng)
        _lay(image, face, scene.to_image @ _placement(tile.centre, tile.angle, 1.0))
    texts = tuple(card.text for card in scene.foreign)
    return TagImage(degraded(image, scene.degradation, rng), true_tags(scene), texts)


def true_tags(scene: TagScene) -> tuple[TrueTag, ...]:
    """Where the tags of a scene are in its image, without drawing it."""
    return tuple(_truth(scene, tile) for tile in scene.tiles)


def table_perspective(
    size: tuple[int, int], extent: tuple[float, float], tilt: float, rng: np.random.Generator
) -> Matrix:
    """A perspective from a plane of `extent` tile widths to an image, each corner moved inwards by up to `tilt`."""
    width, height = size
    plane_width, plane_height = extent
    scale = min(width / plane_width, height / plane_height)
    left, top = (width - scale * plane_width) / 2, (height - scale * plane_height) / 2
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
    target = unit * (scale * plane_width, scale * plane_height) + (left, top)
    inwards = (0.5 - unit) * 2 * rng.uniform(0, tilt, (4, 2)) * scale * min(plane_width, plane_height)
    source = (unit * extent).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(source, (target + inwards).astype(np.float32)), np.float64)


def project(matrix: Matrix, points: Sequence[tuple[float, float]] | Points) -> Points:
    """Points of the plane in the image."""
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, matrix), np.float64).reshape(-1, 2)


def _placement(centre: tuple[float, float], angle: float, size: float) -> Matrix:
    """From pixels of a face (TILE_PX across) to the plane."""
    turn = np.deg2rad(angle)
    cos, sin = np.cos(turn) * size / TILE_PX, np.sin(turn) * size / TILE_PX
    half = TILE_PX / 2
    return np.array(
        [
            [cos, -sin, centre[0] - cos * half + sin * half],
            [sin, cos, centre[1] - sin * half - cos * half],
            [0, 0, 1],
        ]
    )


def _lay(image: Image, face: Image, matrix: Matrix) -> None:
    """Draws a face into the image, anti-aliased by drawing it twice as large first."""
    corners = project(matrix, [(0, 0), (TILE_PX, 0), (TILE_PX, TILE_PX), (0, TILE_PX)])
    height, width = image.shape[:2]
    left, top = np.clip(np.floor(corners.min(axis=0)).astype(int) - 1, 0, (width, height))
    right, bottom = np.clip(np.ceil(corners.max(axis=0)).astype(int) + 1, 0, (width, height))
    if right - left < 2 or bottom - top < 2:
        return
    # pixel centres sit at half coordinates, so doubling keeps the half pixel
    shift = np.array([[2.0, 0, 0.5 - 2 * left], [0, 2.0, 0.5 - 2 * top], [0, 0, 1]])
    size = (2 * int(right - left), 2 * int(bottom - top))
    large = cv2.warpPerspective(face, shift @ matrix, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), shift @ matrix, size)
    half = (size[0] // 2, size[1] // 2)
    small = cv2.resize(large, half, interpolation=cv2.INTER_AREA).astype(np.float32)
    # what lies outside the face is black in `small`, so it is already weighted by the mask
    share = cv2.resize(mask, half, interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    under = image[top:bottom, left:right]
    under[:] = np.clip(small + under * (1 - share), 0, 255).astype(np.uint8)


def _truth(scene: TagScene, tile: TileOnTable) -> TrueTag:
    half = TILE_PX * CODE_SHARE / 2
    x, y = (TILE_PX * (0.5 + at) for at in scene.label_at)
    square = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    matrix = scene.to_image @ _placement(tile.centre, tile.angle, 1.0)
    return TrueTag(tile.tag, tile.cell, tile.turn, project(matrix, square), covered_share(tile, scene.label_at))


def covered_share(tile: TileOnTable, label_at: tuple[float, float]) -> float:
    """The share of the code's squares under a disc."""
    steps = (np.arange(MODULES) + 0.5) / MODULES - 0.5
    xs, ys = np.meshgrid(steps * CODE_SHARE + label_at[0], steps * CODE_SHARE + label_at[1])
    hidden = np.zeros(xs.shape, np.bool_)
    for x, y, radius in tile.discs:
        hidden |= (xs - x) ** 2 + (ys - y) ** 2 < radius**2
    return float(hidden.mean())
