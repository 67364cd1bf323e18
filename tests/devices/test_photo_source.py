"""Photos from a tablet: kept and learned from."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.devices.dice_readings import LONG_SIDE
from companion.devices.home_learning import HomeLearner
from companion.devices.photo_source import PhotoSource
from companion.protocol.refusal import Refused
from tests.devices.camera_rig import FixedReader, RecordingSink
from vision.dice.home import HomeDice
from vision.images import decode_image


def photo_source(tmp_path: Path, reader: FixedReader) -> tuple[PhotoSource, RecordingSink, list[HomeDice]]:
    taught: list[HomeDice] = []
    source, sink = PhotoSource(reader, HomeLearner(tmp_path / "corrections", taught.append)), RecordingSink()
    source.start(sink)
    return source, sink, taught


def jpeg(width: int, height: int) -> bytes:
    """A photo whose left half is black."""
    image = np.full((height, width, 3), 230, np.uint8)
    image[:, : width // 2] = 10
    return cv2.imencode(".jpg", image)[1].tobytes()


def test_a_photo_becomes_a_reading_with_its_picture(tmp_path: Path) -> None:
    source, sink, _ = photo_source(tmp_path, FixedReader())
    reading = source.read(decode_image(jpeg(2560, 1280)))
    assert (reading.kind, reading.state, reading.sure, reading.source) == ("dice", "settled", True, "tablet photo")
    assert reading.picture is not None
    kept = cv2.imdecode(np.frombuffer(sink.pictures[reading.picture], np.uint8), cv2.IMREAD_COLOR)
    assert kept is not None
    assert max(kept.shape) == LONG_SIDE
    # The box is in the picture that is kept, and only faces a die has are guessed.
    assert [(f.face, f.box, f.guesses) for f in reading.faces] == [(4, (50, 100, 25, 25), (5,))]
    assert source.read(decode_image(jpeg(640, 480))).id != reading.id


def test_a_photo_without_dice_is_refused_but_a_leaning_die_is_shown(tmp_path: Path) -> None:
    empty, cocked = FixedReader("empty", False), FixedReader("cocked", False)
    empty.dice = cocked.dice = ()
    source, sink, _ = photo_source(tmp_path, empty)
    with pytest.raises(Refused) as refused:
        source.read(decode_image(jpeg(64, 64)))
    assert (refused.value.code, sink.pictures) == ("table/no_dice_seen", {})
    assert photo_source(tmp_path, cocked)[0].read(decode_image(jpeg(64, 64))).state == "cocked"


def test_a_corrected_photo_teaches(tmp_path: Path) -> None:
    source, _, taught = photo_source(tmp_path, FixedReader())
    reading = source.read(decode_image(jpeg(640, 480)))
    source.told(reading.id, [6])
    assert len(taught) == 1
    source.told("some-other", [6])
    assert len(taught) == 1
