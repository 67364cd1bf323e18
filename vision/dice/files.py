"""Picture files to pixels: upright, eight bits, three colours, never larger than a reader needs."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Image, pixels
from vision.dice.header import NotAPicture, read_header

MOST_BYTES = 100 * 1024 * 1024
MOST_PIXELS = 40_000_000  # unpacked at full size
MOST_JPEG_PIXELS = 400_000_000  # a JPEG can be unpacked at an eighth of its size
LONGEST = 2560  # longer pictures are read at this size: dice gain nothing from more


def read_picture(path: Path) -> Image:
    """The picture in a file; raises NotAPicture with a message for people."""
    return read_scaled(path)[0]


def read_scaled(path: Path) -> tuple[Image, float]:
    """The picture, and how much larger than it the file's own picture is."""
    data = _bytes_of(path)
    image = unpack(data)
    header = read_header(data)
    return image, max(header.width, header.height) / max(image.shape[:2])


def _bytes_of(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise NotAPicture("this is a folder or a device, not a picture")
        if path.stat().st_size > MOST_BYTES:
            raise NotAPicture("the file is too large for a picture")
        return path.read_bytes()
    except NotAPicture:
        raise
    except OSError as trouble:
        raise NotAPicture(f"the file cannot be read: {trouble.strerror or trouble}") from trouble
    except ValueError as trouble:
        raise NotAPicture("the file's name makes no sense") from trouble


def unpack(data: bytes) -> Image:
    """The picture in the bytes of a file: the first one if it is animated, turned upright by its own mark."""
    if not data:
        raise NotAPicture("the file is empty")
    header = read_header(data)
    count = header.width * header.height
    how = cv2.IMREAD_COLOR
    if count > MOST_PIXELS:
        if header.format != "jpeg" or count > MOST_JPEG_PIXELS:
            raise NotAPicture(f"the picture is too large: {header.width} x {header.height} pixels")
        how = cv2.IMREAD_REDUCED_COLOR_4 if count < 4 * MOST_PIXELS else cv2.IMREAD_REDUCED_COLOR_8
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error as broken:
        raise NotAPicture("the picture file is broken") from broken
    if image is None or image.size == 0:
        raise NotAPicture("the picture file is broken")
    return _within(pixels(image))


def _within(image: Image) -> Image:
    longest = max(image.shape[:2])
    if longest <= LONGEST:
        return image
    scale = LONGEST / longest
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return pixels(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
