"""The tiles of the box that lie on the table, as somebody who compares them with the real table needs them."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.board import turned
from companion.rules.state import State


class LyingTile(NamedTuple):
    """A tile of the box: its number there, its name on the table, where it lies and how."""

    number: str
    label: str
    at: tuple[int, int]
    rotation: int
    # After how many degrees it looks the same again: 90, 180 or 360.
    symmetry: int


def lying_tiles(state: State) -> list[LyingTile]:
    """Every tile of the box in play; pieces that an override made up have no number and are left out."""
    found = []
    for number, label in state.laid.items():
        tile = state.board.tiles[label]
        found.append(LyingTile(number, label, tile.at, tile.rotation, symmetry_of(tile.openings)))
    return found


def symmetry_of(openings: int) -> int:
    """
    >>> [symmetry_of(mask) for mask in (15, 5, 7)]
    [90, 180, 360]
    """
    return next(turn for turn in (90, 180, 360) if turned(openings, turn) == openings)
