"""Photos from a tablet: upright, kept, learned from; everything else is refused and changes nothing."""

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.devices.corrections import CorrectionLearner
from companion.devices.dice_readings import LONG_SIDE
from companion.devices.photo_source import PhotoSource
from companion.protocol.refusal import Refused
from tests.devices.camera_rig import FixedReader, RecordingSink
from vision.dice.corrections import Prototypes


def photo_source(tmp_path: Path, reader: FixedReader) -> tuple[PhotoSource, RecordingSink, list[Prototypes]]:
    taught: list[Prototypes] = []
    source, sink = PhotoSource(reader, CorrectionLearner(tmp_path / "corrections", taught.append)), RecordingSink()
    source.start(sink)
    return source, sink, taught


def jpeg(width: int, height: int, orientation: int = 1) -> bytes:
    """A photo whose left half is black, with the mark by which cameras say how they were held."""
    image = np.full((height, width, 3), 230, np.uint8)
    image[:, : width // 2] = 10
    data = cv2.imencode(".jpg", image)[1].tobytes()
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]


def test_a_photo_becomes_a_reading_with_its_picture(tmp_path: Path) -> None:
    source, sink, _ = photo_source(tmp_path, FixedReader())
    reading = source.read(jpeg(2560, 1280))
    assert (reading.kind, reading.state, reading.sure, reading.source) == ("dice", "settled", True, "tablet photo")
    assert reading.picture is not None
    kept = cv2.imdecode(np.frombuffer(sink.pictures[reading.picture], np.uint8), cv2.IMREAD_COLOR)
    assert kept is not None
    assert max(kept.shape) == LONG_SIDE
    # The box is in the picture that is kept, and only faces a die has are guessed.
    assert [(f.face, f.box, f.guesses) for f in reading.faces] == [(4, (50, 100, 25, 25), (5,))]
    assert source.read(jpeg(640, 480)).id != reading.id


def test_a_photo_is_turned_upright(tmp_path: Path) -> None:
    reader = FixedReader()
    source, _, _ = photo_source(tmp_path, reader)
    source.read(jpeg(640, 480, orientation=6))
    (shown,) = reader.shown
    assert shown.shape[:2] == (640, 480)
    assert shown[:200].mean() < 50 < shown[-200:].mean()


@pytest.mark.parametrize(
    "data", [b"", b"hello", jpeg(64, 64)[:300], b"\xff\xd8\xff" + b"\0" * 50, b"\x89PNG\r\n\x1a\n" + b"\xff" * 40]
)
def test_what_is_no_picture_is_refused(tmp_path: Path, data: bytes) -> None:
    source, sink, _ = photo_source(tmp_path, FixedReader())
    with pytest.raises(Refused) as refused:
        source.read(data)
    assert refused.value.code == "table/bad_picture"
    assert refused.value.facts["reason"]
    assert sink.pictures == {}


def test_a_photo_without_dice_is_refused_but_a_leaning_die_is_shown(tmp_path: Path) -> None:
    empty, cocked = FixedReader("empty", False), FixedReader("cocked", False)
    empty.dice = cocked.dice = ()
    source, sink, _ = photo_source(tmp_path, empty)
    with pytest.raises(Refused) as refused:
        source.read(jpeg(64, 64))
    assert (refused.value.code, sink.pictures) == ("table/no_dice_seen", {})
    assert photo_source(tmp_path, cocked)[0].read(jpeg(64, 64)).state == "cocked"


def test_a_corrected_photo_teaches(tmp_path: Path) -> None:
    source, _, taught = photo_source(tmp_path, FixedReader())
    reading = source.read(jpeg(640, 480))
    source.corrected(reading.id, [6])
    assert len(taught) == 1
    source.corrected("some-other", [6])
    assert len(taught) == 1
