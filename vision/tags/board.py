"""One picture of the whole board, taken at once: the tiles on their grid."""

from __future__ import annotations

from collections.abc import Collection

from vision.tags.grammar import Kind, Tag
from vision.tags.layout import LabelPlace, Layout, arrange
from vision.tags.reader import read_tags
from vision.tags.seen import Picture


def read_board(picture: Picture, known: Collection[Tag] | None = None, label: LabelPlace | None = None) -> Layout:
    """The tiles of a picture, arranged; tags of cards and figures that lie about are left aside."""
    tiles = [one for one in read_tags(picture, known) if one.tag is not None and one.tag.kind is Kind.TILE]
    return arrange(tiles, label)
