"""Finds and reads all tags of an image.

Both decoders read enlarged crops; where they disagree nothing is read. A photo in which nothing was found is tried
again as a whole: no second frame will come.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import cv2
import numpy as np

from vision.images import Image
from vision.tags.decoders import PYZBAR, ZXING, Decoded, read_pyzbar, read_zxing
from vision.tags.grammar import Tag, tag_or_none
from vision.tags.pattern import proven_corners
from vision.tags.reading import BOTH, TagReading, angle_of, corners_tuple, nearest_quarter
from vision.tags.repair import read_repaired
from vision.tags.windows import CodeWindow, find_windows

_CROP_PX = 200
_LARGEST_ENLARGEMENT = 4.0
_SHARPNESS = 2.0
_SOFTNESS_PX = 0.8
_LARGEST_ENLARGED_PX = 1_500_000
_LARGEST_TRIED_PX = 4_000_000


def read_tags(image: Image, known: Collection[Tag] | None = None, foreign: bool = False) -> tuple[TagReading, ...]:
    """All tags in an image (grey or BGR), top to bottom, left to right.

    With `known`, a tag outside that collection is no tag. With `foreign`, other people's codes are given as well,
    with `tag=None`.
    """
    grey = to_grey(image)
    whole = read_zxing(grey) or read_zxing(_sharpened(grey, 1.0))
    found = [
        decoded for window in _with_reads(find_windows(grey), whole) for decoded in _read_window(grey, window, whole)
    ]
    return _decide_tags(grey, found, known, foreign)


def _decide_tags(
    grey: Image, found: Iterable[Decoded], known: Collection[Tag] | None, foreign: bool
) -> tuple[TagReading, ...]:
    """One reading for each place at which the decoders agree."""
    places: list[list[Decoded]] = []
    for decoded in found:
        _put(places, decoded)
    readings = (_decide(grey, place, known) for place in places)
    kept = [one for one in readings if one is not None and (foreign or one.tag is not None)]
    return tuple(sorted(kept, key=lambda one: (one.box[1], one.box[0])))


def to_grey(image: Image) -> Image:
    """The image in grey; raises ValueError for an array that is no image."""
    if image.dtype != np.uint8 or image.ndim not in (2, 3) or image.size == 0:
        raise ValueError(f"not a picture: {image.dtype} array of shape {image.shape}")
    if image.ndim == 2:
        return np.ascontiguousarray(image)
    codes = {3: cv2.COLOR_BGR2GRAY, 4: cv2.COLOR_BGRA2GRAY}
    if image.shape[2] not in codes:
        raise ValueError(f"not a picture: {image.shape[2]} channels")
    return np.asarray(cv2.cvtColor(image, codes[image.shape[2]]), np.uint8)


def _with_reads(found: list[CodeWindow], reads: list[Decoded]) -> list[CodeWindow]:
    """The windows found, and one more around each reading that lies in none of them."""
    around = []
    for decoded in reads:
        if not any(window.holds(*decoded.centre) for window in found):
            left, top = np.floor(decoded.corners.min(axis=0)).astype(int).tolist()
            right, bottom = np.ceil(decoded.corners.max(axis=0)).astype(int).tolist()
            around.append(CodeWindow(left, top, right - left, bottom - top))
    return [*found, *around]


def _read_window(grey: Image, window: CodeWindow, whole: list[Decoded]) -> list[Decoded]:
    """What both decoders read in a window; where zxing read it in the whole image already, that reading is kept."""
    # a code's quiet zone is four of its 21 squares wide
    outer = window.grown(max(6, window.size // 4), grey.shape)
    if min(outer.width, outer.height) < 2:
        return []
    there = [decoded for decoded in whole if outer.holds(*decoded.centre)]
    scale = min(_LARGEST_ENLARGEMENT, max(0.25, _CROP_PX / outer.size))
    enlarged = resized(outer.cut(grey), scale)
    found = read_pyzbar(enlarged) + ([] if there else read_zxing(enlarged))
    if not found and not there:
        sharp = _sharpened(enlarged, scale)
        found = read_pyzbar(sharp) + read_zxing(sharp) or read_repaired(sharp) or read_repaired(enlarged)
    return there + [decoded.moved(scale, outer.left, outer.top) for decoded in found]


def _sharpened(enlarged: Image, scale: float) -> Image:
    """Gives small or blurred codes back the steps between their squares."""
    soft = cv2.GaussianBlur(enlarged, (0, 0), max(0.8, _SOFTNESS_PX * scale))
    return np.asarray(cv2.addWeighted(enlarged, 1 + _SHARPNESS, soft, -_SHARPNESS, 0), np.uint8)


def resized(crop: Image, scale: float) -> Image:
    """Enlarged or reduced, with the interpolation that suits the decoders."""
    how = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    size = (max(1, round(crop.shape[1] * scale)), max(1, round(crop.shape[0] * scale)))
    return np.asarray(cv2.resize(crop, size, interpolation=how), np.uint8)


def _put(places: list[list[Decoded]], decoded: Decoded) -> None:
    for place in places:
        if place[0].is_at(decoded):
            place.append(decoded)
            return
    places.append([decoded])


def _decide(grey: Image, place: list[Decoded], known: Collection[Tag] | None) -> TagReading | None:
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
        return TagReading(chosen.text, tag, nearest_quarter(angle_of(proven)), corners_tuple(proven), reader)
    return TagReading(chosen.text, None, nearest_quarter(angle_of(corners)), corners_tuple(corners), reader)


def _agreed(place: list[Decoded]) -> Decoded | None:
    """zxing's reading first (its corners follow the code); None if two readings differ."""
    ordered = sorted(place, key=lambda decoded: decoded.reader != ZXING)
    chosen = ordered[0]
    for other in ordered[1:]:
        # zbar guesses the character set of a text beyond ASCII, zxing takes it from the code
        guessed = other.reader == PYZBAR and not (other.text.isascii() and chosen.text.isascii())
        if other.text != chosen.text and not guessed:
            return None
    return chosen


def read_photo_tags(
    image: Image, known: Collection[Tag] | None = None, foreign: bool = False
) -> tuple[TagReading, ...]:
    """As `read_tags`; an image in which that finds nothing is tried again whole, in several treatments."""
    readings = read_tags(image, known, foreign)
    grey = to_grey(image)
    for treated, scale in _treatments(grey):
        if readings:
            break
        both = [*read_zxing(treated, hard=True), *read_pyzbar(treated)]
        readings = _decide_tags(grey, [decoded.moved(scale, 0, 0) for decoded in both], known, foreign)
    return readings


def _treatments(grey: Image) -> Iterator[tuple[Image, float]]:
    """The image as it is, enlarged, softened against dither and print dots, reduced; each with its scale."""
    if grey.size > _LARGEST_TRIED_PX:
        scale = float(np.sqrt(_LARGEST_TRIED_PX / grey.size))
        yield resized(grey, scale), scale
        return
    yield grey, 1.0
    if grey.size <= _LARGEST_ENLARGED_PX:
        yield resized(grey, 2.0), 2.0
    for softness in (1.2, 2.0):
        yield np.asarray(cv2.GaussianBlur(grey, (0, 0), softness), np.uint8), 1.0
    yield np.asarray(cv2.medianBlur(grey, 3), np.uint8), 1.0
    yield resized(grey, 0.5), 0.5
