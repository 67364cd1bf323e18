"""Draws pictures of labelled tiles as a camera would see them, with the truth beside; the same seed, the same picture.

Nothing here knows how the reader works: tiles lie on a table plane, the plane is seen in perspective, then light,
shadow, glare, blur and noise are laid over the whole picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.tags.art import CODE_SHARE, TILE_PX, cover_disc, foreign_card, table_top, tile_face
from vision.tags.grammar import Tag
from vision.tags.pattern import MODULES
from vision.tags.weather import Weather, weathered

Picture = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float64]
Points = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TrueTag:
    """A tag that is in the picture: where it is, how it is turned, how much of its code is covered."""

    tag: Tag
    cell: tuple[int, int]
    turn: int
    corners: Points
    covered: float


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and what is in it."""

    picture: Picture
    tags: tuple[TrueTag, ...]
    foreign: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile on the plane: centre in tile widths, clockwise angle in degrees, discs on it (x, y, radius)."""

    tag: Tag
    cell: tuple[int, int]
    turn: int
    centre: tuple[float, float]
    angle: float
    discs: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Stray:
    """Somebody else's code on a card: its text, centre in tile widths, clockwise angle in degrees."""

    text: str
    centre: tuple[float, float]
    angle: float


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything a picture is drawn from."""

    size: tuple[int, int]
    to_picture: Matrix
    tiles: tuple[Lying, ...]
    weather: Weather
    foreign: tuple[Stray, ...] = ()
    seed: int = 0
    label_at: tuple[float, float] = (0.0, 0.0)


def draw(stage: Stage) -> Scene:
    """The picture of a stage."""
    rng = np.random.default_rng((stage.seed, 7))
    picture = table_top(rng, stage.size)
    for stray in stage.foreign:
        _lay(picture, foreign_card(stray.text), stage.to_picture @ _placement(stray.centre, stray.angle, 0.9))
    for tile in stage.tiles:
        face = tile_face(tile.tag, rng, stage.label_at)
        for disc in tile.discs:
            cover_disc(face, disc, rng)
        _lay(picture, face, stage.to_picture @ _placement(tile.centre, tile.angle, 1.0))
    texts = tuple(stray.text for stray in stage.foreign)
    return Scene(weathered(picture, stage.weather, rng), true_tags(stage), texts)


def true_tags(stage: Stage) -> tuple[TrueTag, ...]:
    """Where the tags of a stage are in its picture, without drawing it."""
    return tuple(_truth(stage, tile) for tile in stage.tiles)


def view(size: tuple[int, int], extent: tuple[float, float], tilt: float, rng: np.random.Generator) -> Matrix:
    """A perspective from a plane of `extent` tile widths to a picture, each corner moved inwards by up to `tilt`."""
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
    """Points of the plane in the picture."""
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


def _lay(picture: Picture, face: Picture, matrix: Matrix) -> None:
    """Draws a face into the picture, anti-aliased by drawing it twice as large first."""
    corners = project(matrix, [(0, 0), (TILE_PX, 0), (TILE_PX, TILE_PX), (0, TILE_PX)])
    height, width = picture.shape[:2]
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
    under = picture[top:bottom, left:right]
    under[:] = np.clip(small + under * (1 - share), 0, 255).astype(np.uint8)


def _truth(stage: Stage, tile: Lying) -> TrueTag:
    half = TILE_PX * CODE_SHARE / 2
    x, y = (TILE_PX * (0.5 + at) for at in stage.label_at)
    square = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    matrix = stage.to_picture @ _placement(tile.centre, tile.angle, 1.0)
    return TrueTag(tile.tag, tile.cell, tile.turn, project(matrix, square), covered_share(tile, stage.label_at))


def covered_share(tile: Lying, label_at: tuple[float, float]) -> float:
    """The share of the code's squares under a disc."""
    steps = (np.arange(MODULES) + 0.5) / MODULES - 0.5
    xs, ys = np.meshgrid(steps * CODE_SHARE + label_at[0], steps * CODE_SHARE + label_at[1])
    hidden = np.zeros(xs.shape, np.bool_)
    for x, y, radius in tile.discs:
        hidden |= (xs - x) ** 2 + (ys - y) ** 2 < radius**2
    return float(hidden.mean())
