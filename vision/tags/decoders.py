"""The two QR decoders with one result: a text and four corners in the order of the printed code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from math import hypot

import numpy as np
import zxingcpp
from pyzbar import pyzbar

from vision.images import Image
from vision.tags.reading import Point, Points, angle_of, centre_of, edge_of

PYZBAR = "pyzbar"
ZXING = "zxing"

_ORIENTATION_DEGREES = {"UP": 0, "RIGHT": 90, "DOWN": 180, "LEFT": 270}


@dataclass(frozen=True)
class Decoded:
    """What one decoder read, in pixels of the image it was given."""

    text: str
    corners: Points
    reader: str

    @cached_property
    def centre(self) -> Point:
        return centre_of(self.corners)

    @cached_property
    def edge(self) -> float:
        return edge_of(self.corners)

    def is_at(self, other: Decoded) -> bool:
        """Middles closer than half an edge and about the same size; a code within a larger one is another code."""
        (x, y), (other_x, other_y) = self.centre, other.centre
        near = hypot(x - other_x, y - other_y) < self.edge / 2
        return near and max(self.edge, other.edge) < 1.6 * min(self.edge, other.edge)

    def moved(self, scale: float, left: float, top: float) -> Decoded:
        """The same in the image the crop was cut from: enlarged by `scale`, cut at (left, top)."""
        # pixel centres lie at half coordinates, so an enlargement shifts them
        points = (self.corners + 0.5) / scale - 0.5 + (left, top)
        return Decoded(self.text, points, self.reader)


def read_zxing(grey: Image, hard: bool = False) -> list[Decoded]:
    """zxing-cpp; `hard` also tries inverted codes, a quarter turn and smaller sizes."""
    found = zxingcpp.read_barcodes(
        grey,
        formats=_qr_codes(),
        text_mode=zxingcpp.TextMode.Plain,
        try_rotate=hard,
        try_downscale=hard,
        try_invert=hard,
    )
    return [Decoded(code.text, _zxing_corners(code.position), ZXING) for code in found]


def read_pyzbar(grey: Image) -> list[Decoded]:
    """zbar, by pyzbar; its polygon does not start where the code does, so its orientation puts it in order."""
    found = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
    return [
        Decoded(code.data.decode("utf-8", "replace"), _ordered(code.polygon, code.orientation), PYZBAR)
        for code in found
        if len(code.polygon) == 4
    ]


@cache
def _qr_codes() -> zxingcpp.BarcodeFormats:
    return zxingcpp.barcode_formats_from_str("QRCode")


def _zxing_corners(position: zxingcpp.Position) -> Points:
    corners = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    return np.array([(corner.x, corner.y) for corner in corners], dtype=np.float64)


def _ordered(polygon: list[tuple[int, int]], orientation: str | None) -> Points:
    points = np.array(polygon, dtype=np.float64)
    if _runs_anticlockwise(points):
        points = points[::-1]
    wanted = _ORIENTATION_DEGREES.get(orientation or "", 0)
    turns = [np.roll(points, shift, axis=0) for shift in range(4)]
    return min(turns, key=lambda corners: abs((angle_of(corners) - wanted + 180) % 360 - 180))


def _runs_anticlockwise(points: Points) -> bool:
    """In an image, where y grows downwards."""
    following = np.roll(points, -1, axis=0)
    return bool(np.sum(points[:, 0] * following[:, 1] - following[:, 0] * points[:, 1]) < 0)
