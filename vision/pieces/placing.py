"""Where a piece may lie in a frame: by its outline, or by the perspective under which its features are found again."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.find import flat_things
from vision.images import Floats, Image, floats
from vision.pieces.features import Features

LEAST_FITTING = 7  # points: fewer fit by chance
_ASPECT = (0.42, 1.0)  # of cards and square tiles, seen from up to 45 degrees
_LEAST = 0.025  # part of the frame that a piece covers
_RATIO = 0.85  # a point of the piece that fits two places of the frame about as well says nothing
_STEP, _STEP_BLUR, _STEP_POINTS = 0.08, 2.0, 24  # how far beside an edge, in halves of the thing; pixels; looks at it
_STEP_LEVELS = 7.0
_OFF = 5.0  # pixels by which a point may be off


def outlines(frame: Image) -> list[Floats]:
    """The corners of flat things in the frame, clockwise; the likeliest first."""
    return flat_things(frame, _ASPECT, _LEAST, lying=True)


def stands_out(frame: Image, corners: Floats, rim: int = 0) -> bool:
    """Whether there is a step along at least three edges: the grain of a table has outlines too, but none. What lies
    in the rim was never seen, so an edge there is none."""
    middle = corners.mean(axis=0)
    soft = floats(cv2.GaussianBlur(frame, (0, 0), _STEP_BLUR))
    along = np.linspace(0.1, 0.9, _STEP_POINTS, dtype=np.float32)[:, None]
    low, high = np.array([rim, rim]), np.array([frame.shape[1] - 1 - rim, frame.shape[0] - 1 - rim])
    steps = 0
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        edge = start + along * (end - start)
        beside = [np.rint(edge + share * (edge - middle)).astype(np.intp) for share in (_STEP, -_STEP)]
        seen = np.all([(side >= low) & (side <= high) for side in beside], axis=(0, 2))
        if seen.sum() >= _STEP_POINTS / 2:
            out, within = (soft[side[seen, 1], side[seen, 0]] for side in beside)
            steps += float(np.abs(np.median(out - within, axis=0)).max()) >= _STEP_LEVELS
    return steps >= 3


def place_by_features(piece: Features, size: tuple[int, int], frame: Features) -> tuple[Floats, int] | None:
    """The corners of a piece in the frame, from the top left of its face on, and how many points fit; None: not there.

    `size` is that of the piece's picture.
    """
    if len(piece) < LEAST_FITTING or len(frame) < LEAST_FITTING:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(piece.descriptions, frame.descriptions, k=2)
    clear = [(one.queryIdx, one.trainIdx) for one, other in pairs if one.distance < _RATIO * other.distance]
    if len(clear) < LEAST_FITTING:
        return None
    mine, there = np.array(clear).T
    cv2.setRNGSeed(1)  # the same frame gives the same answer
    matrix, inside = cv2.findHomography(piece.points[mine], frame.points[there], cv2.RANSAC, _OFF, maxIters=300)
    if matrix is None or inside is None or int(inside.sum()) < LEAST_FITTING:
        return None
    width, height = size
    outline = floats([[[0, 0], [width, 0], [width, height], [0, height]]])
    corners = floats(cv2.perspectiveTransform(outline, np.asarray(matrix)).reshape(4, 2))
    return (corners, int(inside.sum())) if possible(corners, width / height) else None


def possible(corners: Floats, aspect: float) -> bool:
    """Seen from the front, not folded, not smaller than anybody could see, not slanted beyond what can be read."""
    if not np.isfinite(corners).all() or not cv2.isContourConvex(corners.astype(np.float32)):
        return False
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    if cv2.contourArea(corners, oriented=True) <= 40 * 40 or sides.min() < 25:
        return False
    shape = (sides[0] + sides[2]) / (sides[1] + sides[3]) / aspect
    uneven = max(max(sides[k], sides[k + 2]) / min(sides[k], sides[k + 2]) for k in (0, 1))
    return bool(0.5 < shape < 2.0 and uneven < 1.7)
