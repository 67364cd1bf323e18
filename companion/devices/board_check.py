"""The table check: what a picture of the board shows, held against the game, and the correction that would fit it."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.devices.board import SeenBoard
from companion.table.game import Table
from companion.table.on_table import LyingTile
from vision.tags.compare import Change, Comparison, Difference, compare
from vision.tags.grammar import Kind, Tag
from vision.tags.layout import Placed

REMEMBERED = 8


class BoardChecks:
    """The newest picture of the board of each game; compared anew with the game whenever somebody looks."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, SeenBoard] = OrderedDict()

    def remember(self, game: str, seen: SeenBoard) -> None:
        self._seen[game] = seen
        self._seen.move_to_end(game)
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)

    def result(self, table: Table, seat: str) -> dict[str, Any] | None:
        """As the tablet shows it; None before the first picture."""
        seen = self._seen.get(table.name)
        return None if seen is None else check(table, seen, seat)


def check(table: Table, seen: SeenBoard, seat: str) -> dict[str, Any]:
    version, lying = table.lying_tiles()
    comparison = compared(lying, seen.placed)
    beside = list(_beside(seen, lying))
    off_grid = {one["tile"] for one in beside}
    found = [*(one for one in _differences(comparison, lying) if one["tile"] not in off_grid), *beside]
    return {
        "version": version,
        "differences": found,
        "seen": [_place(one) for one in comparison.seen],
        "take_over": [_way(table, seat, found, keep) for keep in (False, True)],
    }


def compared(lying: Sequence[LyingTile], placed: Sequence[Placed]) -> Comparison:
    expected = [Placed(_tag(tile.number), tile.at, tile.rotation) for tile in lying]
    return compare(expected, placed, symmetry={_tag(tile.number): tile.symmetry for tile in lying})


def _tag(number: str) -> Tag:
    return Tag(Kind.TILE, int(number))


def _place(one: Placed) -> dict[str, Any]:
    return {"tile": str(one.tag.number), "at": list(one.cell), "rotation": one.turn}


def _differences(comparison: Comparison, lying: Sequence[LyingTile]) -> Iterator[dict[str, Any]]:
    labels = {tile.number: tile.label for tile in lying}
    copies = Counter(one.tag for one in comparison.seen)
    for one in comparison.differences:
        number = str(one.tag.number)
        # Two labels with one number: nobody can know which of them is the tile.
        change = "twice" if one.change is Change.UNEXPECTED and copies[one.tag] > 1 else one.change.value
        yield {"change": change, "tile": labels.get(number, number), **_where(one)}


def _where(one: Difference) -> dict[str, Any]:
    return {
        "expected": _place(one.expected) if one.expected else None,
        "seen": _place(one.seen) if one.seen else None,
    }


def _beside(seen: SeenBoard, lying: Sequence[LyingTile]) -> Iterator[dict[str, Any]]:
    """Tiles between the places of the grid, and labels that belong to no tile of this box."""
    labels = {tile.number: tile.label for tile in lying}
    for tag in seen.loose:
        number = str(tag.number)
        yield {"change": "loose", "tile": labels.get(number, number), "expected": None, "seen": None}
    for tag in seen.strangers:
        yield {"change": "stranger", "tile": tag.id, "expected": None, "seen": None}


# -- taking it over ----------------------------------------------------------------------------------------------------


def _way(table: Table, seat: str, found: Sequence[Mapping[str, Any]], keep: bool) -> dict[str, Any]:
    """One correction that makes the game like the table, or why it cannot be; `keep` leaves unseen tiles in play."""
    tiles = _changes(found, keep)
    refusal = table.refusal_of(seat, {"override": {"tiles": tiles}}) if tiles else None
    told = None if refusal is None else {"code": refusal.code, "message": refusal.message, "numbers": refusal.numbers}
    return {"keeps_unseen": keep, "tiles": tiles, "refusal": told}


def _changes(found: Sequence[Mapping[str, Any]], keep: bool) -> dict[str, dict[str, Any] | None]:
    """The tiles of an override, by label. A tile beside its place, or seen twice, stays as the game has it."""
    unclear = {one["tile"] for one in found if one["change"] in ("loose", "twice")}
    changes: dict[str, dict[str, Any] | None] = {}
    for one in found:
        label, seen = one["tile"], one["seen"]
        if label in unclear or one["change"] == "stranger":
            continue
        if seen is not None:
            changes[label] = {"at": seen["at"], "rotation": seen["rotation"]}
        elif not keep:
            changes[label] = None
    return changes
