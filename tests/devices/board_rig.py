"""Photos of a board: tiles laid where a test wants them, seen by a camera that stands a little askew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.evaluation.tag_images import TagScene, TileOnTable, draw_tag_scene, table_perspective
from vision.images import Image
from vision.tags.grammar import Tag, TagKind
from vision.training.degradation import Degradation

DEGRADATION = Degradation(light=0.9, slope=0.2, blur=0.4, noise=2.0)


class Lies(NamedTuple):
    """A tile on the table: its number, where its middle is in tile widths, how it is turned, of which set."""

    number: int
    x: float
    y: float
    turn: int = 0
    set_code: str = "A"


def picture(tiles: Sequence[Lies], seed: int = 1) -> Image:
    left, top = min(tile.x for tile in tiles), min(tile.y for tile in tiles)
    columns, rows = (max(getattr(tile, axis) for tile in tiles) for axis in ("x", "y"))
    extent = (columns - left + 1.6, rows - top + 1.6)
    size = (round(150 * extent[0]), round(150 * extent[1]))
    lying = tuple(_lying(tile, left - 0.8, top - 0.8) for tile in tiles)
    rng = np.random.default_rng(seed)
    return draw_tag_scene(
        TagScene(size, table_perspective(size, extent, 0.04, rng), lying, DEGRADATION, seed=seed)
    ).image


def _lying(tile: Lies, left: float, top: float) -> TileOnTable:
    tag = Tag(TagKind.TILE, tile.number, tile.set_code)
    return TileOnTable(tag, (round(tile.x), round(tile.y)), tile.turn, (tile.x - left, tile.y - top), tile.turn + 1.0)


def photo(tiles: Sequence[Lies], seed: int = 1) -> bytes:
    return jpeg(picture(tiles, seed))


def jpeg(image: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1])


def with_orientation(data: bytes, orientation: int) -> bytes:
    """The same JPEG with a camera's note of how it was held (EXIF)."""
    entry = b"\x01\x12" + b"\x00\x03" + b"\x00\x00\x00\x01" + orientation.to_bytes(2, "big") + b"\x00\x00"
    tiff = b"MM\x00\x2a" + (8).to_bytes(4, "big") + b"\x00\x01" + entry + b"\x00\x00\x00\x00"
    body = b"Exif\x00\x00" + tiff
    return data[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + data[2:]
