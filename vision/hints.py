"""What is known of a picture before its dice are read."""

from __future__ import annotations

from dataclasses import dataclass

from vision.facing import Level
from vision.reading import Spot


@dataclass(frozen=True, slots=True)
class Hints:
    """Of a lone picture nothing is known; of one that shows a roll in a tray much."""

    die_size: float | None = None  # how large dice are in the pictures of this camera; it saves much time
    # The number of this picture among several of one roll. Each is looked at in another way, so that they do not all
    # make the same mistake; a lone picture is looked at in every way.
    way: int | None = None
    spots: tuple[Spot, ...] = ()  # where to look besides, because something is known to lie there
    solid: bool = False  # what lies there was not there before, so it is no print on the ground
    level: Level | None = None  # how a face that is level looks to this camera


NOTHING = Hints()
