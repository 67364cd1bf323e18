"""Finds and reads all tags of a picture: both readers on enlarged crops, and no reading where they disagree."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import cv2
import numpy as np

from vision.tags.decoders import PYZBAR, ZXING, Decoded, read_pyzbar, read_zxing
from vision.tags.find import Window, windows
from vision.tags.grammar import Tag, tag_or_none
from vision.tags.proof import proven_corners
from vision.tags.repair import read_repaired
from vision.tags.seen import Picture, TagSeen, angle_of, corners_tuple, quarter

BOTH = "both"

_CROP_PX = 200
_LARGEST_ENLARGEMENT = 4.0
_SHARPNESS = 2.0
_SOFTNESS_PX = 0.8


def read_tags(picture: Picture, known: Collection[Tag] | None = None, foreign: bool = False) -> tuple[TagSeen, ...]:
    """All tags in a picture (grey or BGR), top to bottom, left to right.

    With `known`, a tag outside that collection is no tag. With `foreign`, other people's codes are given as well,
    with `tag=None`.
    """
    grey = to_grey(picture)
    whole = read_zxing(grey) or read_zxing(_sharpened(grey, 1.0))
    found = [decoded for window in _with_reads(windows(grey), whole) for decoded in _read_window(grey, window, whole)]
    return decided(grey, found, known, foreign)


def decided(
    grey: Picture, found: Iterable[Decoded], known: Collection[Tag] | None, foreign: bool
) -> tuple[TagSeen, ...]:
    """One reading for each place at which the readers agree."""
    places: list[list[Decoded]] = []
    for decoded in found:
        _put(places, decoded)
    seen = (_decide(grey, place, known) for place in places)
    kept = [one for one in seen if one is not None and (foreign or one.tag is not None)]
    return tuple(sorted(kept, key=lambda one: (one.box[1], one.box[0])))


def to_grey(picture: Picture) -> Picture:
    """The picture in grey; raises ValueError for an array that is no picture."""
    if picture.dtype != np.uint8 or picture.ndim not in (2, 3) or picture.size == 0:
        raise ValueError(f"not a picture: {picture.dtype} array of shape {picture.shape}")
    if picture.ndim == 2:
        return np.ascontiguousarray(picture)
    codes = {3: cv2.COLOR_BGR2GRAY, 4: cv2.COLOR_BGRA2GRAY}
    if picture.shape[2] not in codes:
        raise ValueError(f"not a picture: {picture.shape[2]} channels")
    return np.asarray(cv2.cvtColor(picture, codes[picture.shape[2]]), np.uint8)


def _with_reads(found: list[Window], reads: list[Decoded]) -> list[Window]:
    """The windows found, and one around each reading that lies in none of them."""
    around = []
    for decoded in reads:
        if not any(window.holds(*decoded.centre) for window in found):
            left, top = np.floor(decoded.corners.min(axis=0)).astype(int).tolist()
            right, bottom = np.ceil(decoded.corners.max(axis=0)).astype(int).tolist()
            around.append(Window(left, top, right - left, bottom - top))
    return [*found, *around]


def _read_window(grey: Picture, window: Window, whole: list[Decoded]) -> list[Decoded]:
    """What both readers see in a window; where the whole picture gave zxing's reading, that one stands."""
    # a code's quiet zone is four of its 21 squares wide
    outer = window.grown(max(6, window.size // 4), grey.shape)
    if min(outer.width, outer.height) < 2:
        return []
    there = [decoded for decoded in whole if outer.holds(*decoded.centre)]
    scale = min(_LARGEST_ENLARGEMENT, max(0.25, _CROP_PX / outer.size))
    enlarged = scaled(outer.cut(grey), scale)
    found = read_pyzbar(enlarged) + ([] if there else read_zxing(enlarged))
    if not found and not there:
        sharp = _sharpened(enlarged, scale)
        found = read_pyzbar(sharp) + read_zxing(sharp) or read_repaired(sharp) or read_repaired(enlarged)
    return there + [decoded.moved(scale, outer.left, outer.top) for decoded in found]


def _sharpened(enlarged: Picture, scale: float) -> Picture:
    """Gives small or blurred codes back the steps between their squares."""
    soft = cv2.GaussianBlur(enlarged, (0, 0), max(0.8, _SOFTNESS_PX * scale))
    return np.asarray(cv2.addWeighted(enlarged, 1 + _SHARPNESS, soft, -_SHARPNESS, 0), np.uint8)


def scaled(crop: Picture, scale: float) -> Picture:
    """Enlarged or reduced, as the readers like it."""
    how = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    size = (max(1, round(crop.shape[1] * scale)), max(1, round(crop.shape[0] * scale)))
    return np.asarray(cv2.resize(crop, size, interpolation=how), np.uint8)


def _put(places: list[list[Decoded]], decoded: Decoded) -> None:
    for place in places:
        if place[0].is_at(decoded):
            place.append(decoded)
            return
    places.append([decoded])


def _decide(grey: Picture, place: list[Decoded], known: Collection[Tag] | None) -> TagSeen | None:
    """One reading of a place, or none."""
    chosen = _agreed(place)
    if chosen is None:
        return None
    readers = {decoded.reader for decoded in place}
    reader = BOTH if len(readers) == 2 else chosen.reader
    corners = chosen.corners
    tag = tag_or_none(chosen.text)
    if tag is not None and (known is None or tag in known):
        proven = proven_corners(grey, tag, [decoded.corners for decoded in place])
        if proven is None:
            return None
        return TagSeen(chosen.text, tag, quarter(angle_of(proven)), corners_tuple(proven), reader)
    return TagSeen(chosen.text, None, quarter(angle_of(corners)), corners_tuple(corners), reader)


def _agreed(place: list[Decoded]) -> Decoded | None:
    """zxing's reading first (its corners follow the code); None if two readings differ."""
    ordered = sorted(place, key=lambda decoded: decoded.reader != ZXING)
    chosen = ordered[0]
    for other in ordered[1:]:
        # zbar guesses the character set of a text beyond ASCII, zxing is told it by the code
        guessed = other.reader == PYZBAR and not (other.text.isascii() and chosen.text.isascii())
        if other.text != chosen.text and not guessed:
            return None
    return chosen
