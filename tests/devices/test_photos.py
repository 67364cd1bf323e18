"""Photos from a tablet: upright, kept, learned from; everything else is refused and changes nothing."""

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.devices.lessons import Lessons
from companion.devices.photos import LONGEST, Photos
from companion.table.problems import TableRefusal
from tests.devices.camera_rig import Pocket, Seer
from vision.household.prototypes import Prototypes


def photos(tmp_path: Path, seer: Seer) -> tuple[Photos, Pocket, list[Prototypes]]:
    taught: list[Prototypes] = []
    source, pocket = Photos(seer, Lessons(tmp_path / "corrections", taught.append)), Pocket()
    source.start(pocket)
    return source, pocket, taught


def jpeg(width: int, height: int, orientation: int = 1) -> bytes:
    """A photo whose left half is black, with the mark by which cameras say how they were held."""
    image = np.full((height, width, 3), 230, np.uint8)
    image[:, : width // 2] = 10
    data = cv2.imencode(".jpg", image)[1].tobytes()
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]


def test_a_photo_becomes_a_reading_with_its_picture(tmp_path: Path) -> None:
    source, pocket, _ = photos(tmp_path, Seer())
    reading = source.read(jpeg(2560, 1280))
    assert (reading.kind, reading.state, reading.sure, reading.source) == ("dice", "settled", True, "tablet photo")
    assert reading.picture is not None
    kept = cv2.imdecode(np.frombuffer(pocket.pictures[reading.picture], np.uint8), cv2.IMREAD_COLOR)
    assert kept is not None
    assert max(kept.shape) == LONGEST
    # The box is in the picture that is kept, and only faces a die has are guessed.
    assert [(f.face, f.box, f.guesses) for f in reading.faces] == [(4, (50, 100, 25, 25), (5,))]
    assert source.read(jpeg(640, 480)).id != reading.id


def test_a_photo_is_turned_upright(tmp_path: Path) -> None:
    seer = Seer()
    source, _, _ = photos(tmp_path, seer)
    source.read(jpeg(640, 480, orientation=6))
    (shown,) = seer.shown
    assert shown.shape[:2] == (640, 480)
    assert shown[:200].mean() < 50 < shown[-200:].mean()


@pytest.mark.parametrize(
    "data", [b"", b"hello", jpeg(64, 64)[:300], b"\xff\xd8\xff" + b"\0" * 50, b"\x89PNG\r\n\x1a\n" + b"\xff" * 40]
)
def test_what_is_no_picture_is_refused(tmp_path: Path, data: bytes) -> None:
    source, pocket, _ = photos(tmp_path, Seer())
    with pytest.raises(TableRefusal) as refused:
        source.read(data)
    assert refused.value.code == "table/bad_picture"
    assert refused.value.numbers["reason"]
    assert pocket.pictures == {}


def test_a_photo_without_dice_is_refused_but_a_leaning_die_is_shown(tmp_path: Path) -> None:
    empty, cocked = Seer("empty", False), Seer("cocked", False)
    empty.dice = cocked.dice = ()
    source, pocket, _ = photos(tmp_path, empty)
    with pytest.raises(TableRefusal) as refused:
        source.read(jpeg(64, 64))
    assert (refused.value.code, pocket.pictures) == ("table/no_dice_seen", {})
    assert photos(tmp_path, cocked)[0].read(jpeg(64, 64)).state == "cocked"


def test_a_corrected_photo_teaches(tmp_path: Path) -> None:
    source, _, taught = photos(tmp_path, Seer())
    reading = source.read(jpeg(640, 480))
    source.corrected(reading.id, [6])
    assert len(taught) == 1
    source.corrected("some-other", [6])
    assert len(taught) == 1
