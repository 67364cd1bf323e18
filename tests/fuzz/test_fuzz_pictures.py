"""Pictures and tags: any file is an image or is refused, any image is read, any text is a tag or is none."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.odd import damaged, examples, words
from tests.processes import memory_mb
from tests.vision import nasty_images as nasty
from vision.decoding import MOST_MEMORY, ImageDecoder
from vision.dice.reader import DiceReader
from vision.images import Image, NotAnImage, pixels
from vision.tags.grammar import Tag, TagError, TagKind, parse_tag, tag_from_id, tag_or_none, tag_status
from vision.tags.reader import read_tags

FIRMWARE = Path(__file__).parents[2] / "firmware"


def sample(kind: str) -> bytes:
    """A small picture with something in it, as a file."""
    grid = np.indices((48, 64)).sum(axis=0)
    image = pixels(np.stack([(grid * step) % 256 for step in (3, 7, 11)], axis=2))
    return cv2.imencode(kind, image)[1].tobytes()


FILES = [sample(kind) for kind in (".jpg", ".png", ".webp")]
FILES += [nasty.with_exif(FILES[0], nasty.orientation(6)), nasty.jpeg(nasty.PROGRESSIVE, 64, 48)]


@pytest.fixture(scope="module")
def decoder() -> Iterator[ImageDecoder]:
    made = ImageDecoder()
    yield made
    made.close()


@examples(60)
@given(data=st.data())
def test_a_picture_file(decoder: ImageDecoder, data: st.DataObject) -> None:
    """Unpacked in a process of its own, which keeps to its memory."""
    file = data.draw(damaged(data.draw(st.sampled_from(FILES))))
    try:
        image = decoder.decode(file)
    except NotAnImage:
        image = pixels(np.zeros((1, 1, 3)))
    assert (image.ndim, image.shape[2]) == (3, 3)
    assert 0 < max(image.shape[:2]) <= 8192
    if decoder.pid is not None:
        assert memory_mb(decoder.pid) < MOST_MEMORY / 1e6


@st.composite
def images(draw: st.DrawFn) -> Image:
    """Of any shape, down to one pixel: flat, noise, or a hard edge."""
    height, width = draw(st.integers(1, 90)), draw(st.integers(1, 90))
    kind = draw(st.sampled_from(("flat", "noise", "edge")))
    if kind == "noise":
        return pixels(np.random.default_rng(draw(st.integers(0, 99))).integers(0, 256, (height, width, 3)))
    image = np.full((height, width, 3), draw(st.integers(0, 255)))
    if kind == "edge":
        image[: height // 2] = 255
    return pixels(image)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


@examples(8)
@given(image=images())
def test_any_image_is_read_for_dice(reader: DiceReader, image: Image) -> None:
    """There are no dice in it: whatever is thought to be one is at least not sure."""
    reading = reader.read(image)
    assert not (reading.dice and reading.sure)


@examples(30)
@given(image=images())
def test_any_image_is_read_for_tags(image: Image) -> None:
    assert read_tags(image) == ()


# -- tags --------------------------------------------------------------------------------------------------------------

known = st.builds(Tag, st.sampled_from([*TagKind]), st.integers(1, 9999), st.sampled_from("ABZ"))
texts = words | known.map(lambda tag: tag.text) | known.flatmap(lambda tag: damaged(tag.text.encode())).map(repr)


@examples(100)
@given(text=texts, other=known)
def test_any_text_is_a_tag_or_none(text: str, other: Tag) -> None:
    tag = tag_or_none(text)
    tag_status(text, {other})
    for read in (parse_tag, tag_from_id):
        with suppress(TagError):
            read(text)
    assert tag is None or tag.text == text


@examples(100)
@given(memory=st.binary(max_size=160), start=st.sampled_from((b"", b"\x03", b"\x03\x10\xd1\x01\x0c", b"\x01\x03\xa0")))
def test_any_sticker(memory: bytes, start: bytes) -> None:
    """What the tray's reader finds on a sticker, by the firmware's own code."""
    sys.path.insert(0, str(FIRMWARE))
    try:
        from tray import ndef
    finally:
        sys.path.remove(str(FIRMWARE))
    found = ndef.message(start + memory)
    if isinstance(found, bytes):
        text = ndef.text(found)
        assert text is None or len(text) <= len(memory)
    ndef.text(memory)
