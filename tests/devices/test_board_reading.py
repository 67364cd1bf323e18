"""A board without labels: its tiles by their faces, compared with the game, in doubt where faces leave doubt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import pytest

from companion.devices.board_check import check_board, resolve
from companion.devices.board_reading import BoardReading, SeenTile, read_board_image
from companion.devices.simulated_pieces import simulated_face
from companion.devices.taught_pieces import TaughtPieces
from companion.protocol.json import Facts
from companion.protocol.refusal import Refused
from companion.protocol.views import Seat
from companion.table.loaded_box import LoadedBox
from tests.devices.board_rig import Lies, bare_picture, label_on
from vision.images import Image
from vision.tags.grammar import Tag, TagKind
from vision.tags.layout import PlacedTag

BOX = LoadedBox()
PIECES = {piece.id: piece for piece in BOX.pieces()}
# The start tile 36 is open on all sides, 1 to two opposite ones, 4 round a corner, 11 is a dead end.
LAID = (Lies(36, 0, 0), Lies(1, 0, -1), Lies(4, 0, -2, 90), Lies(11, 1, 0, 270))
TEACH = (36, 1, 4, 11, 12, 7)


class Tile(NamedTuple):
    number: str
    label: str
    at: tuple[int, int]
    rotation: int
    symmetry: int


class Game:
    """Four tiles in play; every correction may be made."""

    name = "game"
    symmetry: Mapping[int, int] = {36: 90, 1: 180}

    def lying_tiles(self) -> tuple[int, Sequence[Tile]]:
        return 3, [
            Tile(
                str(one.number), str(one.number), (int(one.x), int(one.y)), one.turn, self.symmetry.get(one.number, 360)
            )
            for one in LAID
        ]

    def refusal_of(self, seat: Seat, do: Facts) -> Refused | None:
        return None


def face(number: int) -> Image:
    return simulated_face(PIECES[f"tile-{number}"])


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> TaughtPieces:
    pieces = TaughtPieces(tmp_path_factory.mktemp("sight"), lambda: ("mine", BOX.pieces()))
    for number in TEACH:
        pieces.keep(PIECES[f"tile-{number}"], face(number))
    return pieces


def differences(image: Image, taught: TaughtPieces) -> list[tuple[str, str, bool]]:
    found = check_board(Game(), read_board_image(image, BOX.tag_names(), taught), "both")
    return [(one["change"], one["tile"], one["doubt"]) for one in found["differences"]]


def test_tiles_are_named_turned_and_laid_without_labels(taught: TaughtPieces) -> None:
    assert differences(bare_picture(LAID, face), taught) == []
    # From the other side of the table it is the same board.
    around = [Lies(one.number, -one.x, -one.y, (one.turn + 180) % 360) for one in LAID]
    assert differences(bare_picture(around, face), taught) == []


def test_what_lies_otherwise_is_told(taught: TaughtPieces) -> None:
    seen = [LAID[0], LAID[1], Lies(11, -1, 0, 90), Lies(12, 0, 1, 180)]
    told = {(change, tile) for change, tile, _ in differences(bare_picture(seen, face), taught)}
    assert told == {("missing", "4"), ("moved", "11"), ("turned", "11"), ("unexpected", "12")}


def test_figures_and_dice_do_not_spoil_it(taught: TaughtPieces) -> None:
    image = bare_picture(LAID, face).copy()
    for x, y in ((250, 430), (300, 250), (420, 480)):
        cv2.circle(image, (x, y), 24, (30, 25, 60), -1, cv2.LINE_AA)
        cv2.circle(image, (x - 6, y - 12), 15, (90, 150, 190), -1, cv2.LINE_AA)
    cv2.rectangle(image, (80, 480), (120, 520), (245, 245, 245), -1)
    assert [one for one in differences(image, taught) if not one[2]] == []


def test_a_tile_nobody_taught_is_not_called_missing_without_doubt(tmp_path: Path) -> None:
    pieces = TaughtPieces(tmp_path, lambda: ("mine", BOX.pieces()))
    for number in (36, 1, 4):
        pieces.keep(PIECES[f"tile-{number}"], face(number))
    reading = read_board_image(bare_picture(LAID, face), BOX.tag_names(), pieces)
    assert len(reading.strange) == 1
    found = check_board(Game(), reading, "both")
    assert [(one["change"], one["tile"], one["doubt"]) for one in found["differences"]] == [("missing", "11", True)]
    assert found["unknown"] == 1
    # What is in doubt stays as the game has it.
    assert [way["tiles"] for way in found["take_over"]] == [{}, {}]


def test_labels_name_tiles_among_those_known_by_their_faces(
    taught: TaughtPieces, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = bare_picture(LAID, face)
    start, corner = LAID[0], LAID[2]
    # One label that agrees, and one on a tile whose face is surely another's: that one hands must look at.
    labels = (label_on(LAID, start, 36), label_on(LAID, corner, 12))
    monkeypatch.setattr("companion.devices.board_reading.read_tags", lambda image: labels)
    reading = read_board_image(image, BOX.tag_names(), taught)
    assert [(one.tag.id, one.turn) for one in reading.placed] == [("tile-36", 0)]
    doubted = [one for one in reading.seen if tag(12) in one.tags]
    assert [(one.tags, one.sure) for one in doubted] == [((tag(12), tag(4)), False)]
    assert check_board(Game(), reading, "both")["differences"] == []


@pytest.mark.parametrize("make", [lambda: bare_picture(LAID, face)[:90, :90], lambda: face(36) * 0])
def test_a_picture_without_tiles_is_refused(taught: TaughtPieces, make: Callable[[], Image]) -> None:
    with pytest.raises(Refused, match="no_tiles_seen"):
        read_board_image(make(), BOX.tag_names(), taught)


def tag(number: int) -> Tag:
    return Tag(TagKind.TILE, number)


def test_of_tiles_that_may_lie_there_the_one_of_the_game_counts() -> None:
    expected = [PlacedTag(tag(1), (0, 0), 0), PlacedTag(tag(2), (1, 0), 90), PlacedTag(tag(3), (0, 1), 0)]
    here = SeenTile((0, 0), (tag(1),), (0,), True), SeenTile((0, 1), (tag(3),), (0,), True)
    close = SeenTile((1, 0), (tag(9), tag(2)), (0, 90), False)
    layout = resolve(expected, BoardReading((), (), (), (*here, close)), {})
    assert layout.comparison.differences == ()
    # It may be two others: a difference, but in doubt.
    other = SeenTile((1, 0), (tag(9), tag(8)), (0, 0), False)
    layout = resolve(expected, BoardReading((), (), (), (*here, other)), {})
    assert {one.tag for one in layout.comparison.differences} == {tag(2), tag(9)}
    assert layout.doubted == {tag(2), tag(9)}
