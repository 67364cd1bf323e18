"""Pictures that are uploaded: upright, one at a time, and refused in words when they are none."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing

import numpy as np
import pytest

from companion.devices.uploaded_images import UploadedImages
from companion.protocol.refusal import Refused
from tests.vision import nasty_images as nasty


def photo(width: int = 64, height: int = 48) -> bytes:
    """Its left half is black."""
    image = np.full((height, width, 3), 230, np.uint8)
    image[:, : width // 2] = 10
    return nasty.encoded(".jpg", image)


@pytest.fixture(scope="module")
def uploads() -> Iterator[UploadedImages]:
    with closing(UploadedImages(patience_s=0.1)) as one:
        yield one


def test_a_photo_is_turned_upright(uploads: UploadedImages) -> None:
    with uploads.image(nasty.with_exif(photo(640, 480), nasty.orientation(6))) as image:
        assert image.shape[:2] == (640, 480)
        assert image[:200].mean() < 50 < image[-200:].mean()


def test_in_full_size(uploads: UploadedImages) -> None:
    data = photo(3000, 40)
    with uploads.image(data) as small:
        assert small.shape[1] == 2560
    with uploads.image(data, full=True) as full:
        assert full.shape[1] == 3000


@pytest.mark.parametrize(
    "data", [b"", b"hello", photo()[:300], b"\xff\xd8\xff" + b"\0" * 50, b"\x89PNG\r\n\x1a\n" + b"\xff" * 40]
)
def test_what_is_no_picture_is_refused(uploads: UploadedImages, data: bytes) -> None:
    with pytest.raises(Refused) as refused, uploads.image(data):
        pass
    assert refused.value.code == "table/bad_picture"
    assert refused.value.facts["reason"]
    with uploads.image(photo()) as image:
        assert image.shape == (48, 64, 3)


def test_whoever_waits_too_long_is_told_that_somebody_else_is_first(uploads: UploadedImages) -> None:
    codes: list[str] = []

    def second() -> None:
        with pytest.raises(Refused) as refused, uploads.image(photo()):
            pass
        codes.append(refused.value.code)

    with uploads.image(photo()):
        other = threading.Thread(target=second)
        other.start()
        other.join()
    assert codes == ["server/busy"]
    with uploads.image(photo()) as image:
        assert image.size
