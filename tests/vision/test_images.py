"""Image files of every bad kind: a clear error or the right pixels."""

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.nasty_images import png_that_claims
from vision.images import LONGEST, NotAnImage, decode_image, read_header, read_image_file, read_scaled_image


def drawn(height: int = 40, width: int = 60) -> np.ndarray:
    return (np.indices((height, width)).sum(axis=0) % 256).astype(np.uint8)[..., None].repeat(3, axis=2)


def packed(ending: str, image: np.ndarray) -> bytes:
    return cv2.imencode(ending, image)[1].tobytes()


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp", ".gif"])
def test_every_format_is_read(ending: str) -> None:
    data = packed(ending, drawn())
    assert read_header(data)[1:] == (60, 40)
    assert decode_image(data).shape == (40, 60, 3)


@pytest.mark.parametrize(
    "image",
    [drawn()[..., 0], drawn().astype(np.uint16) * 257, drawn(1, 1), np.dstack([drawn(), drawn()[..., :1]])],
    ids=["grey", "16 bit", "1x1", "alpha"],
)
def test_unusual_pixels(image: np.ndarray) -> None:
    got = decode_image(packed(".png", image))
    assert got.dtype == np.uint8
    assert got.shape == (*image.shape[:2], 3)


def test_sixteen_bits_keep_their_brightness() -> None:
    assert np.abs(decode_image(packed(".png", drawn().astype(np.uint16) * 257)).astype(int) - drawn()).max() <= 1


def test_exif_turns_the_picture() -> None:
    data = packed(".jpg", drawn(40, 60))
    exif = b"Exif\0\0II*\0\x08\0\0\0" + struct.pack("<HHHIHHI", 1, 0x0112, 3, 1, 6, 0, 0)
    turned = data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]
    assert decode_image(turned).shape == (60, 40, 3)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"hello, this is no picture", "not a picture"),
        (b"%PDF-1.4", "not a picture"),
        (b"\xff\xd8\xff\xe0", "cut off"),
        (b"\x89PNG\r\n\x1a\n", "cut off"),
        (b"GIF89a", "broken"),
        (b"BM", "broken"),
        (b"\x00\x00\x00\x18ftypheic", "not a picture"),
    ],
)
def test_what_is_no_picture_is_refused_in_words(data: bytes, says: str) -> None:
    with pytest.raises(NotAnImage, match=says):
        decode_image(data)


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_file_that_was_cut_off_is_refused(ending: str) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3)).astype(np.uint8)
    data = packed(ending, noise)
    with pytest.raises(NotAnImage, match="cut off"):
        decode_image(data[: len(data) // 2])


@pytest.mark.parametrize(("width", "height"), [(10_000, 10_000), (60_000, 60_000), (2**31 - 1, 2**31 - 1)])
def test_a_huge_picture_is_refused_before_it_is_unpacked(width: int, height: int) -> None:
    with pytest.raises(NotAnImage, match="too large"):
        decode_image(png_that_claims(width, height))


def test_a_picture_without_pixels_is_refused() -> None:
    with pytest.raises(NotAnImage, match="no pixels"):
        decode_image(png_that_claims(0, 10))


def test_a_hundred_megapixel_jpeg_is_read_small() -> None:
    data = packed(".jpg", np.full((10_000, 10_001, 1), 90, np.uint8))
    image = decode_image(data)
    assert max(image.shape) <= LONGEST


def test_a_large_picture_is_brought_down_and_the_scale_told(tmp_path: Path) -> None:
    file = tmp_path / "large.png"
    file.write_bytes(packed(".png", drawn(100, LONGEST * 2)))
    image, scale = read_scaled_image(file)
    assert image.shape[1] == LONGEST
    assert scale == pytest.approx(2.0)


@pytest.mark.parametrize("name", ["missing.jpg", ".", "\0bad"])
def test_files_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotAnImage):
        read_image_file(tmp_path / name)


WEBP = b"RIFF\0\0\0\0WEBP"
BEGINNINGS = [
    b"",
    b"\xff\xd8\xff",
    b"\x89PNG\r\n\x1a\n",
    b"GIF89a",
    b"BM",
    *(WEBP + kind for kind in (b"VP8 ", b"VP8L", b"VP8X")),
]


@given(st.binary(max_size=200), st.sampled_from(BEGINNINGS))
def test_noise_never_crashes(noise: bytes, start: bytes) -> None:
    try:
        image = decode_image(start + noise)
    except NotAnImage:
        return
    assert image.ndim == 3
