"""Arrays and images in memory, and how an image file becomes an image.

Files are checked before they are unpacked: a small file may claim to hold a huge image. That a file tells the truth is
not certain: those of strangers are unpacked by `vision.decoding`, in a process that can be ended.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float32]
Image = NDArray[np.uint8]  # height, width, 3: blue, green, red
Decode = Callable[[bytes], Image]
PixelBox = tuple[int, int, int, int]  # x, y, width, height in pixels of an image

MOST_BYTES = 100 * 1024 * 1024  # of a file on disk
MOST_PIXELS = 40_000_000  # unpacked at full size
MOST_JPEG_PIXELS = 400_000_000  # a JPEG can be unpacked at an eighth of its size
LONGEST = 2560  # longer images are read at this size: dice gain nothing from more
# Codes are small in a photo of a whole board: those photos are read in full size, so their limits are others.
MOST_FULL_BYTES = 64 * 1024 * 1024
MOST_FULL_PIXELS = 64_000_000
_SHORTEST_HEADER = 64


def floats(values: ArrayLike) -> Floats:
    return np.asarray(values, dtype=np.float32)


def pixels(values: ArrayLike) -> Image:
    return np.asarray(values, dtype=np.uint8)


def softmax(scores: Floats) -> Floats:
    """The scores of a network as chances, over the last axis."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return floats(raised / raised.sum(axis=-1, keepdims=True))


class NotAnImage(ValueError):
    """The bytes are no image we can read, or a broken one; the message tells people why."""


def read_image_file(path: Path) -> Image:
    """The image in a file, no longer than LONGEST; raises NotAnImage."""
    return read_scaled_image(path)[0]


def read_scaled_image(path: Path, decode: Decode | None = None) -> tuple[Image, float]:
    """The image, and how much larger than it the file's own image is. `decode` may be that of `vision.decoding`."""
    data = _bytes_of(path, MOST_BYTES)
    image = (decode or decode_image)(data)
    header = read_header(data)
    return image, max(header.width, header.height) / max(image.shape[:2])


def read_full_image(path: Path, decode: Decode | None = None) -> Image:
    """The image in a file, in its full size; raises NotAnImage."""
    return (decode or decode_full_image)(_bytes_of(path, MOST_FULL_BYTES))


def decode_image(data: bytes) -> Image:
    """The image in the bytes of a file: upright, the first one if it is animated, no longer than LONGEST."""
    if not data:
        raise NotAnImage("the file is empty")
    header = read_header(data)
    count = header.width * header.height
    how = cv2.IMREAD_COLOR
    if count > MOST_PIXELS:
        if header.format != "jpeg" or count > MOST_JPEG_PIXELS:
            raise _too_large(header)
        how = cv2.IMREAD_REDUCED_COLOR_4 if count < 4 * MOST_PIXELS else cv2.IMREAD_REDUCED_COLOR_8
    return _within_longest(_decoded(data, how, header))


def decode_full_image(data: bytes) -> Image:
    """The image in the bytes of a file, in its full size."""
    if not data:
        raise NotAnImage("the file is empty")
    header = read_header(data)
    if header.width * header.height > MOST_FULL_PIXELS:
        raise _too_large(header)
    # the decoder refuses even a valid image of fewer bytes than the longest header it knows
    return _decoded(data.ljust(_SHORTEST_HEADER, b"\0"), cv2.IMREAD_COLOR, header)


def _bytes_of(path: Path, most: int) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise NotAnImage("this is a folder or a device, not a picture")
        if path.stat().st_size > most:
            raise NotAnImage("the file is too large for a picture")
        return path.read_bytes()
    except NotAnImage:
        raise
    except OSError as trouble:
        raise NotAnImage(f"the file cannot be read: {trouble.strerror or trouble}") from trouble
    except ValueError as trouble:
        raise NotAnImage("the file's name makes no sense") from trouble


def _decoded(data: bytes, how: int, header: ImageHeader) -> Image:
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error as broken:
        raise NotAnImage("the picture file is broken") from broken
    if image is None or image.size == 0:
        # The decoder does not tell the two apart.
        large = header.width * header.height > MOST_PIXELS
        raise NotAnImage("the picture is too large, or its file is broken" if large else "the picture file is broken")
    _must_be_of_its_size(image, how, header)
    return pixels(image)


def _must_be_of_its_size(image: NDArray[np.generic], how: int, header: ImageHeader) -> None:
    """What we read in the beginning of the file is what the decoder found, or somebody hid one image behind another."""
    part = {cv2.IMREAD_REDUCED_COLOR_4: 4, cv2.IMREAD_REDUCED_COLOR_8: 8}.get(how, 1)
    said = sorted((-(-header.width // part), -(-header.height // part)))
    # Sorted, because a photo may have been turned upright.
    if sorted(image.shape[:2]) != said:
        raise NotAnImage("the picture file is broken: it names two sizes")


def _within_longest(image: Image) -> Image:
    longest = max(image.shape[:2])
    if longest <= LONGEST:
        return image
    scale = LONGEST / longest
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return pixels(cv2.resize(image, size, interpolation=cv2.INTER_AREA))


class ImageHeader(NamedTuple):
    format: str
    width: int
    height: int


def read_header(data: bytes) -> ImageHeader:
    """Format and size; raises NotAnImage for anything else, also for files that were cut off."""
    try:
        header = _header(data)
    except (struct.error, IndexError) as broken:
        raise NotAnImage("the picture file is broken: its beginning is not complete") from broken
    if header is None:
        raise NotAnImage("not a picture we can read (JPEG, PNG, WebP, GIF or BMP)")
    if header.width < 1 or header.height < 1:
        raise NotAnImage("the picture file is broken: it says it has no pixels")
    return header


def _header(data: bytes) -> ImageHeader | None:
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg(data)
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        if b"IEND" not in data[-64:] and b"IEND" not in data:
            raise NotAnImage("the picture file was cut off")
        return ImageHeader("png", *struct.unpack(">II", data[16:24]))
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return ImageHeader("gif", *struct.unpack("<HH", data[6:10]))
    if data[:2] == b"BM":
        width, height = struct.unpack("<ii", data[18:26])
        return ImageHeader("bmp", abs(width), abs(height))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    return None


def _jpeg(data: bytes) -> ImageHeader:
    if data.rfind(b"\xff\xd9") < len(data) // 2:
        raise NotAnImage("the picture file was cut off")
    at = 2
    while True:
        while data[at] != 0xFF:
            at += 1
        while data[at] == 0xFF:
            at += 1
        marker = data[at]
        at += 1
        if marker == 0:
            continue  # filling, as decoders take it: not a segment with a length
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 3 : at + 7])
            return ImageHeader("jpeg", width, height)
        if marker in (0x01, *range(0xD0, 0xD9)):
            continue
        at += struct.unpack(">H", data[at : at + 2])[0]


def _webp(data: bytes) -> ImageHeader | None:
    kind = data[12:16]
    if kind == b"VP8X":
        wide, tall = data[24:27], data[27:30]
        return ImageHeader("webp", int.from_bytes(wide, "little") + 1, int.from_bytes(tall, "little") + 1)
    if kind == b"VP8L":
        bits = struct.unpack("<I", data[21:25])[0]
        return ImageHeader("webp", (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1)
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return ImageHeader("webp", width & 0x3FFF, height & 0x3FFF)
    return None


def _too_large(header: ImageHeader) -> NotAnImage:
    return NotAnImage(f"the picture is too large: {header.width} x {header.height} pixels")
