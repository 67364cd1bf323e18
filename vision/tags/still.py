"""Reading a single photograph: no second frame will come, so it is worth trying harder when nothing was found."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.dice.header import NotAPicture, read_header
from vision.tags.decoders import read_pyzbar, read_zxing
from vision.tags.grammar import Tag
from vision.tags.reader import decided, read_tags, scaled, to_grey
from vision.tags.seen import Picture, TagSeen

LARGEST_FILE = 64 * 1024 * 1024
LARGEST_PX = 64_000_000
_LARGEST_ENLARGED_PX = 1_500_000
_LARGEST_TRIED_PX = 4_000_000
_SHORTEST_HEADER = 64


def load_picture(path: Path) -> Picture:
    """A picture file as BGR, in its full size; raises NotAPicture with a message for people."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise NotAPicture("the file is too large for a picture")
        data = path.read_bytes()
    except OSError as trouble:
        raise NotAPicture(f"the file cannot be read: {trouble.strerror or trouble}") from trouble
    return unpack(data)


def unpack(data: bytes) -> Picture:
    """The picture in the bytes of a file, or of an upload."""
    header = read_header(data)
    if header.width * header.height > LARGEST_PX:
        raise NotAPicture(f"the picture is too large: {header.width} x {header.height} pixels")
    # the decoder refuses even a valid picture of fewer bytes than the longest header it knows
    padded = np.frombuffer(data.ljust(_SHORTEST_HEADER, b"\0"), np.uint8)
    try:
        picture = cv2.imdecode(padded, cv2.IMREAD_COLOR)
    except cv2.error as broken:
        raise NotAPicture("the picture file is broken") from broken
    if picture is None or picture.size == 0:
        raise NotAPicture("the picture file is broken")
    return np.asarray(picture, np.uint8)


def read_still(picture: Picture, known: Collection[Tag] | None = None, foreign: bool = False) -> tuple[TagSeen, ...]:
    """As `read_tags`; a picture in which that finds nothing is tried again whole, in several treatments."""
    seen = read_tags(picture, known, foreign)
    grey = to_grey(picture)
    for treated, scale in _treatments(grey):
        if seen:
            break
        both = [*read_zxing(treated, hard=True), *read_pyzbar(treated)]
        seen = decided(grey, [decoded.moved(scale, 0, 0) for decoded in both], known, foreign)
    return seen


def _treatments(grey: Picture) -> Iterator[tuple[Picture, float]]:
    """The picture as it is, enlarged, softened against dither and print dots, reduced; each with its scale."""
    if grey.size > _LARGEST_TRIED_PX:
        scale = float(np.sqrt(_LARGEST_TRIED_PX / grey.size))
        yield scaled(grey, scale), scale
        return
    yield grey, 1.0
    if grey.size <= _LARGEST_ENLARGED_PX:
        yield scaled(grey, 2.0), 2.0
    for softness in (1.2, 2.0):
        yield np.asarray(cv2.GaussianBlur(grey, (0, 0), softness), np.uint8), 1.0
    yield np.asarray(cv2.medianBlur(grey, 3), np.uint8), 1.0
    yield scaled(grey, 0.5), 0.5
