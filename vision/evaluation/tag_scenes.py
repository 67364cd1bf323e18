"""Scenes with tags by seed: one tile in the tray, a board of many, tables without any tag."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.evaluation.tag_images import (
    CODE_SHARE,
    ForeignCard,
    TagScene,
    TileOnTable,
    covered_share,
    table_perspective,
)
from vision.tags.grammar import Tag, TagKind
from vision.training.degradation import usual_degradation

TRAY_SIZE = (1280, 720)
TILES = tuple(Tag(TagKind.TILE, number) for number in range(1, 37))

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


def tray_scene(seed: int, tag: Tag | None = None, frame: int = 0, foreign: bool = False) -> TagScene:
    """One tile under the tray camera, about 300 pixels wide; frames of one seed differ in hand shake and noise."""
    rng = np.random.default_rng((1, seed))
    tag = tag or TILES[int(rng.integers(len(TILES)))]
    extent = (TRAY_SIZE[0] / 300, TRAY_SIZE[1] / 300)
    tile = _anywhere(tag, rng, extent)
    to_image = table_perspective(TRAY_SIZE, extent, 0.06, rng)
    degradation = usual_degradation(rng)
    shake = np.random.default_rng((2, seed, frame)).normal(0, 0.004, 2)
    tile = replace(tile, centre=(tile.centre[0] + float(shake[0]), tile.centre[1] + float(shake[1])))
    others = _foreign_cards(rng, extent, 1) if foreign else ()
    return TagScene(TRAY_SIZE, to_image, (tile,), degradation, others, seed * 16 + frame)


def empty_scene(seed: int, size: tuple[int, int], foreign: int) -> TagScene:
    """A table without any tag, with some codes of other people."""
    rng = np.random.default_rng((3, seed))
    extent = (size[0] / 300, size[1] / 300)
    return TagScene(
        size,
        table_perspective(size, extent, 0.06, rng),
        (),
        usual_degradation(rng),
        _foreign_cards(rng, extent, foreign),
        seed,
    )


def board_scene(seed: int, tiles: int, columns: int, rows: int, size: tuple[int, int]) -> TagScene:
    """A board that fills the image: tiles on a grid (a connected part of it), each a little crooked."""
    rng = np.random.default_rng((4, seed))
    tags = [TILES[int(index)] for index in rng.permutation(len(TILES))[:tiles]]
    laid = [
        _on_grid(tag, cell, rng) for tag, cell in zip(tags, connected_cells(tiles, columns, rows, rng), strict=True)
    ]
    to_image = table_perspective(size, (columns + 0.3, rows + 0.3), 0.03, rng)
    return TagScene(size, to_image, tuple(laid), usual_degradation(rng), seed=seed)


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


def _on_grid(tag: Tag, cell: tuple[int, int], rng: np.random.Generator) -> TileOnTable:
    turn = int(rng.integers(4)) * 90
    nudge = np.clip(rng.normal(0, 0.012, 2), -0.03, 0.03)
    centre = (cell[0] + 0.65 + float(nudge[0]), cell[1] + 0.65 + float(nudge[1]))
    return _with_figures(TileOnTable(tag, cell, turn, centre, turn + float(rng.normal(0, 1.5))), rng)


def _anywhere(tag: Tag, rng: np.random.Generator, extent: tuple[float, float]) -> TileOnTable:
    turn = int(rng.integers(4)) * 90
    centre = (float(rng.uniform(0.8, extent[0] - 0.8)), float(rng.uniform(0.8, extent[1] - 0.8)))
    return _with_figures(TileOnTable(tag, (0, 0), turn, centre, turn + float(rng.uniform(-25, 25))), rng)


def _with_figures(tile: TileOnTable, rng: np.random.Generator) -> TileOnTable:
    """Sometimes a figure stands on the tile; it may touch the label and a corner of the code, no more."""
    if rng.random() > 0.4:
        return tile
    angle, radius = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.17)
    distance = CODE_SHARE * 0.55 + radius + rng.uniform(-0.015, 0.15)
    disc = (float(np.cos(angle) * distance), float(np.sin(angle) * distance), float(radius))
    covered = replace(tile, discs=(disc,))
    return covered if covered_share(covered, (0, 0)) <= 0.03 else tile


def _foreign_cards(rng: np.random.Generator, extent: tuple[float, float], count: int) -> tuple[ForeignCard, ...]:
    return tuple(
        ForeignCard(
            FOREIGN[int(rng.integers(len(FOREIGN)))],
            (float(rng.uniform(0.15, 0.85)) * extent[0], float(rng.uniform(0.15, 0.85)) * extent[1]),
            float(rng.uniform(0, 360)),
        )
        for _ in range(count)
    )
