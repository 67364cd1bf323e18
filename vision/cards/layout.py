"""How the digits of a card are arranged: the table of a warrior, or the row of a demon."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.digits import CardDigits
from vision.images import Floats, floats

LINES = 6  # of a warrior's table
VALUES = ("mvt", "cbt", "def")
_COLUMN = 4  # digits that make a column
_STRAY = 2  # digits that make one suspect a column
_NEAR = 0.22  # how far from its line a digit may stand, in parts of the distance of lines
_BESIDE = 0.45  # how far from its column, in heights of a digit
_EVEN = 0.14  # how unevenly digits may be spaced, in parts of the distance
_GAP = (1.1, 4.0)  # distance of neighbours in heights of a digit
_LONGEST = 4
_CLEAR = 0.9  # certainty of a digit that counts by itself


@dataclass(frozen=True, slots=True)
class CardGrid:
    """`rows[line, column]` is the digit there, or -1."""

    rows: NDArray[np.int64]
    score: float
    strays: bool  # there are digits beside the table, as if it had more columns or lines

    @property
    def columns(self) -> int:
        return int(self.rows.shape[1])


def find_grid(digits: CardDigits) -> CardGrid | None:
    """The best table, with the columns in order from the left."""
    best: CardGrid | None = None
    for pitch, start in _pitches(digits):
        grid = _laid(digits, pitch, start)
        if grid is not None and (best is None or grid.score > best.score):
            best = grid
    return best


def grid_boxes(grid: CardGrid, digits: CardDigits) -> Floats:
    """A box (line, column, 4) for every cell; where no digit was found, where it ought to be."""
    there = grid.rows >= 0
    lines, columns = np.nonzero(there)
    middles, heights = digits.middles[grid.rows[there]], digits.boxes[grid.rows[there], 3]
    height = float(np.median(heights))
    xs = _Places(lines, columns, middles[:, 0], grid.columns)
    ys = _Places(columns, lines, middles[:, 1], LINES)
    boxes = np.zeros((LINES, grid.columns, 4), np.float32)
    for line in range(LINES):
        for column in range(grid.columns):
            row = grid.rows[line, column]
            x, y = xs(line, column), ys(column, line)
            boxes[line, column] = (
                digits.boxes[row] if row >= 0 else (x - height / 3, y - height / 2, height / 1.5, height)
            )
    return boxes


def boxes_beyond(boxes: Floats) -> tuple[Floats, Floats]:
    """Where a line above the first and one below the last would stand: their boxes (column, 4)."""
    step = boxes[-1, 0] - boxes[-2, 0]
    step[2:] = 0
    return floats(boxes[0] - step), floats(boxes[-1] + step)


class _Places:
    """Places along one axis: one per step, and leaning evenly along the other axis."""

    def __init__(self, across: NDArray[np.int64], steps: NDArray[np.int64], places: Floats, count: int) -> None:
        lean = np.column_stack([across, *(steps == k for k in range(count))]).astype(np.float32)
        self._places = np.linalg.lstsq(lean, places, rcond=None)[0]

    def __call__(self, across: int, step: int) -> float:
        return float(self._places[0] * across + self._places[1 + step])


def _pitches(digits: CardDigits) -> list[tuple[float, float]]:
    """Distances of lines, and a place of one line, that two digits one above the other suggest."""
    middles, heights = digits.middles, digits.boxes[:, 3]
    found = []
    for one in range(len(digits)):
        aside = np.abs(middles[:, 0] - middles[one, 0])
        down = middles[:, 1] - middles[one, 1]
        near = (aside < 0.6 * heights[one]) & (down > heights[one] * 1.02) & (down < heights[one] * 6)
        found += [
            (float(down[other]) / steps, float(middles[one, 1])) for other in np.flatnonzero(near) for steps in (1, 2)
        ]
    return [(pitch, start) for pitch, start in found if pitch > 11]


def _laid(digits: CardDigits, pitch: float, start: float) -> CardGrid | None:
    middles, heights = digits.middles, digits.boxes[:, 3]
    place = (middles[:, 1] - start) / pitch
    line = np.round(place).astype(np.int64)
    fits = (np.abs(place - line) < _NEAR) & (heights < pitch * 0.98) & (heights > pitch * 0.22)
    if fits.sum() < 3 * _COLUMN:
        return None
    columns = _columns(np.flatnonzero(fits), middles[:, 0], heights)
    first = _first_line([line[column] for column in columns])
    if first is None:
        return None
    return _filled(digits, columns, line - first)


def _columns(rows: NDArray[np.int64], xs: Floats, heights: Floats) -> list[NDArray[np.int64]]:
    """Digits under each other; from the left."""
    ordered = rows[np.argsort(xs[rows], kind="stable")]
    tall = float(np.median(heights[rows]))
    breaks = np.flatnonzero(np.diff(xs[ordered]) > _BESIDE * tall) + 1
    return list(np.split(ordered, breaks))


def _first_line(lines: list[NDArray[np.int64]]) -> int | None:
    """The first of the six lines that hold most digits of proper columns."""
    proper = [column for column in lines if len(column) >= _COLUMN]
    if not proper:
        return None
    together = np.concatenate(proper)
    starts = range(int(together.min()) - LINES + 1, int(together.max()) + 1)
    counts = [int(((together >= start) & (together < start + LINES)).sum()) for start in starts]
    # of equal windows the first is taken; a line without digits is never sure
    return starts[int(np.argmax(counts))]


def _filled(digits: CardDigits, columns: list[NDArray[np.int64]], line: NDArray[np.int64]) -> CardGrid | None:
    proper, strays = [], False
    for column in columns:
        inside = column[(line[column] >= 0) & (line[column] < LINES)]
        if len(np.unique(line[inside])) >= _COLUMN:
            proper.append(inside)
            strays |= len(inside) != len(column)
        else:
            strays |= len(column) >= _STRAY
    if not 3 <= len(proper) <= 5:
        return None
    rows = np.full((LINES, len(proper)), -1, np.int64)
    for place, column in enumerate(proper):
        for digit in column[np.argsort(digits.chance[column], kind="stable")]:
            rows[line[digit], place] = digit
    return CardGrid(rows, float(digits.chance[rows[rows >= 0]].sum()), strays)


@dataclass(frozen=True, slots=True)
class CardRow:
    """Digits in order: the three values, or health and the three; `others` stand elsewhere, clearly digits."""

    rows: tuple[int, ...]
    others: tuple[int, ...]
    score: float


def find_row(digits: CardDigits) -> CardRow | None:
    """The longest and likeliest row; one under the other counts as well."""
    runs = [run for axis in (0, 1) for run in _runs(digits, axis)]
    if not runs:
        return None
    best = max(runs, key=lambda run: (len(run), float(digits.chance[list(run)].sum())))
    others = [row for row in range(len(digits)) if row not in best]
    # as many numbers as a card has count for it, whatever else stands there
    clear = tuple(row for row in others if digits.certainty[row] > _CLEAR)
    return CardRow(best, clear, float(digits.chance[list(best)].sum()) + min(len(clear), _LONGEST - len(best)))


def boxes_at_ends(row: CardRow, digits: CardDigits) -> Floats:
    """Boxes one step before and one after the row."""
    first, second, last = (digits.boxes[row.rows[k]] for k in (0, 1, -1))
    step = second - first
    step[2:] = 0
    return floats(np.stack([first - step, last + step]))


def _runs(digits: CardDigits, axis: int) -> list[tuple[int, ...]]:
    middles, heights = digits.middles, digits.boxes[:, 3]
    runs = []
    for one in range(len(digits)):
        for other in range(len(digits)):
            step = middles[other] - middles[one]
            tall = float(heights[one])
            if _GAP[0] * tall < step[axis] < _GAP[1] * tall and abs(step[1 - axis]) < 0.3 * tall:
                run = _continued(middles, heights, one, other)
                if len(run) >= 3:
                    runs.append(run)
    return runs


def _continued(middles: Floats, heights: Floats, one: int, other: int) -> tuple[int, ...]:
    """From two digits on, as long as the next one is where it should be."""
    run = [one, other]
    step = middles[other] - middles[one]
    slack = _EVEN * float(np.linalg.norm(step)) + 0.12 * float(heights[one])
    while len(run) < _LONGEST:
        away: NDArray[np.float32] = np.abs(middles - (middles[run[-1]] + step)).max(axis=1)
        away[run] = np.inf
        following = int(np.argmin(away))
        if away[following] > slack or not 0.55 < heights[following] / heights[one] < 1.8:
            break
        run.append(following)
    return tuple(run)
