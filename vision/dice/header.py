"""The size of a picture file from its first bytes, so that nothing huge is ever unpacked by surprise."""

from __future__ import annotations

import struct
from typing import NamedTuple


class Header(NamedTuple):
    format: str
    width: int
    height: int


class NotAPicture(ValueError):
    """The bytes are no picture we can read, or a broken one; the message says why."""


def read_header(data: bytes) -> Header:
    """Format and size; raises NotAPicture for anything else, also for files that were cut off."""
    try:
        header = _header(data)
    except (struct.error, IndexError) as broken:
        raise NotAPicture("the picture file is broken: its beginning is not complete") from broken
    if header is None:
        raise NotAPicture("not a picture we can read (JPEG, PNG, WebP, GIF or BMP)")
    if header.width < 1 or header.height < 1:
        raise NotAPicture("the picture file is broken: it says it has no pixels")
    return header


def _header(data: bytes) -> Header | None:
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg(data)
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        if b"IEND" not in data[-64:] and b"IEND" not in data:
            raise NotAPicture("the picture file was cut off")
        return Header("png", *struct.unpack(">II", data[16:24]))
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return Header("gif", *struct.unpack("<HH", data[6:10]))
    if data[:2] == b"BM":
        width, height = struct.unpack("<ii", data[18:26])
        return Header("bmp", abs(width), abs(height))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    return None


def _jpeg(data: bytes) -> Header:
    if data.rfind(b"\xff\xd9") < len(data) // 2:
        raise NotAPicture("the picture file was cut off")
    at = 2
    while True:
        while data[at] != 0xFF:
            at += 1
        while data[at] == 0xFF:
            at += 1
        marker = data[at]
        at += 1
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 3 : at + 7])
            return Header("jpeg", width, height)
        if marker in (0x01, *range(0xD0, 0xD9)):
            continue
        at += struct.unpack(">H", data[at : at + 2])[0]


def _webp(data: bytes) -> Header | None:
    kind = data[12:16]
    if kind == b"VP8X":
        wide, tall = data[24:27], data[27:30]
        return Header("webp", int.from_bytes(wide, "little") + 1, int.from_bytes(tall, "little") + 1)
    if kind == b"VP8L":
        bits = struct.unpack("<I", data[21:25])[0]
        return Header("webp", (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1)
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return Header("webp", width & 0x3FFF, height & 0x3FFF)
    return None
