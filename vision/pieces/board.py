"""A whole board of square pieces without any labels: found, known again, turned, and laid on a grid.

A few pieces are found by their features wherever they lie. From them the others are looked for where their neighbours
must lie: edge to edge, so that every piece that is known says more exactly where the next ones are. Which of two pieces
that look alike lies somewhere is told by the ways that must join.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

import cv2
import numpy as np

from vision.cards.find import flatten_card
from vision.images import Floats, Image, floats
from vision.pieces.features import find_features, grey_of, shrunk
from vision.pieces.knowing import LIMITS, PieceReader, PieceReading
from vision.pieces.shape import EDGES, has_way

Cell = tuple[int, int]  # to the east, to the south
Points = Sequence[tuple[float, float]]
# sure: this piece. asked: one of these, somebody must look. unknown: a piece that was never taught.
CellLevel = Literal["sure", "asked", "unknown"]

_LONG = 2000  # images of boards are searched at this size
_FEATURES_LONG = 1600
_POINTS = 5000
_OFF = 0.25  # of a piece, by which it may lie beside its place
_SMALLEST = 48  # pixels along a piece's edge: smaller ones show nothing
_MOST = 100  # pieces
_FAR_AHEAD = 10.0  # cells by which the next piece is behind; chosen by `vision.evaluation.board_trial`
_STEPS: Mapping[str, Cell] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_SQUARE = floats([[0, 0], [1, 0], [1, 1], [0, 1]])


@dataclass(frozen=True, slots=True)
class BoardPiece:
    """`names` are several where they look alike and are of one group, or, if it is asked about, might both lie there.

    `turns` is how each of them would be turned, clockwise from upright.
    """

    cell: Cell
    level: CellLevel
    names: tuple[str, ...] = ()
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board of an image; its north is the image's top, to the nearest quarter."""

    pieces: tuple[BoardPiece, ...] = ()
    # Known pieces between the places of the grid.
    loose: tuple[str, ...] = ()
    # From the image to the grid, whose cell (0, 0) reaches from 0 to 1; None where nothing was found.
    to_grid: Floats | None = None

    def place_of(self, corners: Points) -> tuple[Cell, float, int] | None:
        """Something upright between four corners of the image: its cell, how far it is from the middle of that, and
        its turn; None where there is no grid."""
        if self.to_grid is None:
            return None
        mapped = _mapped(floats(corners), self.to_grid)
        middle = mapped.mean(axis=0) - 0.5
        cell, top = np.rint(middle), mapped[1] - mapped[0]
        turn = round(float(np.degrees(np.arctan2(top[1], top[0]))) / 90) % 4 * 90
        return (int(cell[0]), int(cell[1])), float(np.abs(middle - cell).max()), turn


class _Placed(NamedTuple):
    reading: PieceReading
    corners: Floats  # in the image, from the cell's north-west on
    turn: int


@dataclass(slots=True)
class _Grid:
    """What is placed so far, and the perspective through all of it."""

    placed: dict[Cell, _Placed]
    from_grid: Floats
    unknown: set[Cell] = field(default_factory=set)

    def corners_of(self, cell: Cell) -> Floats:
        return _mapped(_SQUARE + floats(cell), self.from_grid)

    def fit(self) -> None:
        """Anew through all corners: the farther apart they lie, the more exact it is."""
        cells = np.vstack([_SQUARE + floats(cell) for cell in self.placed])
        corners = np.vstack([one.corners for one in self.placed.values()])
        matrix, _ = cv2.findHomography(cells, corners, cv2.RANSAC, 0.12 * _edge(corners[:4]))
        if matrix is not None:
            self.from_grid = floats(matrix)


class BoardReader:
    """`edges`: to which edges of a piece its ways lead, "NES", as it lies upright; of pieces that have ways."""

    def __init__(self, reader: PieceReader, edges: Mapping[str, str]) -> None:
        self._reader = reader
        self._edges = edges

    def read(self, image: Image) -> BoardView:
        frame, scale = shrunk(image, _LONG)
        small, by = shrunk(frame, _FEATURES_LONG)
        seeds = self._reader.places(frame, find_features(grey_of(small), _POINTS), by)
        seeds = [one for one in seeds if one.ids[0] in self._edges and _edge(floats(one.corners)) >= _SMALLEST]
        if not seeds:
            return BoardView()
        grid = _begun(seeds[0])
        loose = self._take_in(grid, seeds)
        self._grow(frame, grid)
        view = self._view(grid)
        to_grid = np.linalg.inv(grid.from_grid.astype(np.float64)) @ np.diag([scale, scale, 1.0])
        names = {name for one in view for name in one.names}
        return BoardView(tuple(view), tuple(one for one in loose if one not in names), floats(to_grid))

    # -- the grid ------------------------------------------------------------------------------------------------------

    def _take_in(self, grid: _Grid, seeds: list[PieceReading]) -> tuple[str, ...]:
        """Every piece that features found, on its cell, the nearest ones first; the names of those beside the grid."""
        left, beside = seeds[1:], []
        while left:
            near = min(left, key=lambda one: _distance(grid, one))
            left.remove(near)
            corners = floats(near.corners)
            cell, off = _cell_of(grid, corners)
            if off > _OFF:
                beside.append(near.ids[0])
            elif cell not in grid.placed:
                grid.placed[cell] = _placed(near, grid, cell)
                grid.fit()
        return tuple(beside)

    def _grow(self, frame: Image, grid: _Grid) -> None:
        """Looks at the places beside all that is known, until nothing more is found."""
        looked = set(grid.placed)
        while len(grid.placed) < _MOST:
            beside = {cell for one in {*grid.placed, *grid.unknown} for cell in _around(one)} - looked
            if not beside:
                return
            for cell in sorted(beside):
                looked.add(cell)
                corners = grid.corners_of(cell)
                if not _visible(corners, frame):
                    continue
                reading = self._reader.read_at(frame, corners)
                if self._fits(grid, reading):
                    grid.placed[cell] = _placed(reading, grid, cell)
                elif self._strange(frame, grid, cell):
                    grid.unknown.add(cell)
            grid.fit()

    def _fits(self, grid: _Grid, reading: PieceReading) -> bool:
        known = reading.level != "none" and reading.ids[0] in self._edges
        return known and _cell_of(grid, floats(reading.corners))[1] < _OFF

    def _strange(self, frame: Image, grid: _Grid, cell: Cell) -> bool:
        """Whether a piece that was never taught lies there: a way leads into it, and goes on."""
        flat = flatten_card(frame, grid.corners_of(cell))[0]
        for edge, (x, y) in _STEPS.items():
            neighbour = grid.placed.get((cell[0] + x, cell[1] + y))
            if neighbour is not None and _opposite(edge) in self._ways(neighbour.reading.ids[0], neighbour.turn):
                return has_way(flat, edge)
        return False

    # -- what lies on it -----------------------------------------------------------------------------------------------

    def _view(self, grid: _Grid) -> list[BoardPiece]:
        found = [self._piece(grid, cell) for cell in grid.placed]
        found += [BoardPiece(cell, "unknown") for cell in grid.unknown]
        left, top = (min(one.cell[axis] for one in found) for axis in (0, 1))
        grid.from_grid = floats(grid.from_grid @ np.array([[1, 0, left], [0, 1, top], [0, 0, 1]], np.float32))
        moved = [replace(one, cell=(one.cell[0] - left, one.cell[1] - top)) for one in found]
        return sorted(_once(moved), key=lambda one: (one.cell[1], one.cell[0]))

    def _piece(self, grid: _Grid, cell: Cell) -> BoardPiece:
        """With the piece whose ways join its neighbours' before one that looks the same."""
        reading, _, turn = grid.placed[cell]
        names = dict.fromkeys(reading.ids, turn)
        if reading.level == "asked" and reading.other in self._edges and reading.doubt == "close":
            names[reading.other] = (turn + reading.other_turn - reading.turn) % 360
        joined = {name: self._joined(grid, cell, name, turned) for name, turned in names.items()}
        ranked = sorted(names, key=lambda name: -joined[name])
        alone = len(grid.placed) == 1
        joins, far = joined[ranked[0]] > 0, reading.ahead >= _FAR_AHEAD
        # A figure on it or a blurred image makes a lone piece doubtful. On a board it lies where a piece must, its ways
        # join, and nothing else comes near.
        covered = reading.doubt == "covered" and reading.alike >= LIMITS.sure and joins and far
        # One whose ways do not join may have been turned by mistake, or be another one.
        known = reading.level == "sure" and (alone or joins or far)
        level: CellLevel = "sure" if known or covered else "asked"
        return BoardPiece(cell, level, tuple(ranked), tuple(names[name] for name in ranked))

    def _joined(self, grid: _Grid, cell: Cell, name: str, turn: int) -> int:
        """How many of its ways go on in a neighbour, less half of those that end at a wall."""
        ways, joined = self._ways(name, turn), 0
        for edge, (x, y) in _STEPS.items():
            beside = (cell[0] + x, cell[1] + y)
            neighbour = grid.placed.get(beside)
            if neighbour is None:
                # A strange piece was found because a way leads into it.
                joined += 2 * (beside in grid.unknown and edge in ways)
                continue
            there = _opposite(edge) in self._ways(neighbour.reading.ids[0], neighbour.turn)
            joined += 2 if edge in ways and there else -1 if (edge in ways) != there else 0
        return joined

    def _ways(self, name: str, turn: int) -> str:
        edges = self._edges.get(name, "")
        return "".join(EDGES[(EDGES.index(edge) + turn // 90) % 4] for edge in edges)


def _begun(seed: PieceReading) -> _Grid:
    """A grid of one piece, whose north is the edge that lies highest in the image."""
    corners = floats(np.roll(floats(seed.corners), seed.turn // 90, axis=0))
    matrix = floats(cv2.getPerspectiveTransform(_SQUARE, corners))
    return _Grid({(0, 0): _Placed(seed, corners, seed.turn)}, matrix)


def _placed(reading: PieceReading, grid: _Grid, cell: Cell) -> _Placed:
    """Turned as its first corner lies on the grid."""
    corners = floats(reading.corners)
    inside = _mapped(corners, floats(np.linalg.inv(grid.from_grid))) - floats(cell)
    quarter = int(np.argmin([float(np.abs(np.roll(inside, k, axis=0) - _SQUARE).sum()) for k in range(4)]))
    return _Placed(reading, floats(np.roll(corners, quarter, axis=0)), quarter * 90)


def _cell_of(grid: _Grid, corners: Floats) -> tuple[Cell, float]:
    """The cell a piece lies in, and how far its middle is from that of the cell."""
    middle = _mapped(floats([corners.mean(axis=0)]), floats(np.linalg.inv(grid.from_grid)))[0] - 0.5
    cell = np.rint(middle)
    return (int(cell[0]), int(cell[1])), float(np.abs(middle - cell).max())


def _distance(grid: _Grid, reading: PieceReading) -> float:
    """From the nearest piece that is placed, in the image."""
    middle = floats(reading.corners).mean(axis=0)
    return min(float(np.linalg.norm(middle - one.corners.mean(axis=0))) for one in grid.placed.values())


def _once(pieces: list[BoardPiece]) -> list[BoardPiece]:
    """A piece is in the box once: where it seems to lie twice, the places that are not sure are asked about, and where
    there is another name for one, it takes that."""
    sure = {one.names[0] for one in pieces if one.level == "sure"}
    kept = []
    for one in pieces:
        if one.level == "asked" and one.names and one.names[0] in sure:
            free = [k for k, name in enumerate(one.names) if name not in sure]
            if not free:
                kept.append(BoardPiece(one.cell, "unknown"))
                continue
            one = replace(one, names=tuple(one.names[k] for k in free), turns=tuple(one.turns[k] for k in free))
        kept.append(one)
    return kept


def _mapped(points: Floats, matrix: Floats) -> Floats:
    return floats(cv2.perspectiveTransform(floats(points).reshape(1, -1, 2), matrix)[0])


def _around(cell: Cell) -> list[Cell]:
    return [(cell[0] + x, cell[1] + y) for x, y in _STEPS.values()]


def _opposite(edge: str) -> str:
    return EDGES[(EDGES.index(edge) + 2) % 4]


def _edge(corners: Floats) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _visible(corners: Floats, frame: Image) -> bool:
    """Whether most of a place lies within the image."""
    height, width = frame.shape[:2]
    slack = 0.1 * _edge(corners)
    inside = bool((corners >= -slack).all() and (corners <= np.array([width, height]) + slack).all())
    return inside and bool(np.isfinite(corners).all()) and _edge(corners) >= _SMALLEST
