"""The owner's pieces on disk: there after a restart, one damaged file costs itself, each box has its own."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.backup.archive import KEPT_FOLDERS
from companion.data_folder import SIGHT
from companion.devices.card_titles import no_titles
from companion.devices.simulated_pieces import simulated_face
from companion.devices.taught_pieces import TaughtPieces
from companion.devices.witnesses import NEEDED, PAUSE_S, Witnesses, known_piece
from companion.protocol.refusal import Refused
from companion.table.loaded_box import LoadedBox
from vision.cameras.simulated import RenderedCamera
from vision.images import Image, pixels
from vision.render.clutter import draw_hand
from vision.tags.grammar import Tag, TagKind
from vision.tags.reading import TagReading

PIECES = LoadedBox().pieces()
NAMED = {piece.id: piece for piece in PIECES}
ONE, TWO, THREE = "tile-1", "tile-12", "tile-30"
SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def of_box(folder: Path, box: str = "mine") -> TaughtPieces:
    return TaughtPieces(folder, lambda: (box, PIECES))


def teach(taught: TaughtPieces, *names: str) -> None:
    for name in names:
        taught.keep(NAMED[name], simulated_face(NAMED[name]))


def image_of(name: str) -> Image:
    camera = RenderedCamera(rate=0)
    camera.lay(name, lambda: simulated_face(NAMED[name]))
    return camera.grab()


def label(name: str, turn: int = 0) -> TagReading:
    tag = Tag(TagKind.TILE, int(name.split("-")[1]))
    return TagReading(tag.text, tag, turn, SQUARE, "both")


def test_what_was_taught_is_there_after_a_restart(tmp_path: Path) -> None:
    teach(of_box(tmp_path), ONE, TWO)
    (tmp_path / "mine" / f"{TWO}.piece").write_bytes(b"not a piece")
    again = of_box(tmp_path)
    assert again.known() == {ONE}
    assert again.picture(ONE).startswith(b"\xff\xd8")
    with pytest.raises(Refused, match="not_taught"):
        again.picture(TWO)
    assert of_box(tmp_path, "another").known() == frozenset()


def test_a_piece_is_forgotten_and_all_are(tmp_path: Path) -> None:
    taught = of_box(tmp_path)
    teach(taught, ONE, TWO, THREE)
    taught.forget(ONE)
    assert taught.known() == {TWO, THREE}
    taught.forget(None)
    assert of_box(tmp_path).known() == frozenset()
    assert list(tmp_path.rglob("*.piece")) == []


def test_a_full_disk_is_told_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taught = of_box(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.devices.taught_pieces.write_atomically", full)
    with pytest.raises(Refused, match="not_saved"):
        teach(taught, ONE)
    assert taught.known() == frozenset()


def test_pictures_stay_on_the_device() -> None:
    assert SIGHT not in KEPT_FOLDERS


def test_label_and_face_are_two_witnesses(tmp_path: Path) -> None:
    taught = of_box(tmp_path)
    teach(taught, ONE, TWO, THREE)
    image = image_of(ONE)
    seen = known_piece(image, taught, ())
    assert (seen["level"], seen["pieces"]) == ("sure", [ONE])
    agreed = known_piece(image, taught, [label(ONE, 90)])
    assert (agreed["level"], agreed["pieces"], agreed["turn"], agreed["tag"]) == ("sure", [ONE], 90, ONE)
    differ = known_piece(image, taught, [label(TWO)])
    assert (differ["level"], differ["doubt"]) == ("asked", "differ")
    assert set(differ["pieces"]) == {ONE, TWO}
    # A piece that was never taught is known by its label alone; two labels are two pieces.
    stranger = known_piece(image_of("tile-20"), taught, [label("tile-20")])
    assert (stranger["level"], stranger["pieces"]) == ("sure", ["tile-20"])
    assert known_piece(image, taught, [label(ONE), label(TWO)])["doubt"] == "two_pieces"


def test_an_empty_tray_a_dark_one_and_a_blurred_one_get_a_word_each(tmp_path: Path) -> None:
    taught = of_box(tmp_path)
    image = image_of(ONE)
    assert known_piece(image, taught, ())["doubt"] == "untaught"
    teach(taught, ONE, TWO)
    assert known_piece(RenderedCamera(rate=0).grab(), taught, ())["level"] == "none"
    dark = known_piece(pixels(image // 60), taught, ())
    assert (dark["level"], dark["doubt"]) == ("none", "dark")
    blurred = known_piece(pixels(cv2.GaussianBlur(image, (0, 0), 14)), taught, ())
    assert (blurred["level"], blurred["doubt"]) == ("none", "blurred")


def test_a_face_is_believed_after_two_looks_and_forgotten_after_two(tmp_path: Path) -> None:
    now = 0.0
    taught = of_box(tmp_path)
    teach(taught, ONE, TWO)
    witnesses = Witnesses(taught, no_titles(), lambda: now)
    there, empty = image_of(ONE), RenderedCamera(rate=0).grab()
    believed = []
    for image in (there, there, empty, there, empty, empty):
        shown = witnesses.see(image, ())
        believed.append(shown.ids if shown else None)
        now += PAUSE_S + 0.01
    assert NEEDED == 2
    # One look that sees nothing, a hand that passes, does not make it a new piece.
    assert believed == [None, [ONE], [ONE], [ONE], [ONE], None]


def hand() -> Image:
    """A hand over an empty tray."""
    tray = RenderedCamera(rate=0).grab().astype(np.float32) / 255
    draw_hand(np.random.default_rng(4), tray, (320, 240, 60))
    return pixels(np.clip(tray * 255, 0, 255))


def test_a_hand_another_piece_and_two_pieces_get_a_word_and_no_name(tmp_path: Path) -> None:
    taught = of_box(tmp_path)
    teach(taught, ONE, TWO)
    before = sorted((path.name, path.stat().st_mtime_ns) for path in tmp_path.rglob("*.piece"))
    stranger = next(piece.id for piece in PIECES if piece.kind == "card")
    for image, words in (
        (hand(), ("nothing", "unlike")),
        (image_of(stranger), ("nothing", "unlike")),
        (np.hstack([image_of(ONE), image_of(TWO)]), ("two_pieces",)),
    ):
        known = known_piece(pixels(image), taught, ())
        assert (known["level"], known["pieces"]) == ("none", [])
        assert known["doubt"] in words
    assert sorted((path.name, path.stat().st_mtime_ns) for path in tmp_path.rglob("*.piece")) == before
