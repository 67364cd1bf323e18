"""Simple bodies seen from above at a slant: boxes, hollow boxes, discs and rods on a sheet."""

import math
from dataclasses import dataclass

from sheet import Point, Sheet

Place = tuple[float, float, float]
_COS, _SIN = math.cos(math.radians(30)), math.sin(math.radians(30))


def shade(colour: str, factor: float) -> str:
    channels = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{min(255, round(channel * factor)):02x}" for channel in channels)


@dataclass(frozen=True)
class View:
    """Where the origin lies on the sheet and how large a millimetre is. x runs right, y to the back, z up."""

    sheet: Sheet
    origin: Point
    scale: float

    def at(self, place: Place) -> Point:
        x, y, z = place
        right = (x + y) * _COS
        up = (y - x) * _SIN + z
        return self.origin[0] + self.scale * right, self.origin[1] - self.scale * up

    def box(self, place: Place, size: Place, colour: str) -> None:
        (x, y, z), (w, d, h) = place, size
        top = [(x, y, z + h), (x + w, y, z + h), (x + w, y + d, z + h), (x, y + d, z + h)]
        left = [(x, y, z), (x, y, z + h), (x + w, y, z + h), (x + w, y, z)]
        right = [(x + w, y, z), (x + w, y, z + h), (x + w, y + d, z + h), (x + w, y + d, z)]
        self._face(left, shade(colour, 0.82))
        self._face(right, shade(colour, 0.66))
        self._face(top, colour)

    def hollow(self, place: Place, size: Place, wall: float, colour: str, floor: str) -> None:
        """An open box: the outside, then what one sees of the inside."""
        (x, y, z), (w, d, h) = place, size
        self.box(place, size, colour)
        x, y, w, d = x + wall, y + wall, w - 2 * wall, d - 2 * wall
        rim = z + h
        self._face([(x, y, rim), (x + w, y, rim), (x + w, y + d, rim), (x, y + d, rim)], floor)
        self._face([(x, y, rim), (x, y + d, rim), (x, y + d, z), (x, y + h, z), (x, y, rim)], shade(colour, 0.74))
        back = [(x, y + d, rim), (x + w, y + d, rim), (x + w - h, y + d, z), (x, y + d, z)]
        self._face(back, shade(colour, 0.9))

    def disc(self, centre: Place, radius: float, thickness: float, colour: str) -> None:
        x, y, z = centre
        rim = [(math.cos(turn / 24 * math.tau) * radius, math.sin(turn / 24 * math.tau) * radius) for turn in range(24)]
        low = [(x + dx, y + dy, z) for dx, dy in rim]
        high = [(x + dx, y + dy, z + thickness) for dx, dy in rim]
        for first in range(24):
            second = (first + 1) % 24
            self._face([low[first], low[second], high[second], high[first]], shade(colour, 0.75), 0.3)
        self._face(high, colour)

    def rod(self, start: Place, end: Place, thickness: float, colour: str) -> None:
        self.sheet.line([self.at(start), self.at(end)], "#1d2430", thickness * self.scale + 2.5)
        self.sheet.line([self.at(start), self.at(end)], colour, thickness * self.scale)

    def arrow(self, start: Place, end: Place) -> None:
        self.sheet.arrow(self.at(start), self.at(end))

    def label(self, place: Place, words: str, to: Point) -> None:
        """Words at a spot of the sheet with a thin line to what they name."""
        target = self.at(place)
        self.sheet.line([to, target], width=1)
        self.sheet.dot(target, 2.5)
        anchor = "start" if to[0] > target[0] else "end"
        self.sheet.text((to[0] + (4 if anchor == "start" else -4), to[1] + 4), words, 14, anchor)

    def _face(self, corners: list[Place], colour: str, width: float = 1.2) -> None:
        self.sheet.shape([self.at(corner) for corner in corners], colour, width)
