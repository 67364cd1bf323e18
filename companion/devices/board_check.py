"""The table check: what an image of the board shows, compared with the game, and the correction that would fit it."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

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
from vision.tags.grammar import Tag, TagKind, TagStatus, tag_from_id, tag_status
from vision.tags.layout import LayoutChange, LayoutComparison, PlacedTag, arrange_board, compare_layouts
from vision.tags.reader import read_tags
from vision.tags.reading import tags_of

REMEMBERED = 8  # games
# A sensor that has just been switched on needs some frames to find its exposure.
_WARM_UP = 8
_FULL_SIZE = (4608, 2592)


# -- reading the board -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardReading:
    """What an image of the board shows: tiles on the grid, tiles beside it, labels that are of no tile of this box."""

    placed: tuple[PlacedTag, ...]
    loose: tuple[Tag, ...]
    unknown: tuple[Tag, ...]


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


def read_board_image(image: Image, names: Mapping[str, str]) -> BoardReading:
    """`names` are the tags of the box. An image without any tile is refused."""
    known = frozenset(tag_from_id(name) for name in names)
    tags = read_tags(image)
    layout = arrange_board([one for one in tags if one.tag in known and one.tag.id.startswith("tile-")])
    if not layout.placed:
        raise Refused("table/no_tiles_seen", "no_tiles_seen")
    return BoardReading(layout.placed, tags_of(layout.loose), _unknown(tags_of(tags), known))


def _unknown(tags: Sequence[Tag], known: frozenset[Tag]) -> tuple[Tag, ...]:
    """Tags of other sets, and of this set with a number the box does not have."""
    return tuple(
        sorted({tag for tag in tags if tag_status(tag.text, known) in (TagStatus.OTHER_SET, TagStatus.UNKNOWN)})
    )


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
    comparison = compare_layouts(expected, reading.placed, symmetry=symmetry)
    labels = {tile.number: tile.label for tile in tiles}
    beside = list(_beside(reading, labels))
    off_grid = {one["tile"] for one in beside}
    on_grid = [one for one in _differences(comparison, labels) if one["tile"] not in off_grid]
    found = [*on_grid, *beside]
    return {
        "version": version,
        "differences": found,
        "seen": [_place(one) for one in comparison.found],
        "take_over": [_take_over(game, seat, found, keep) for keep in (False, True)],
    }


def _tag(number: str) -> Tag:
    return Tag(TagKind.TILE, int(number))


def _place(one: PlacedTag) -> TilePlaceJson:
    return {"tile": str(one.tag.number), "at": list(one.cell), "rotation": one.turn}


def _differences(comparison: LayoutComparison, labels: Mapping[str, str]) -> Iterator[BoardDifferenceJson]:
    copies = Counter(one.tag for one in comparison.found)
    for one in comparison.differences:
        number = str(one.tag.number)
        # Two labels with one number: nobody can know which of them is the tile.
        twice = one.change is LayoutChange.UNEXPECTED and copies[one.tag] > 1
        yield {
            "change": "twice" if twice else one.change.value,
            "tile": labels.get(number, number),
            "expected": _place(one.expected) if one.expected else None,
            "seen": _place(one.found) if one.found else None,
        }


def _beside(reading: BoardReading, labels: Mapping[str, str]) -> Iterator[BoardDifferenceJson]:
    """Tiles between the places of the grid, and labels that belong to no tile of this box."""
    for tag in reading.loose:
        number = str(tag.number)
        yield {"change": "loose", "tile": labels.get(number, number), "expected": None, "seen": None}
    for tag in reading.unknown:
        yield {"change": "stranger", "tile": tag.id, "expected": None, "seen": None}


def _take_over(game: CheckedGame, seat: Seat, found: Sequence[BoardDifferenceJson], keep: bool) -> TakeOverJson:
    """One correction that makes the game like the table, or why it cannot be; `keep` leaves unseen tiles in play."""
    tiles = _changes(found, keep)
    refusal = game.refusal_of(seat, {"override": {"tiles": tiles}}) if tiles else None
    return {"keeps_unseen": keep, "tiles": tiles, "refusal": None if refusal is None else refusal.to_json()}


def _changes(found: Sequence[BoardDifferenceJson], keep: bool) -> dict[str, TilePositionJson | None]:
    """The tiles of an override, by label. A tile beside its place, or seen twice, stays as the game has it."""
    unclear = {one["tile"] for one in found if one["change"] in ("loose", "twice")}
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
