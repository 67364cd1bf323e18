"""From the tags of one image of a whole board to a grid, and from two grids to their differences.

Every tag shows the size and the directions of its own tile, so it says where its neighbours' middles must be. These
links between neighbours give whole-numbered cells even when the board is seen at a slant. One perspective fitted
through all of them then checks each tag against all the others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt

from vision.tags.grammar import Tag
from vision.tags.reading import Points, TagReading, angle_of, nearest_quarter

GridCell = tuple[int, int]
_Vector = npt.NDArray[np.float64]

_LINK_TOLERANCE = 0.3
_CELL_TOLERANCE = 0.35
# a start tile may lie four steps from the next one
_LONGEST_LINK = 4


@dataclass(frozen=True, slots=True, order=True)
class PlacedTag:
    """A tag in a cell (x to the east, y to the south), turned clockwise by 0, 90, 180 or 270 degrees."""

    tag: Tag
    cell: GridCell
    turn: int


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """What lies on the grid, and what was read beside it."""

    placed: tuple[PlacedTag, ...]
    loose: tuple[TagReading, ...]


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """How labels are stuck on: edge of the code over edge of the tile, and the middle of the code in tile edges from
    the middle of the tile, to its right and down (with its printed north up)."""

    code_share: float = 0.23
    right: float = 0.0
    down: float = 0.0


@dataclass(frozen=True, slots=True)
class _Tile:
    """A tile that was read: its middle, one tile to the board's east and one to its south in pixels, and its turn."""

    reading: TagReading
    tag: Tag
    middle: _Vector
    axes: npt.NDArray[np.float64]
    turn: int

    def steps_to(self, other: _Tile) -> _Vector:
        """How many tiles to go east and south: the mean of both ends, so that their errors of perspective cancel."""
        away = other.middle - self.middle
        mean: _Vector = (np.linalg.solve(self.axes, away) + np.linalg.solve(other.axes, away)) / 2
        return mean


def arrange_board(readings: Sequence[TagReading], label: LabelPlace | None = None) -> BoardLayout:
    """The board of an image. Its north is the image's top, to the nearest quarter; the corner cell is (0, 0)."""
    tiles = _tiles(readings, label or LabelPlace())
    if not tiles:
        return BoardLayout((), ())
    cells = _linked_cells(tiles)
    cells = _checked_cells(tiles, cells)
    placed = _from_corner([PlacedTag(tiles[index].tag, cell, tiles[index].turn) for index, cell in cells.items()])
    loose = tuple(tile.reading for index, tile in enumerate(tiles) if index not in cells)
    return BoardLayout(placed, loose)


def _tiles(readings: Sequence[TagReading], label: LabelPlace) -> list[_Tile]:
    tagged = [(one, one.tag, np.asarray(one.corners, np.float64)) for one in readings if one.tag is not None]
    angles = [angle_of(corners) for _, _, corners in tagged]
    board_angle = _common_angle(angles)
    return [
        _tile(one, tag, corners, nearest_quarter(angle - board_angle), label)
        for (one, tag, corners), angle in zip(tagged, angles, strict=True)
    ]


def _common_angle(angles: Sequence[float]) -> float:
    """The angle of the grid, -45..45 degrees: the mean of all tags', quarter turns left aside."""
    fourfold = np.exp(4j * np.radians(np.asarray(angles)))
    return float(np.degrees(np.angle(fourfold.sum())) / 4)


def _tile(reading: TagReading, tag: Tag, corners: Points, turn: int, label: LabelPlace) -> _Tile:
    top_left, top_right, bottom_right, bottom_left = corners
    right = ((top_right - top_left) + (bottom_right - bottom_left)) / 2 / label.code_share
    down = ((bottom_left - top_left) + (bottom_right - top_right)) / 2 / label.code_share
    middle = np.asarray(reading.centre) - label.right * right - label.down * down
    # a tile turned clockwise by a quarter has its own right to the board's south and its own down to the west
    east, south = {0: (right, down), 90: (-down, right), 180: (-right, -down), 270: (down, -right)}[turn]
    return _Tile(reading, tag, middle, np.column_stack([east, south]), turn)


def _linked_cells(tiles: Sequence[_Tile]) -> dict[int, GridCell]:
    """Cells of the largest group of tiles that are linked, counted from any one of them; nearest links first."""
    groups = [{index: (0, 0)} for index in range(len(tiles))]
    group_of = list(range(len(tiles)))
    for _, first, second, step in _links(tiles):
        one, other = group_of[first], group_of[second]
        if one == other:
            continue
        at, to = groups[one][first], groups[other][second]
        shift = (at[0] + step[0] - to[0], at[1] + step[1] - to[1])
        for index, cell in groups[other].items():
            groups[one][index] = (cell[0] + shift[0], cell[1] + shift[1])
            group_of[index] = one
        groups[other] = {}
    return max(groups, key=len)


def _links(tiles: Sequence[_Tile]) -> list[tuple[float, int, int, GridCell]]:
    """Pairs of tiles a whole number of steps apart, the most exact first."""
    found = []
    for first, second in combinations(range(len(tiles)), 2):
        steps = tiles[first].steps_to(tiles[second])
        whole = np.rint(steps)
        error, length = float(np.abs(steps - whole).max()), float(np.abs(whole).max())
        if 1 <= length <= _LONGEST_LINK and error < _LINK_TOLERANCE:
            found.append((length + error, first, second, (int(whole[0]), int(whole[1]))))
    return sorted(found)


def _checked_cells(tiles: Sequence[_Tile], cells: dict[int, GridCell]) -> dict[int, GridCell]:
    """Cells by one perspective through all tiles; a tile off the grid, or the worse of two in a cell, is left out."""
    matrix = _perspective(tiles, cells)
    if matrix is None:
        return cells
    best: dict[GridCell, tuple[float, int]] = {}
    for index, tile in enumerate(tiles):
        at = cv2.perspectiveTransform(tile.middle.reshape(1, 1, 2), matrix).reshape(2)
        cell = (round(float(at[0])), round(float(at[1])))
        error = float(np.abs(at - cell).max())
        if error < min(_CELL_TOLERANCE, best.get(cell, (1.0, 0))[0]):
            best[cell] = (error, index)
    return {index: cell for cell, (_, index) in sorted(best.items())}


def _perspective(tiles: Sequence[_Tile], cells: dict[int, GridCell]) -> npt.NDArray[np.float64] | None:
    """From the image to the grid, or None where the tiles do not fix one (fewer than four, or all in a line)."""
    grid = np.array(list(cells.values()), np.float64)
    if len(grid) < 4 or np.linalg.matrix_rank(grid - grid.mean(axis=0)) < 2:
        return None
    # the ends of every tile's own axes steady the fit where a board is only two tiles wide
    middles = np.array([tiles[index].middle for index in cells])
    ends = [middles]
    goals = [grid]
    for axis, step in ((0, (0.25, 0.0)), (1, (0.0, 0.25))):
        for sign in (1, -1):
            arms = np.array([tiles[index].axes[:, axis] for index in cells])
            ends.append(middles + sign * 0.25 * arms)
            goals.append(grid + sign * np.array(step))
    matrix, _ = cv2.findHomography(np.vstack(ends), np.vstack(goals), 0)
    return None if matrix is None else np.asarray(matrix, np.float64)


def _from_corner(placed: Sequence[PlacedTag]) -> tuple[PlacedTag, ...]:
    left = min(one.cell[0] for one in placed)
    top = min(one.cell[1] for one in placed)
    moved = (PlacedTag(one.tag, (one.cell[0] - left, one.cell[1] - top), one.turn) for one in placed)
    return tuple(sorted(moved, key=lambda one: (one.cell[1], one.cell[0])))


class LayoutChange(StrEnum):
    """How a tag differs."""

    TURNED = "turned"
    MOVED = "moved"
    MISSING = "missing"
    UNEXPECTED = "unexpected"


@dataclass(frozen=True, slots=True)
class LayoutDifference:
    """One tag that is not as expected; what is not there is None. Cells and turns are those of the expected layout."""

    change: LayoutChange
    tag: Tag
    expected: PlacedTag | None
    found: PlacedTag | None


@dataclass(frozen=True, slots=True)
class LayoutComparison:
    """The differences, and the found layout turned and moved onto the expected one."""

    differences: tuple[LayoutDifference, ...]
    found: tuple[PlacedTag, ...]
    rotation: int
    shift: GridCell

    def aligned(self, cell: GridCell) -> GridCell:
        """A cell of the found layout, as it lies on the expected one."""
        x, y = _turned_cell(cell, self.rotation)
        return x + self.shift[0], y + self.shift[1]


def compare_layouts(
    expected: Sequence[PlacedTag],
    found: Sequence[PlacedTag],
    rotation: int | None = None,
    symmetry: Mapping[Tag, int] | None = None,
) -> LayoutComparison:
    """Lays the found layout onto the expected one where most tags agree, then lists what differs.

    `rotation` is how far the found layout has to be turned clockwise (0, 90, 180, 270) when the camera's place is
    known; without it the best of the four is taken. `symmetry` names the tags that are the same again after less than
    a whole turn (90 or 180 degrees): such a turn is no difference.
    """
    same = symmetry or {}
    turn, shift = _fit(expected, found, (0, 90, 180, 270) if rotation is None else (rotation,), same)
    aligned = tuple(_moved(_turned(one, turn), shift) for one in found)
    return LayoutComparison(tuple(_differences(expected, aligned, same)), aligned, turn, shift)


def _fit(
    expected: Sequence[PlacedTag], found: Sequence[PlacedTag], rotations: Sequence[int], symmetry: Mapping[Tag, int]
) -> tuple[int, GridCell]:
    """The turn and shift under which most tags lie in their cells, and most of these as they should be turned."""
    wanted = {one.tag: one for one in expected}
    scores: Counter[tuple[int, GridCell]] = Counter()
    for rotation in rotations:
        for one in found:
            target, here = wanted.get(one.tag), _turned(one, rotation)
            if target is not None:
                shift = (target.cell[0] - here.cell[0], target.cell[1] - here.cell[1])
                scores[rotation, shift] += 3 if _looks_alike(target, here, symmetry) else 2
    if not scores:
        return rotations[0], (0, 0)
    return min(scores, key=lambda fit: (-scores[fit], fit))


def _differences(
    expected: Sequence[PlacedTag], found: Sequence[PlacedTag], symmetry: Mapping[Tag, int]
) -> Iterable[LayoutDifference]:
    copies: defaultdict[Tag, list[PlacedTag]] = defaultdict(list)
    for one in found:
        copies[one.tag].append(one)
    for target in expected:
        if not copies[target.tag]:
            yield LayoutDifference(LayoutChange.MISSING, target.tag, target, None)
            continue
        nearest = min(copies[target.tag], key=lambda one: _unlike(target, one))
        copies[target.tag].remove(nearest)
        if nearest.cell != target.cell:
            yield LayoutDifference(LayoutChange.MOVED, target.tag, target, nearest)
        if not _looks_alike(target, nearest, symmetry):
            yield LayoutDifference(LayoutChange.TURNED, target.tag, target, nearest)
    for tag, others in copies.items():
        yield from (LayoutDifference(LayoutChange.UNEXPECTED, tag, None, one) for one in others)


def _looks_alike(target: PlacedTag, one: PlacedTag, symmetry: Mapping[Tag, int]) -> bool:
    return (target.turn - one.turn) % symmetry.get(target.tag, 360) == 0


def _unlike(target: PlacedTag, one: PlacedTag) -> tuple[bool, bool, PlacedTag]:
    return one.cell != target.cell, one.turn != target.turn, one


def _turned(one: PlacedTag, degrees: int) -> PlacedTag:
    """The same after the whole layout is turned clockwise about cell (0, 0)."""
    return PlacedTag(one.tag, _turned_cell(one.cell, degrees), (one.turn + degrees) % 360)


def _turned_cell(cell: GridCell, degrees: int) -> GridCell:
    x, y = cell
    return {0: (x, y), 90: (-y, x), 180: (-x, -y), 270: (y, -x)}[degrees]


def _moved(one: PlacedTag, shift: GridCell) -> PlacedTag:
    return PlacedTag(one.tag, (one.cell[0] + shift[0], one.cell[1] + shift[1]), one.turn)
