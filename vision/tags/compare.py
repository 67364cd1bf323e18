"""Two layouts side by side: what should lie on the table and what was seen, as a list of differences."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from vision.tags.grammar import Tag
from vision.tags.layout import Cell, Placed


class Change(StrEnum):
    """How a tag differs."""

    TURNED = "turned"
    MOVED = "moved"
    MISSING = "missing"
    UNEXPECTED = "unexpected"


@dataclass(frozen=True, slots=True)
class Difference:
    """One tag that is not as expected; what is not there is None. Cells and turns are those of the expected layout."""

    change: Change
    tag: Tag
    expected: Placed | None
    seen: Placed | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences, and the seen layout brought into the frame of the expected one."""

    differences: tuple[Difference, ...]
    seen: tuple[Placed, ...]
    rotation: int
    shift: Cell


def compare(
    expected: Sequence[Placed],
    seen: Sequence[Placed],
    rotation: int | None = None,
    symmetry: Mapping[Tag, int] | None = None,
) -> Comparison:
    """Lays the seen layout onto the expected one where most tags agree, then lists what differs.

    `rotation` is how far the seen layout has to be turned clockwise (0, 90, 180, 270) when the camera's place is
    known; without it the best of the four is taken. `symmetry` names the tags that are the same again after less than
    a whole turn (90 or 180 degrees): such a turn is no difference.
    """
    same = symmetry or {}
    turn, shift = _fit(expected, seen, (0, 90, 180, 270) if rotation is None else (rotation,), same)
    aligned = tuple(_moved(_turned(one, turn), shift) for one in seen)
    return Comparison(tuple(_differences(expected, aligned, same)), aligned, turn, shift)


def _fit(
    expected: Sequence[Placed], seen: Sequence[Placed], rotations: Sequence[int], symmetry: Mapping[Tag, int]
) -> tuple[int, Cell]:
    """The turn and shift under which most tags lie in their cells, and most of these as they should be turned."""
    wanted = {one.tag: one for one in expected}
    scores: Counter[tuple[int, Cell]] = Counter()
    for rotation in rotations:
        for one in seen:
            target, here = wanted.get(one.tag), _turned(one, rotation)
            if target is not None:
                shift = (target.cell[0] - here.cell[0], target.cell[1] - here.cell[1])
                scores[rotation, shift] += 3 if _looks_alike(target, here, symmetry) else 2
    if not scores:
        return rotations[0], (0, 0)
    return min(scores, key=lambda fit: (-scores[fit], fit))


def _differences(
    expected: Sequence[Placed], seen: Sequence[Placed], symmetry: Mapping[Tag, int]
) -> Iterable[Difference]:
    copies: defaultdict[Tag, list[Placed]] = defaultdict(list)
    for one in seen:
        copies[one.tag].append(one)
    for target in expected:
        if not copies[target.tag]:
            yield Difference(Change.MISSING, target.tag, target, None)
            continue
        found = min(copies[target.tag], key=lambda one: _unlike(target, one))
        copies[target.tag].remove(found)
        if found.cell != target.cell:
            yield Difference(Change.MOVED, target.tag, target, found)
        if not _looks_alike(target, found, symmetry):
            yield Difference(Change.TURNED, target.tag, target, found)
    for tag, others in copies.items():
        yield from (Difference(Change.UNEXPECTED, tag, None, one) for one in others)


def _looks_alike(target: Placed, one: Placed, symmetry: Mapping[Tag, int]) -> bool:
    return (target.turn - one.turn) % symmetry.get(target.tag, 360) == 0


def _unlike(target: Placed, one: Placed) -> tuple[bool, bool, Placed]:
    return one.cell != target.cell, one.turn != target.turn, one


def _turned(one: Placed, degrees: int) -> Placed:
    """The same after the whole layout is turned clockwise about cell (0, 0)."""
    x, y = one.cell
    cell = {0: (x, y), 90: (-y, x), 180: (-x, -y), 270: (y, -x)}[degrees]
    return Placed(one.tag, cell, (one.turn + degrees) % 360)


def _moved(one: Placed, shift: Cell) -> Placed:
    return Placed(one.tag, (one.cell[0] + shift[0], one.cell[1] + shift[1]), one.turn)
