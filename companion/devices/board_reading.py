"""The tiles in an image of the board: by their labels, and by their faces where the owner taught them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.devices.taught_pieces import TaughtPieces
from companion.protocol.refusal import Refused
from vision.images import Image
from vision.pieces.board import BoardPiece, BoardReader, BoardView
from vision.tags.grammar import Tag, TagKind, TagStatus, tag_from_id, tag_status
from vision.tags.layout import GridCell, PlacedTag, arrange_board
from vision.tags.reader import read_tags
from vision.tags.reading import TagReading, tags_of

_OFF = 0.35  # of a tile, by which a label may be from the middle of its place


class SeenTile(NamedTuple):
    """A tile that was known by its face: which ones it may be, how each would be turned, and whether that is sure.

    Sure with several names: they look alike and are the same to the game.
    """

    cell: GridCell
    tags: tuple[Tag, ...]
    turns: tuple[int, ...]
    sure: bool


@dataclass(frozen=True, slots=True)
class BoardReading:
    """What an image of the board shows: tiles on the grid, tiles beside it, labels that are of no tile of this box."""

    placed: tuple[PlacedTag, ...]
    loose: tuple[Tag, ...]
    unknown: tuple[Tag, ...]
    # Known by their faces, on the same grid; and the places of tiles that nobody taught.
    seen: tuple[SeenTile, ...] = ()
    strange: tuple[GridCell, ...] = ()


def read_board_image(image: Image, names: Mapping[str, str], taught: TaughtPieces) -> BoardReading:
    """`names` are the tags of the box. An image without any tile is refused."""
    known = frozenset(tag_from_id(name) for name in names)
    tags = read_tags(image)
    labelled = [one for one in tags if one.tag in known and one.tag.kind is TagKind.TILE]
    unknown = _unknown(tags_of(tags), known)
    view = _by_sight(image, taught)
    if view.pieces:
        return _both(labelled, view, unknown)
    layout = arrange_board(labelled)
    if not layout.placed:
        raise Refused("table/no_tiles_seen", "no_tiles_seen")
    return BoardReading(layout.placed, tags_of(layout.loose), unknown)


def _by_sight(image: Image, taught: TaughtPieces) -> BoardView:
    known = taught.known()
    edges = {piece.id: piece.openings for piece in taught.pieces() if piece.kind == "tile" and piece.id in known}
    return BoardReader(taught.reader(), edges).read(image) if edges else BoardView()


def _both(labelled: Sequence[TagReading], view: BoardView, unknown: tuple[Tag, ...]) -> BoardReading:
    """Labels on the grid that sight found. A label names its tile, unless the face is surely another one's."""
    seen = {one.cell: one for one in view.pieces if one.names}
    strange = {one.cell for one in view.pieces if not one.names}
    placed, loose = [], [tag_from_id(name) for name in view.loose]
    differ: list[SeenTile] = []
    for one in labelled:
        place = view.place_of(one.corners)
        if one.tag is None or place is None:
            continue
        cell, off, turn = place
        if off > _OFF:
            loose.append(one.tag)
            continue
        face = seen.pop(cell, None)
        strange.discard(cell)
        if face is not None and face.level == "sure" and one.tag.id not in face.names:
            tags = (one.tag, *(tag_from_id(name) for name in face.names))
            differ.append(SeenTile(cell, tags, (turn, *face.turns), False))
        else:
            placed.append(PlacedTag(one.tag, cell, turn))
    labels = {one.tag for one in placed}
    tiles = [tile for one in seen.values() if (tile := _tile(one, labels)) is not None]
    beside = tuple(sorted({tag for tag in loose if tag not in labels}))
    return BoardReading(tuple(placed), beside, unknown, (*tiles, *differ), tuple(sorted(strange)))


def _tile(piece: BoardPiece, labels: set[Tag]) -> SeenTile | None:
    """A tile whose label was read elsewhere is not this one."""
    named = [(tag_from_id(name), turn) for name, turn in zip(piece.names, piece.turns, strict=True)]
    left = [(tag, turn) for tag, turn in named if tag not in labels]
    if not left:
        return None
    return SeenTile(piece.cell, tuple(tag for tag, _ in left), tuple(turn for _, turn in left), piece.level == "sure")


def _unknown(tags: Sequence[Tag], known: frozenset[Tag]) -> tuple[Tag, ...]:
    """Tags of other sets, and of this set with a number the box does not have."""
    return tuple(
        sorted({tag for tag in tags if tag_status(tag.text, known) in (TagStatus.OTHER_SET, TagStatus.UNKNOWN)})
    )
