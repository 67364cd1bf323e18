"""How far what lies in a frame looks like the picture of a piece, place by place.

Both are cut into cells. A cell that looks alike speaks for the piece; one that does not speaks against it, unless
something covers it. A cell may lie a little beside its place: the corners are not exact, and cards bend.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Floats, Image, floats, pixels

CELLS = 8  # along each edge
CELL_PX = 18
THUMB = 12  # pixels along an edge of the smallest picture, for a first choice
_SLACK = 6  # pixels by which a cell may be off its place
_FLAT = 8.0  # brightness levels: what varies less has nothing to compare
_FLAT_ALIKE = 0.85  # what a flat cell counts that is flat in the frame too
_OTHER_COLOUR = 28.0  # levels by which a flat cell may be lighter or darker than it should be
_AGREES = 0.6
_SIZE = CELLS * CELL_PX

Cells = NDArray[np.float32]  # (CELLS, CELLS), -1..1
_SQUARE = floats([[0, 0], [_SIZE, 0], [_SIZE, _SIZE], [0, _SIZE]])


def face_of(picture: Image) -> Image:
    """The picture of a piece at the size it is compared at: square, whatever the piece is."""
    return pixels(cv2.resize(picture, (_SIZE, _SIZE), interpolation=cv2.INTER_AREA))


def seen_face(frame: Image, corners: Floats) -> Image:
    """What lies between four corners of a frame, with a rim, so that a cell can be looked for beside its place."""
    matrix = cv2.getPerspectiveTransform(floats(corners), _SQUARE + _SLACK)
    whole = (_SIZE + 2 * _SLACK,) * 2
    return pixels(cv2.warpPerspective(frame, matrix, whole, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE))


def without_rim(seen: Image) -> Image:
    return seen[_SLACK:-_SLACK, _SLACK:-_SLACK]


def thumb_of(face: Image) -> Floats:
    """The smallest picture as one vector of length one, brightness and light of a colour left aside."""
    small = floats(cv2.resize(face, (THUMB, THUMB), interpolation=cv2.INTER_AREA))
    centred = small - small.mean(axis=(0, 1))
    return floats(centred.reshape(-1) / max(1e-6, float(np.linalg.norm(centred))))


def compare(face: Image, seen: Image) -> tuple[Cells, Floats]:
    """For each cell how well the face's is found about its place, 1 for the very same, and by how much it is off."""
    alike = np.zeros((CELLS, CELLS), np.float32)
    off = np.full((CELLS, CELLS, 2), np.nan, np.float32)
    flat = flat_cells(face)
    alike[flat] = _flat_likeness(face, without_rim(seen))[flat]
    for row, column in np.argwhere(~flat):
        top, left = row * CELL_PX, column * CELL_PX
        cell = face[top : top + CELL_PX, left : left + CELL_PX]
        around = seen[top : top + CELL_PX + 2 * _SLACK, left : left + CELL_PX + 2 * _SLACK]
        _, alike[row, column], _, at = cv2.minMaxLoc(cv2.matchTemplate(around, cell, cv2.TM_CCOEFF_NORMED))
        off[row, column] = at[0] - _SLACK, at[1] - _SLACK
    return alike, floats(off)


def _mean_of_cells(face: Floats) -> Floats:
    return floats(cv2.resize(face, (CELLS, CELLS), interpolation=cv2.INTER_AREA))


def flat_cells(face: Image, limit: float = _FLAT) -> NDArray[np.bool_]:
    ink = floats(face)
    flat: NDArray[np.bool_] = (_mean_of_cells(ink * ink) - _mean_of_cells(ink) ** 2).max(axis=2) < limit * limit
    return flat


def _flat_likeness(face: Image, seen: Image) -> Cells:
    """Cells with nothing on them agree where there is nothing to be seen either, and in the right colour.

    Light changes all colours of a piece together: what is left after the best gain and offset counts.
    """
    ours, theirs = (_mean_of_cells(floats(one)).reshape(-1, 3) for one in (face, seen))
    rest = np.zeros(len(ours))
    for ink, light in zip(ours.T, theirs.T, strict=True):
        gain = float(((ink - ink.mean()) * (light - light.mean())).sum() / max(1.0, ((ink - ink.mean()) ** 2).sum()))
        gain = float(np.clip(gain, 0.25, 2.5))
        rest = np.maximum(rest, np.abs((light - light.mean()) - gain * (ink - ink.mean())))
    right = rest.reshape(CELLS, CELLS) < _OTHER_COLOUR
    return np.where(right & flat_cells(seen, 2 * _FLAT), np.float32(_FLAT_ALIKE), np.float32(0))


def better_corners(corners: Floats, alike: Cells, off: Floats) -> Floats:
    """The corners moved so that the cells that agree come to lie on their places; as they were where too few do."""
    good = (alike > _AGREES) & np.isfinite(off[..., 0])
    if good.sum() < 12:
        return corners
    rows, columns = np.nonzero(good)
    places = floats(np.column_stack([columns + 0.5, rows + 0.5]) * CELL_PX)
    matrix, _ = cv2.findHomography(places, floats(places + off[good]), cv2.RANSAC, 2.0, maxIters=200)
    if matrix is None:
        return corners
    moved = cv2.perspectiveTransform(_SQUARE[None], np.asarray(matrix))
    back = cv2.getPerspectiveTransform(_SQUARE, floats(corners))
    better = floats(cv2.perspectiveTransform(floats(moved), back)[0])
    return better if np.isfinite(better).all() else corners
