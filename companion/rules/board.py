"""The tiles on the table: where they lie, which are joined, which openings lead into the dark.

A cell is (x, y); x grows east, y grows south. Openings are a set of edges kept as four bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from companion.rules.records import frozen, in_snapshot, unchangeable

Cell: TypeAlias = tuple[int, int]
Label: TypeAlias = str
Openings: TypeAlias = int

EDGES: Final = ("N", "E", "S", "W")
BIT: Final[dict[str, int]] = {edge: 1 << i for i, edge in enumerate(EDGES)}
STEP: Final[dict[str, Cell]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE: Final[dict[str, str]] = {"N": "S", "E": "W", "S": "N", "W": "E"}
ROTATIONS: Final = (0, 90, 180, 270)


def openings_from(text: str) -> Openings:
    """
    >>> openings_from("NES")
    7
    """
    mask = 0
    for edge in text:
        mask |= BIT[edge]
    return mask


def openings_text(mask: Openings) -> str:
    return "".join(edge for edge in EDGES if mask & BIT[edge])


def turned(mask: Openings, rotation: int) -> Openings:
    """The openings after a clockwise turn.

    >>> openings_text(turned(openings_from("NE"), 90))
    'ES'
    """
    steps = rotation // 90 % 4
    return ((mask << steps) | (mask >> (4 - steps))) & 15


def beyond(cell: Cell, edge: str) -> Cell:
    dx, dy = STEP[edge]
    return cell[0] + dx, cell[1] + dy


class Tile(NamedTuple):
    """A tile of the box, openings as printed."""

    label: Label
    kind: str
    openings: Openings


@in_snapshot()
class Laid(NamedTuple):
    """A tile on the table, openings as they now point."""

    label: Label
    kind: str
    at: Cell
    openings: Openings
    rotation: int


@unchangeable
class Board:
    """Every tile laid so far. Immutable: laying one gives a new board.

    What the rules ask all the time (neighbours, unexplored openings) is worked out once, here, because the board
    changes far less often than these are needed.
    """

    __slots__ = ("by_kind", "cells", "joined", "tiles", "unexplored")

    tiles: Mapping[Label, Laid]
    by_kind: Mapping[str, tuple[Label, ...]]
    cells: Mapping[Cell, Laid]
    joined: Mapping[Label, tuple[Label, ...]]
    unexplored: Mapping[Label, Openings]

    def __init__(self, tiles: tuple[Laid, ...] = ()) -> None:
        _set(self, "tiles", frozen({laid.label: laid for laid in tiles}))
        kinds = dict.fromkeys([laid.kind for laid in tiles])
        by_kind = {kind: tuple([laid.label for laid in tiles if laid.kind == kind]) for kind in kinds}
        _set(self, "by_kind", frozen(by_kind))
        _set(self, "cells", frozen({laid.at: laid for laid in tiles}))
        _set(self, "joined", frozen({laid.label: self._neighbours(laid) for laid in tiles}))
        _set(self, "unexplored", frozen({laid.label: self._dark_edges(laid) for laid in tiles}))

    def _neighbours(self, laid: Laid) -> tuple[Label, ...]:
        found = []
        for edge in EDGES:
            other = self.cells.get(beyond(laid.at, edge))
            if other and laid.openings & BIT[edge] and other.openings & BIT[OPPOSITE[edge]]:
                found.append(other.label)
        return tuple(found)

    def _dark_edges(self, laid: Laid) -> Openings:
        mask = 0
        for edge in EDGES:
            if laid.openings & BIT[edge] and beyond(laid.at, edge) not in self.cells:
                mask |= BIT[edge]
        return mask

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the tiles it is made of."""
        return Board, (tuple(self.tiles.values()),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.tiles == other.tiles

    def __hash__(self) -> int:
        return hash(tuple(self.tiles.values()))

    def __repr__(self) -> str:
        return f"<Board: {len(self.tiles)} tiles, {', '.join(self.tiles)}>"

    def lay(self, laid: Laid) -> Board:
        return Board((*self.tiles.values(), laid))

    def without(self, label: Label) -> Board:
        return Board(tuple(t for t in self.tiles.values() if t.label != label))

    def parts(self) -> list[set[Label]]:
        """Tiles by the part of the board they belong to: those joined with each other, however far."""
        left, found = set(self.tiles), []
        while left:
            front = [left.pop()]
            part = set(front)
            while front:
                for label in self.joined[front.pop()]:
                    if label not in part:
                        part.add(label)
                        front.append(label)
            left -= part
            found.append(part)
        return found

    def can_be_joined(self) -> bool:
        """Is there a way over free cells from every part of the board to the others, from opening to opening?"""
        parts = self.parts()
        if len(parts) < 2:
            return True
        outside = self._free_cells()
        reached, todo = [parts[0]], parts[1:]
        while todo:
            near = {outside.get(cell) for part in reached for cell in self._dark_cells(part)}
            more = [part for part in todo if near & {outside.get(cell) for cell in self._dark_cells(part)} - {None}]
            if not more:
                return False
            reached += more
            todo = [part for part in todo if part not in more]
        return True

    def _dark_cells(self, part: set[Label]) -> set[Cell]:
        return {
            beyond(self.tiles[label].at, edge) for label in part for edge in EDGES if self.unexplored[label] & BIT[edge]
        }

    def _free_cells(self) -> dict[Cell, int]:
        """Cells without a tile, on the board and one around it, each with the number of its region."""
        xs, ys = [x for x, _ in self.cells], [y for _, y in self.cells]
        free = {
            (x, y)
            for x in range(min(xs) - 1, max(xs) + 2)
            for y in range(min(ys) - 1, max(ys) + 2)
            if (x, y) not in self.cells
        }
        region: dict[Cell, int] = {}
        for number, start in enumerate(sorted(free)):
            front = [start] if start not in region else []
            while front:
                cell = front.pop()
                if cell in free and cell not in region:
                    region[cell] = number
                    front += [beyond(cell, edge) for edge in EDGES]
        return region

    def stays_open(self, cell: Cell, openings: Openings) -> bool:
        """Would some opening still lead into the dark with such a tile laid on that cell (EXP-5)?"""
        for edge in EDGES:
            if openings & BIT[edge] and beyond(cell, edge) not in self.cells:
                return True
        for label, mask in self.unexplored.items():
            laid = self.tiles[label]
            for edge in EDGES:
                if mask & BIT[edge] and beyond(laid.at, edge) != cell:
                    return True
        return False


_set = object.__setattr__
