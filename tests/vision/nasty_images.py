"""Image files as an attacker would make them: small ones that claim or hold far more than they should.

All are written byte by byte here; none was found somewhere. Each comes with the size it has once unpacked.
"""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np

# -- JPEG --------------------------------------------------------------------------------------------------------------

# Shortest tables that a decoder accepts: one quantisation table, and Huffman tables with one code word each.
QUANTISATION = b"\xff\xdb" + struct.pack(">HB", 67, 0) + b"\x01" * 64
HUFFMAN = b"".join(b"\xff\xc4" + struct.pack(">HB", 20, table) + b"\x01" + b"\0" * 15 + b"\0" for table in (0x00, 0x10))
END = b"\xff\xd9"
BASELINE, PROGRESSIVE = 0xC0, 0xC2


def frame(kind: int, width: int, height: int, components: int = 3) -> bytes:
    """The segment with the size."""
    body = struct.pack(">BHHB", 8, height, width, components)
    body += b"".join(bytes((number + 1, 0x11, 0)) for number in range(components))
    return bytes((0xFF, kind)) + struct.pack(">H", len(body) + 2) + body


def scan(kind: int, components: tuple[int, ...] = (1, 2, 3)) -> bytes:
    body = bytes((len(components),)) + b"".join(bytes((number, 0)) for number in components)
    body += b"\0\0\0" if kind == PROGRESSIVE else b"\0\x3f\0"
    return b"\xff\xda" + struct.pack(">H", len(body) + 2) + body


def jpeg(kind: int, width: int, height: int, data: bytes = b"\0" * 256) -> bytes:
    return b"\xff\xd8" + QUANTISATION + frame(kind, width, height) + HUFFMAN + scan(kind) + data + END


def two_sizes(width: int, height: int) -> bytes:
    """A decoder skips FF 00 as filling; whoever takes it for a segment misses the true size and finds a small one."""
    hidden = QUANTISATION + frame(PROGRESSIVE, width, height) + HUFFMAN + scan(PROGRESSIVE) + b"\0" * 256
    shown = frame(BASELINE, 64, 64)
    return b"\xff\xd8\xff\x00" + struct.pack(">H", len(hidden) + 2) + hidden + shown + END


def many_scans(width: int, height: int) -> bytes:
    """Not progressive, yet every component comes by itself: the whole image is kept before any of it is shown."""
    scans = b"".join(scan(BASELINE, (number,)) + b"\0" * 64 for number in (1, 2, 3))
    return b"\xff\xd8" + QUANTISATION + frame(BASELINE, width, height) + HUFFMAN + scans + END


def with_exif(data: bytes, exif: bytes) -> bytes:
    body = b"Exif\0\0" + exif
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]


def orientation(value: int) -> bytes:
    return b"II*\0\x08\0\0\0" + struct.pack("<HHHIHHI", 1, 0x0112, 3, 1, value, 0, 0)


def endless_exif() -> bytes:
    """A directory that names itself as the next one."""
    return b"II*\0\x08\0\0\0" + struct.pack("<HHHIHHI", 1, 0x0112, 3, 1, 6, 0, 8)


def four_colours() -> bytes:
    """As printers have them: cyan, magenta, yellow, black."""
    data = frame(BASELINE, 64, 64, components=4)
    return b"\xff\xd8" + QUANTISATION + data + HUFFMAN + scan(BASELINE, (1, 2, 3, 4)) + b"\0" * 256 + END


# -- PNG ---------------------------------------------------------------------------------------------------------------

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def zeros(count: int) -> bytes:
    """So many zeros, packed to about a thousandth, without holding them all."""
    packer = zlib.compressobj(9)
    block = bytes(1 << 20)
    parts = [packer.compress(block) for _ in range(count >> 20)]
    return b"".join((*parts, packer.compress(bytes(count & 0xFFFFF)), packer.flush()))


def png(width: int, height: int, *, depth: int = 8, colour: int = 2, interlaced: int = 0, before: bytes = b"") -> bytes:
    """An honest image without a spot on it. `before` are chunks in front of its pixels."""
    samples = {2: 3, 6: 4}[colour]
    # An interlaced one has more rows, each with a byte in front of it.
    rows = zeros((1 + interlaced) * height * (1 + width * samples * depth // 8))
    return _png(width, height, depth, colour, interlaced, before + chunk(b"IDAT", rows))


def png_that_claims(width: int, height: int) -> bytes:
    """A size, and no pixels."""
    return _png(width, height, 8, 2, 0, chunk(b"IDAT", zeros(0)))


def _png(width: int, height: int, depth: int, colour: int, interlaced: int, chunks: bytes) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced)
    return SIGNATURE + chunk(b"IHDR", head) + chunks + chunk(b"IEND", b"")


def packed_profile(size: int) -> bytes:
    """A colour profile that is far larger unpacked than the image it is for."""
    return chunk(b"iCCP", b"profile\0\0" + zeros(size))


def packed_text(size: int) -> bytes:
    return chunk(b"zTXt", b"Comment\0\0" + zeros(size))


def animated_png(width: int, height: int, frames: int) -> bytes:
    """Every frame is as large as the image."""
    rows = zeros(height * (1 + width * 3))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(
        b"acTL", struct.pack(">II", frames, 0)
    )
    parts, number = [], 0
    for at in range(frames):
        parts.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, width, height, 0, 0, 1, 100, 0, 0)))
        number += 1
        if at == 0:
            parts.append(chunk(b"IDAT", rows))
        else:
            parts.append(chunk(b"fdAT", struct.pack(">I", number) + rows))
            number += 1
    return SIGNATURE + head + b"".join(parts) + chunk(b"IEND", b"")


# -- GIF, BMP, WebP ----------------------------------------------------------------------------------------------------


def gif(width: int, height: int, frames: int) -> bytes:
    """Frames of one pixel each on a large canvas."""
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    one = b"\x21\xf9\x04\0\x0a\0\0\0" + b"\x2c" + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02\x44\x01\0"
    return head + one * frames + b"\x3b"


def bmp(width: int, height: int, compression: int = 0) -> bytes:
    """The pixels are missing; a run-length encoded one needs none."""
    body = b"\0\0\0\1" if compression else b""
    size = 54 + 1024 + len(body)
    head = b"BM" + struct.pack("<IHHI", size, 0, 0, 54 + 1024)
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 8, compression, len(body), 0, 0, 256, 0)
    return head + info + b"\0" * 1024 + body


def webp(width: int, height: int) -> bytes:
    """An honest one: a single colour packs to almost nothing."""
    return encoded(".webp", np.zeros((height, width, 3), np.uint8), (cv2.IMWRITE_WEBP_QUALITY, 1))


def webp_of_two_sizes(width: int, height: int) -> bytes:
    """Its first part names a small canvas, the part after it holds a large image."""
    inner = webp(width, height)[12:]
    canvas = b"VP8X" + struct.pack("<I", 10) + b"\0" * 4 + (63).to_bytes(3, "little") * 2
    body = b"WEBP" + canvas + inner
    return b"RIFF" + struct.pack("<I", len(body)) + body


def encoded(ending: str, image: np.ndarray, options: tuple[int, ...] = ()) -> bytes:
    return bytes(cv2.imencode(ending, image, list(options))[1])
