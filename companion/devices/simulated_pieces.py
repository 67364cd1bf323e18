"""What the pieces of the box look like under the simulated camera: drawn by us, not the pictures of any real box."""

from __future__ import annotations

import zlib

from companion.protocol.sight import BoxPiece
from vision.images import Image
from vision.render.floor import PATTERNS, draw_card_piece, draw_floor_piece

_PLAIN = "plain"  # a kind of tile with nothing on its floor


def simulated_face(piece: BoxPiece) -> Image:
    """Always the same for a piece, and another for every piece."""
    seed = zlib.crc32(piece.id.encode())
    if piece.kind == "tile":
        pattern = 0 if piece.sort == _PLAIN else 1 + zlib.crc32(piece.sort.encode()) % (PATTERNS - 1)
        return draw_floor_piece(seed, piece.openings, pattern)
    return draw_card_piece(seed, piece.name.replace("_", " ").title())
