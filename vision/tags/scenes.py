"""Scenes for tests and bench: one tile in the tray, a board of many, tables without any tag. Deterministic by seed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.tags.art import CODE_SHARE
from vision.tags.grammar import Kind, Tag
from vision.tags.render import Lying, Stage, Stray, covered_share, view
from vision.tags.weather import usual

TRAY_SIZE = (1280, 720)
TILES = tuple(Tag(Kind.TILE, number) for number in range(1, 37))

FOREIGN = (
    "https://example.org/menu",
    "WIFI:T:WPA;S:den;P:secret;;",
    "TICKET 4711-0815",
    "CL:AT0017J",
    "CL:AT017I",
    "cl:at0017i",
    "BEGIN:VCARD\nN:Somebody\nEND:VCARD",
    "4006381333931",
    "another game, tile 17",
)
"""Codes that are not tags, some of them nearly one."""


def tray(seed: int, tag: Tag | None = None, frame: int = 0, foreign: bool = False) -> Stage:
    """One tile under the tray camera, about 300 pixels wide; frames of one seed differ in hand shake and noise."""
    rng = np.random.default_rng((1, seed))
    tag = tag or TILES[int(rng.integers(len(TILES)))]
    extent = (TRAY_SIZE[0] / 300, TRAY_SIZE[1] / 300)
    tile = _thrown(tag, rng, extent)
    to_picture = view(TRAY_SIZE, extent, 0.06, rng)
    weather = usual(rng)
    shake = np.random.default_rng((2, seed, frame)).normal(0, 0.004, 2)
    tile = replace(tile, centre=(tile.centre[0] + float(shake[0]), tile.centre[1] + float(shake[1])))
    others = _strays(rng, extent, 1) if foreign else ()
    return Stage(TRAY_SIZE, to_picture, (tile,), weather, others, seed * 16 + frame)


def empty(seed: int, size: tuple[int, int], foreign: int) -> Stage:
    """A table without any tag, with some codes of other people."""
    rng = np.random.default_rng((3, seed))
    extent = (size[0] / 300, size[1] / 300)
    return Stage(size, view(size, extent, 0.06, rng), (), usual(rng), _strays(rng, extent, foreign), seed)


def board(seed: int, tiles: int, columns: int, rows: int, size: tuple[int, int]) -> Stage:
    """A board that fills the picture: tiles on a grid (a connected part of it), each a little crooked."""
    rng = np.random.default_rng((4, seed))
    tags = [TILES[int(index)] for index in rng.permutation(len(TILES))[:tiles]]
    laid = [
        _on_grid(tag, cell, rng) for tag, cell in zip(tags, connected_cells(tiles, columns, rows, rng), strict=True)
    ]
    to_picture = view(size, (columns + 0.3, rows + 0.3), 0.03, rng)
    return Stage(size, to_picture, tuple(laid), usual(rng), seed=seed)


def connected_cells(count: int, columns: int, rows: int, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Grows a board from one cell, each next one beside an earlier one."""
    cells = [(int(rng.integers(columns)), int(rng.integers(rows)))]
    while len(cells) < count:
        x, y = cells[int(rng.integers(len(cells)))]
        step_x, step_y = ((1, 0), (-1, 0), (0, 1), (0, -1))[int(rng.integers(4))]
        cell = (x + step_x, y + step_y)
        if cell not in cells and 0 <= cell[0] < columns and 0 <= cell[1] < rows:
            cells.append(cell)
    return cells


def _on_grid(tag: Tag, cell: tuple[int, int], rng: np.random.Generator) -> Lying:
    turn = int(rng.integers(4)) * 90
    nudge = np.clip(rng.normal(0, 0.012, 2), -0.03, 0.03)
    centre = (cell[0] + 0.65 + float(nudge[0]), cell[1] + 0.65 + float(nudge[1]))
    return _with_figures(Lying(tag, cell, turn, centre, turn + float(rng.normal(0, 1.5))), rng)


def _thrown(tag: Tag, rng: np.random.Generator, extent: tuple[float, float]) -> Lying:
    turn = int(rng.integers(4)) * 90
    centre = (float(rng.uniform(0.8, extent[0] - 0.8)), float(rng.uniform(0.8, extent[1] - 0.8)))
    return _with_figures(Lying(tag, (0, 0), turn, centre, turn + float(rng.uniform(-25, 25))), rng)


def _with_figures(tile: Lying, rng: np.random.Generator) -> Lying:
    """Sometimes a figure stands on the tile; it may touch the label and a corner of the code, no more."""
    if rng.random() > 0.4:
        return tile
    angle, radius = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.17)
    distance = CODE_SHARE * 0.55 + radius + rng.uniform(-0.015, 0.15)
    disc = (float(np.cos(angle) * distance), float(np.sin(angle) * distance), float(radius))
    covered = replace(tile, discs=(disc,))
    return covered if covered_share(covered, (0, 0)) <= 0.03 else tile


def _strays(rng: np.random.Generator, extent: tuple[float, float], count: int) -> tuple[Stray, ...]:
    return tuple(
        Stray(
            FOREIGN[int(rng.integers(len(FOREIGN)))],
            (float(rng.uniform(0.15, 0.85)) * extent[0], float(rng.uniform(0.15, 0.85)) * extent[1]),
            float(rng.uniform(0, 360)),
        )
        for _ in range(count)
    )
