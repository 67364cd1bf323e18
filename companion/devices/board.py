"""A picture of the whole board: the tiles in it, wherever the picture comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.table.problems import TableRefusal
from vision.arrays import Image
from vision.cameras.base import Camera, CameraError
from vision.cameras.choose import choose_camera
from vision.cameras.picamera import PiCamera
from vision.dice.header import NotAPicture
from vision.tags.grammar import Standing, Tag, from_id, standing
from vision.tags.layout import Placed, arrange
from vision.tags.reader import read_tags
from vision.tags.seen import tags_of
from vision.tags.still import unpack

BIGGEST_PHOTO = 20_000_000
# A sensor that has just been switched on needs some pictures to find its exposure.
_WARM_UP = 8
_FULL_SIZE = (4608, 2592)


@dataclass(frozen=True, slots=True)
class SeenBoard:
    """What a picture showed: tiles on the grid, tiles beside it, and labels that are of no tile of this box."""

    placed: tuple[Placed, ...]
    loose: tuple[Tag, ...]
    strangers: tuple[Tag, ...]


class BoardSource(Protocol):
    """Where a picture of the board can be had at any time."""

    @property
    def name(self) -> str: ...

    def take(self) -> Image: ...


class BoardCamera:
    """A camera over the board. It is switched on for every picture: between them nobody looks."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self.name = camera.name

    def take(self) -> Image:
        """One picture; a refusal says why there is none."""
        try:
            for _ in range(_WARM_UP if self._camera.real else 0):
                self._camera.grab()
            return self._camera.grab()
        except CameraError as error:
            raise TableRefusal("table/no_board_picture", "no_board_picture", {"reason": str(error)[:200]}) from error
        finally:
            self._camera.close()


def board_camera(wanted: str) -> BoardCamera | None:
    """By the word of the command line, as for the tray's camera; a Pi camera takes its full size here."""
    camera = PiCamera(*_FULL_SIZE) if wanted == "pi" else choose_camera(wanted)
    return None if camera is None else BoardCamera(camera)


def see_photo(data: bytes, names: Mapping[str, str]) -> SeenBoard:
    """The tiles in a picture file, upright as its camera says; a refusal for anything that is no picture."""
    try:
        picture = unpack(data)
    except NotAPicture as why:
        raise TableRefusal("table/bad_picture", "bad_picture", {"reason": str(why)}) from why
    return see_board(picture, names)


def see_source(source: BoardSource, names: Mapping[str, str]) -> SeenBoard:
    return see_board(source.take(), names)


def see_board(picture: Image, names: Mapping[str, str]) -> SeenBoard:
    """The tiles in a picture; `names` are the tags of the box. A picture without any tile is refused."""
    known = frozenset(from_id(name) for name in names)
    seen = read_tags(picture)
    tiles = [one for one in seen if one.tag in known and one.tag.id.startswith("tile-")]
    layout = arrange(tiles)
    if not layout.placed:
        raise TableRefusal("table/no_tiles_seen", "no_tiles_seen")
    return SeenBoard(layout.placed, tags_of(layout.loose), _strangers(tags_of(seen), known))


def _strangers(tags: Sequence[Tag], known: frozenset[Tag]) -> tuple[Tag, ...]:
    """Tags of other sets, and of this set with a number the box does not have."""
    strange = (Standing.OTHER_SET, Standing.UNKNOWN)
    return tuple(sorted({tag for tag in tags if standing(tag.text, known) in strange}))
