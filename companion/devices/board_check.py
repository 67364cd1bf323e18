"""The table check: what an image of the board shows, compared with the game, and the correction that would fit it."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from companion.devices.board_reading import BoardReading, SeenTile
from companion.protocol.camera import (
    BoardCheckJson,
    BoardDifferenceJson,
    TakeOverJson,
    TilePlaceJson,
    TilePositionJson,
)
from companion.protocol.refusal import Refused
from companion.protocol.views import Seat
from vision.cameras.base import Camera, CameraError
from vision.cameras.choose import choose_camera
from vision.cameras.picamera import PiCamera
from vision.images import Image
from vision.tags.grammar import Tag, TagKind
from vision.tags.layout import LayoutChange, LayoutComparison, PlacedTag, compare_layouts

REMEMBERED = 8  # games
# A sensor that has just been switched on needs some frames to find its exposure.
_WARM_UP = 8
_FULL_SIZE = (4608, 2592)


# -- a camera over the board -------------------------------------------------------------------------------------------


class GivesBoardImage(Protocol):
    """Where an image of the board can be had at any time: `BoardCamera`."""

    @property
    def name(self) -> str: ...

    def grab(self) -> Image: ...


class BoardCamera:
    """A camera over the board. It is opened for every image and closed again: between them nobody looks."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self.name = camera.name

    def grab(self) -> Image:
        """One image; a refusal says why there is none."""
        try:
            for _ in range(_WARM_UP if self._camera.real else 0):
                self._camera.grab()
            return self._camera.grab()
        except CameraError as error:
            raise Refused("table/no_board_picture", "no_board_picture", {"reason": str(error)[:200]}) from error
        finally:
            self._camera.close()


def choose_board_camera(wanted: str) -> BoardCamera | None:
    """By the word of the command line, as for the tray's camera; a Pi camera takes its full size here."""
    camera = PiCamera(*_FULL_SIZE) if wanted == "pi" else choose_camera(wanted)
    return None if camera is None else BoardCamera(camera)


# -- compared with the game --------------------------------------------------------------------------------------------


class GameTile(Protocol):
    """A tile in play: its number in the box, its name in the game, where it lies and how."""

    @property
    def number(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def at(self) -> tuple[int, int]: ...

    @property
    def rotation(self) -> int: ...

    @property
    def symmetry(self) -> int:
        """After how many degrees it looks the same again: 90, 180 or 360."""
        ...


class CheckedGame(Protocol):
    """What the check needs of a game: `companion.table.table.Table`."""

    @property
    def name(self) -> str: ...

    def lying_tiles(self) -> tuple[int, Sequence[GameTile]]: ...

    def refusal_of(self, seat: Seat, do: Mapping[str, object]) -> Refused | None: ...


class BoardChecks:
    """The newest board reading of each game; compared anew with the game whenever somebody looks. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._readings: OrderedDict[str, BoardReading] = OrderedDict()

    def remember(self, game: str, reading: BoardReading) -> None:
        with self._lock:
            self._readings[game] = reading
            self._readings.move_to_end(game)
            if len(self._readings) > REMEMBERED:
                self._readings.popitem(last=False)

    def result(self, game: CheckedGame, seat: Seat) -> BoardCheckJson | None:
        """As the tablet shows it; None before the first image."""
        reading = self._readings.get(game.name)
        return None if reading is None else check_board(game, reading, seat)


def check_board(game: CheckedGame, reading: BoardReading, seat: Seat) -> BoardCheckJson:
    version, tiles = game.lying_tiles()
    expected = [PlacedTag(_tag(tile.number), tile.at, tile.rotation) for tile in tiles]
    symmetry = {_tag(tile.number): tile.symmetry for tile in tiles}
    layout = resolve(expected, reading, symmetry)
    comparison = layout.comparison
    labels = {tile.number: tile.label for tile in tiles}
    beside = list(_beside(reading, labels))
    off_grid = {one["tile"] for one in beside}
    on_grid = [one for one in _differences(layout, labels) if one["tile"] not in off_grid]
    found = [*on_grid, *beside]
    return {
        "version": version,
        "differences": found,
        "unknown": len(reading.strange),
        "seen": [_place(one) for one in comparison.found],
        "take_over": [_take_over(game, seat, found, keep) for keep in (False, True)],
    }


def _tag(number: str) -> Tag:
    return Tag(TagKind.TILE, int(number))


def _place(one: PlacedTag) -> TilePlaceJson:
    return {"tile": str(one.tag.number), "at": list(one.cell), "rotation": one.turn}


class ResolvedLayout(NamedTuple):
    """The layouts compared, and what of the differences may be no difference: tiles nobody could be sure of."""

    comparison: LayoutComparison
    doubted: frozenset[Tag]


def resolve(expected: Sequence[PlacedTag], reading: BoardReading, symmetry: Mapping[Tag, int]) -> ResolvedLayout:
    """Of several tiles that may lie somewhere the one the game has there; what is sure says how the image lies."""
    sure = [*reading.placed, *(_first(one) for one in reading.seen if one.sure)]
    every = [*reading.placed, *(_first(one) for one in reading.seen)]
    first = compare_layouts(expected, sure if len(sure) > 1 else every, symmetry=symmetry)
    wanted = {one.cell: one for one in expected}
    taken = {one.tag for one in reading.placed}
    found, doubted = list(reading.placed), set[Tag]()
    for one in sorted(reading.seen, key=lambda seen: not seen.sure):
        options = [PlacedTag(tag, one.cell, turn) for tag, turn in zip(one.tags, one.turns, strict=True)]
        there = wanted.get(first.aligned(one.cell))
        fitting = [option for option in options if there is not None and option.tag == there.tag]
        chosen = next((option for option in (*fitting, *options) if option.tag not in taken), options[0])
        taken.add(chosen.tag)
        found.append(chosen)
        if not one.sure:
            # Nor is it then sure that the tile of the game is not there.
            doubted |= {chosen.tag, *({there.tag} if there is not None else ())}
    strange = {first.aligned(cell) for cell in reading.strange}
    doubted |= {one.tag for one in expected if one.cell in strange and one.tag not in taken}
    return ResolvedLayout(compare_layouts(expected, found, symmetry=symmetry), frozenset(doubted))


def _first(one: SeenTile) -> PlacedTag:
    return PlacedTag(one.tags[0], one.cell, one.turns[0])


def _differences(layout: ResolvedLayout, labels: Mapping[str, str]) -> Iterator[BoardDifferenceJson]:
    copies = Counter(one.tag for one in layout.comparison.found)
    for one in layout.comparison.differences:
        number = str(one.tag.number)
        # Two labels with one number: nobody can know which of them is the tile.
        twice = one.change is LayoutChange.UNEXPECTED and copies[one.tag] > 1
        yield {
            "change": "twice" if twice else one.change.value,
            "tile": labels.get(number, number),
            "expected": _place(one.expected) if one.expected else None,
            "seen": _place(one.found) if one.found else None,
            "doubt": one.tag in layout.doubted,
        }


def _beside(reading: BoardReading, labels: Mapping[str, str]) -> Iterator[BoardDifferenceJson]:
    """Tiles between the places of the grid, and labels that belong to no tile of this box."""
    for tag in reading.loose:
        number = str(tag.number)
        yield _no_place("loose", labels.get(number, number))
    for tag in reading.unknown:
        yield _no_place("stranger", tag.id)


def _no_place(change: Literal["loose", "stranger"], tile: str) -> BoardDifferenceJson:
    return {"change": change, "tile": tile, "expected": None, "seen": None, "doubt": False}


def _take_over(game: CheckedGame, seat: Seat, found: Sequence[BoardDifferenceJson], keep: bool) -> TakeOverJson:
    """One correction that makes the game like the table, or why it cannot be; `keep` leaves unseen tiles in play."""
    tiles = _changes(found, keep)
    refusal = game.refusal_of(seat, {"override": {"tiles": tiles}}) if tiles else None
    return {"keeps_unseen": keep, "tiles": tiles, "refusal": None if refusal is None else refusal.to_json()}


def _changes(found: Sequence[BoardDifferenceJson], keep: bool) -> dict[str, TilePositionJson | None]:
    """The tiles of an override, by label. A tile beside its place, seen twice or in doubt stays as the game has it."""
    unclear = {one["tile"] for one in found if one["change"] in ("loose", "twice") or one["doubt"]}
    changes: dict[str, TilePositionJson | None] = {}
    for one in found:
        label, seen = one["tile"], one["seen"]
        if label in unclear or one["change"] == "stranger":
            continue
        if seen is not None:
            changes[label] = {"at": seen["at"], "rotation": seen["rotation"]}
        elif not keep:
            changes[label] = None
    return changes
