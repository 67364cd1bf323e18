"""The dark and light squares of a tag's code: for printing, drawing, and for proving what was read.

The proof catches what the text alone cannot: a code that is not there, a corner taken for the wrong one, a mirrored
image (in which every turn and the whole board would be the wrong way round).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import cv2
import numpy as np
import numpy.typing as npt
import segno

from vision.images import Image
from vision.tags.grammar import Tag
from vision.tags.reading import Points

MODULES = 21  # squares along an edge of the code
QUIET_MODULES = 4  # width of the light border around it
FINDER_MODULES = 7  # squares along an edge of a finder
BETWEEN_FINDERS = MODULES - FINDER_MODULES

OPEN, LIGHT, DARK = -1, 0, 1

Modules = npt.NDArray[np.bool_]
_SAMPLES = 3
# measured: the right tag 0.88 and more, the likest of the wrong ones 0.51 and less
_LIKENESS = 0.65

_Values = npt.NDArray[np.float32]


@lru_cache(maxsize=1024)
def modules_of(tag: Tag) -> Modules:
    """A 21×21 array, True where the code is dark. Always the same for a tag."""
    code = segno.make_qr(tag.text, version=1, error="h", mode="alphanumeric", boost_error=False)
    modules = np.array([list(row) for row in code.matrix], dtype=np.bool_)
    modules.setflags(write=False)
    return modules


@cache
def fixed_parts() -> npt.NDArray[np.int8]:
    """The squares that every version-1 code has alike: finders with their light border, and the timing lines.

    DARK and LIGHT there, OPEN where the data is.
    """
    parts = np.full((MODULES, MODULES), OPEN, np.int8)
    line = np.where(np.arange(MODULES) % 2 == 0, DARK, LIGHT)
    parts[6], parts[:, 6] = line, line
    for top, left in ((0, 0), (0, BETWEEN_FINDERS), (BETWEEN_FINDERS, 0)):
        for inset, shade in ((-1, LIGHT), (0, DARK), (1, LIGHT), (2, DARK)):
            rows = slice(max(0, top + inset), top + FINDER_MODULES - inset)
            columns = slice(max(0, left + inset), left + FINDER_MODULES - inset)
            parts[rows, columns] = shade
    parts.setflags(write=False)
    return parts


def straightened(grey: Image, corners: Points, side: int) -> Image:
    """The image between four corners as a square of `side` pixels, the first corner at its top left."""
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    flat = cv2.warpPerspective(grey, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def proven_corners(grey: Image, tag: Tag, candidates: Sequence[Points]) -> Points | None:
    """The best corners, in the order of the printed code, or None if the image does not show that tag there."""
    proofs = (_proof(grey, tag, corners) for corners in candidates)
    likeness, proven = max(proofs, key=lambda proof: proof[0])
    return proven if likeness >= _LIKENESS else None


def _proof(grey: Image, tag: Tag, corners: Points) -> tuple[float, Points]:
    """How much the data squares look like the tag's, and the corners from its top left on; 0 for a mirrored one."""
    sampled = _squares(grey, corners)
    code, data = -modules_of(tag).astype(np.float32), fixed_parts() == OPEN
    likeness = [_likeness(np.rot90(sampled, turns)[data], code[data]) for turns in range(4)]
    # the fixed parts are the same in the mirror, so the mask of the data is too
    mirrored = [_likeness(np.rot90(sampled, turns).T[data], code[data]) for turns in range(4)]
    best = int(np.argmax(likeness))
    return likeness[best] if likeness[best] > max(mirrored) else 0.0, np.roll(corners, -best, axis=0)


def _squares(grey: Image, corners: Points) -> _Values:
    """One brightness for each of the code's squares."""
    flat = straightened(grey, corners, MODULES * _SAMPLES)
    return np.asarray(cv2.resize(flat, (MODULES, MODULES), interpolation=cv2.INTER_AREA), np.float32)


def _likeness(first: _Values, second: _Values) -> float:
    """The correlation of two arrays, -1..1."""
    one, other = first - first.mean(), second - second.mean()
    norm = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float((one * other).sum()) / norm if norm > 0 else 0.0
