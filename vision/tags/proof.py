"""The proof of a reading: the picture, straightened at the code's corners, must look like the code we would print.

It catches what the text alone cannot: a phantom reading, a corner taken for the wrong one, a mirrored picture (in
which every turn and the whole board would be the wrong way round).
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.tags.grammar import Tag
from vision.tags.pattern import MODULES, OPEN, fixed_parts, modules_of
from vision.tags.seen import Picture, Points
from vision.tags.straighten import straightened

_SAMPLES = 3
# measured: the right tag 0.88 and more, the likest of the wrong ones 0.51 and less
_LIKENESS = 0.65

_Values = npt.NDArray[np.float32]


def proven_corners(grey: Picture, tag: Tag, candidates: Sequence[Points]) -> Points | None:
    """The best corners, in the order of the printed code, or None if the picture does not show that tag there."""
    proofs = (_proof(grey, tag, corners) for corners in candidates)
    likeness, proven = max(proofs, key=lambda proof: proof[0])
    return proven if likeness >= _LIKENESS else None


def _proof(grey: Picture, tag: Tag, corners: Points) -> tuple[float, Points]:
    """How much the data squares look like the tag's, and the corners from its top left on; 0 for a mirrored one."""
    sampled = _squares(grey, corners)
    code, data = -modules_of(tag).astype(np.float32), fixed_parts() == OPEN
    likeness = [_likeness(np.rot90(sampled, turns)[data], code[data]) for turns in range(4)]
    # the fixed parts are the same in the mirror, so the mask of the data is too
    mirrored = [_likeness(np.rot90(sampled, turns).T[data], code[data]) for turns in range(4)]
    best = int(np.argmax(likeness))
    return likeness[best] if likeness[best] > max(mirrored) else 0.0, np.roll(corners, -best, axis=0)


def _squares(grey: Picture, corners: Points) -> _Values:
    """One brightness for each of the code's squares."""
    flat = straightened(grey, corners, MODULES * _SAMPLES)
    return np.asarray(cv2.resize(flat, (MODULES, MODULES), interpolation=cv2.INTER_AREA), np.float32)


def _likeness(first: _Values, second: _Values) -> float:
    """The correlation of two arrays, -1..1."""
    one, other = first - first.mean(), second - second.mean()
    norm = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float((one * other).sum()) / norm if norm > 0 else 0.0
