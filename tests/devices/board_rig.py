"""Photos of a board: tiles laid where a test wants them, seen by a camera that stands a little askew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.evaluation.tag_images import TagScene, TileOnTable, draw_tag_scene, table_perspective
from vision.images import Image
from vision.tags.grammar import Tag, TagKind
from vision.tags.reading import TagReading
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


TILE_PX = 150


def bare_picture(tiles: Sequence[Lies], face_of: Callable[[int], Image]) -> Image:
    """The same without labels: the faces of the tiles edge to edge on a plain table, seen a little askew."""
    (left, top), (width, height) = _extent(tiles)
    table = np.full((height, width, 3), (70, 110, 90), np.uint8)
    for tile in tiles:
        face = cv2.resize(face_of(tile.number), (TILE_PX - 2, TILE_PX - 2), interpolation=cv2.INTER_AREA)
        x, y = round((tile.x - left) * TILE_PX), round((tile.y - top) * TILE_PX)
        table[y : y + TILE_PX - 2, x : x + TILE_PX - 2] = np.rot90(face, -tile.turn // 90)
    seen = cv2.warpPerspective(table, _askew(width, height), (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.8), np.uint8)


def label_on(tiles: Sequence[Lies], tile: Lies, number: int) -> TagReading:
    """A label as it would be read in that picture, on one of its tiles."""
    (left, top), (width, height) = _extent(tiles)
    middle = np.array([tile.x - left + 0.5, tile.y - top + 0.5]) * TILE_PX
    around = np.array([[-20, -20], [20, -20], [20, 20], [-20, 20]], np.float32) + middle.astype(np.float32)
    turned = np.roll(around, -(tile.turn // 90), axis=0)[None]
    corners = cv2.perspectiveTransform(turned.astype(np.float32), _askew(width, height))[0]
    tag = Tag(TagKind.TILE, number)
    places = tuple((float(x), float(y)) for x, y in corners)
    return TagReading(tag.text, tag, tile.turn, (places[0], places[1], places[2], places[3]), "both")


def _extent(tiles: Sequence[Lies]) -> tuple[tuple[float, float], tuple[int, int]]:
    left, top = min(tile.x for tile in tiles) - 1, min(tile.y for tile in tiles) - 1
    wide, tall = max(tile.x for tile in tiles) - left + 2, max(tile.y for tile in tiles) - top + 2
    return (left, top), (round(wide * TILE_PX), round(tall * TILE_PX))


def _askew(width: int, height: int) -> np.ndarray:
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = np.array([[30, 12], [-18, 26], [-6, -14], [12, -30]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, corners + moved))
