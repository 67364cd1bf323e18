"""The values of a demon's card: three or four digits evenly spaced beside or under each other, and the health."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, floats
from vision.cards.digits import Digits

_EVEN = 0.14  # how unevenly digits may be spaced, in parts of the distance
_GAP = (1.1, 4.0)  # distance of neighbours in heights of a digit
_LONGEST = 4
_CLEAR = 0.9  # certainty of a digit that counts by itself


@dataclass(frozen=True, slots=True)
class Row:
    """Digits in order: the three values, or health and the three; `others` stand elsewhere, clearly digits."""

    rows: tuple[int, ...]
    others: tuple[int, ...]
    score: float


def find_row(digits: Digits) -> Row | None:
    """The longest and likeliest row; one under the other counts as well."""
    runs = [run for axis in (0, 1) for run in _runs(digits, axis)]
    if not runs:
        return None
    best = max(runs, key=lambda run: (len(run), float(digits.chance[list(run)].sum())))
    others = [row for row in range(len(digits)) if row not in best]
    # as many numbers as a card has count for it, whatever else stands there
    clear = tuple(row for row in others if digits.certainty[row] > _CLEAR)
    return Row(best, clear, float(digits.chance[list(best)].sum()) + min(len(clear), _LONGEST - len(best)))


def ends(row: Row, digits: Digits) -> Floats:
    """Boxes one step before and one after the row."""
    first, second, last = (digits.boxes[row.rows[k]] for k in (0, 1, -1))
    step = second - first
    step[2:] = 0
    return floats(np.stack([first - step, last + step]))


def _runs(digits: Digits, axis: int) -> list[tuple[int, ...]]:
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
    """From two digits on as long as the next stands where it should."""
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
