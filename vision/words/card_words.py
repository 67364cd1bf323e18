"""The words on a card in an image: found by its outline, held upright both ways, read line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np

from vision.cards.find import flat_things, flatten_card
from vision.images import Floats, Image, pixels
from vision.words.tesseract import ReadsText
from vision.words.titles import NO_TITLE, TitleReading, legible, match_title

_ASPECT = (0.52, 0.86)  # short side to long side of a card, seen at a slant
_LEAST = 0.02  # part of the image that a card covers
_RIM = 0.008  # of the image, along its border
_SAME = 0.6  # of two outlines that are of one thing
_PLACES = 3  # outlines that are read: the rim of a tray and the painting on a card look like cards


def read_title(image: Image, names: Mapping[str, Sequence[str]], reader: ReadsText) -> TitleReading:
    """The title of the one card in the image.

    Each way of reading it takes a tenth of a second and more, so it ends with a name that is sure, or with text that
    is clear: then this was the card, the right way up and in the right letters.
    """
    best = NO_TITLE
    for upright in ways_up(image):
        for alphabet in reader.alphabets:
            lines = reader.lines(upright, alphabet)
            reading = match_title(lines, names)
            if _rank(reading) > _rank(best):
                best = reading
            if best.level == "sure" or legible(lines):
                return best
    return best


def ways_up(image: Image) -> Iterator[Image]:
    """The card from straight above, upright, then the other way up; for each place where there may be one."""
    for corners in _places(image):
        flat = flatten_card(image, corners)[0]
        if flat.shape[1] > flat.shape[0]:
            flat = np.ascontiguousarray(np.rot90(flat))
        grey = pixels(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY))
        yield grey
        yield pixels(cv2.rotate(grey, cv2.ROTATE_180))


def holds_card(image: Image) -> bool:
    """Whether there is anything like a card to be read."""
    return bool(_places(image))


def _places(image: Image) -> list[Floats]:
    """Outlines of different things, those that lie whole within the image first."""
    whole = flat_things(image, _ASPECT, _LEAST, lying=True)
    # A card that is held close may reach out of the image.
    cut = [one for one in flat_things(image, _ASPECT, _LEAST) if _inside(one, image) >= 2]
    kept: list[Floats] = []
    for one in sorted([*whole, *cut], key=lambda corners: -_inside(corners, image)):
        if all(_shared(one, other) < _SAME for other in kept):
            kept.append(one)
    return kept[:_PLACES]


def _inside(corners: Floats, image: Image) -> int:
    """How many of the corners lie within the image, and not on its border."""
    rim = _RIM * max(image.shape[:2])
    return int(((corners > rim) & (corners < (image.shape[1] - rim, image.shape[0] - rim))).all(axis=1).sum())


def _shared(one: Floats, other: Floats) -> float:
    """The area two outlines share, of the area both cover."""
    shared = float(cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))[0])
    both = cv2.contourArea(one.astype(np.float32)) + cv2.contourArea(other.astype(np.float32)) - shared
    return shared / max(both, 1.0)


def _rank(reading: TitleReading) -> tuple[int, float]:
    return ("none", "unknown", "asked", "sure").index(reading.level), reading.alike
