"""Knows taught pieces again: which one lies in a frame, how it is turned, and how sure that is.

Outlines and features only propose where a piece may lie. Which one it is, is decided the same way for both: how far
the place looks like the piece's picture, cell by cell, and how far like any other piece of the box. Sure it is only if
the picture leaves nothing unexplained anywhere (`vision.pieces.verify`), and if nothing else lies beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import cv2
import numpy as np

from vision.images import Floats, Image, floats, pixels
from vision.pieces.features import FRAME_LONG, FRAME_POINTS, Features, find_features, grey_of, shrunk
from vision.pieces.likeness import (
    Cells,
    better_corners,
    compare,
    seen_face,
    without_rim,
)
from vision.pieces.placing import outlines, place_by_features, possible, stands_out
from vision.pieces.taught import TaughtBox, TaughtPiece
from vision.pieces.verify import BLURRED, Unexplained, contrast_of, square_of, unexplained

# sure: nothing speaks for another piece. asked: one or two pieces, somebody must say. none: no piece of this box.
Level = Literal["sure", "asked", "none"]
# Why a reading is not sure; words for each are the tablet's.
Doubt = Literal["close", "plain", "covered", "unlike", "two_pieces", "nothing"]

_COMPARED_LONG = 960  # frames are compared at this size
_FIRST = 4  # pieces and turns that are looked at more closely
_MOVED = 2
_NEAR = 0.04  # of a piece: corners this near are those of one place
_CLOSE, _CLOSE_CELLS = 2, 12.0  # pieces that may explain as much, and cells by which such a one may be behind
_PLACES = 3  # outlines
_AT_SIGHT = 0.2
_RIM = 60  # pixels of table put around a frame
_SPARSE = 8  # every so many pixels are enough to know the colour of the table
_BESIDE = 0.45  # share of the cells of a second piece that agree beyond doubt
_VOTED = 6
_VOTED_BESIDE = 3
_LOOKED_AT = 2  # places beside a piece
_BY_FEATURES = 2


@dataclass(frozen=True, slots=True)
class PieceReading:
    """What was known again. `ids` are several where they are of one group and cannot be told apart."""

    level: Level
    ids: tuple[str, ...] = ()
    turn: int = 0  # of the first, clockwise from upright
    corners: tuple[tuple[float, float], ...] = ()
    alike: float = 0.0  # share of the cells that agree
    firm: float = 0.0  # share of those with something on them that agree beyond doubt
    doubt: Doubt | None = None
    # The next best piece of another group, how far behind it is, and how it would be turned.
    other: str = ""
    ahead: float = 0.0
    other_turn: int = 0
    left: Unexplained | None = None  # what the picture of the first does not explain


class Limits(NamedTuple):
    """From where on a reading is sure, and is one at all; chosen by `vision.evaluation.piece_trial`."""

    agrees: float = 0.6  # a cell agrees from this likeness on
    sure: float = 0.75  # share of cells that agree
    asked: float = 0.45
    least_firm: float = 0.3  # share of cells that agree beyond doubt: below it is no piece of this box
    firmly: float = 0.8  # from this likeness on
    ahead: float = 4.5  # cells by which the next piece must be behind, or both are looked at more closely
    twin: float = 0.6  # pieces of a group this little apart are one answer
    worst: float = 0.7  # what may be unexplained at the worst place of a piece, as a share of its contrast
    tenth: float = 0.45  # and at the place worse than nine in ten
    hue: float = 0.16
    apart: float = 1.6  # times as much the next piece must leave unexplained
    plain: float = 7.0  # levels of contrast: of less nothing is seen but noise


LIMITS = Limits()


class _Candidate(NamedTuple):
    piece: int
    corners: Floats  # in the compared frame, from the top left of the face on
    cells: Cells
    off: Floats  # by how much each cell is off its place

    @property
    def score(self) -> float:
        return float(np.clip(self.cells, 0, 1).mean())


class _Rival(NamedTuple):
    """Another piece, by how many cells it is behind, and where."""

    piece: int
    behind: float
    there: _Candidate


class _Found(NamedTuple):
    """The features of a frame, and the size at which they were looked for."""

    features: Features
    scale: float


class PieceReader:
    """Reads frames one by one; remembers nothing."""

    def __init__(self, box: TaughtBox, limits: Limits = LIMITS) -> None:
        self.box = box
        self._limits = limits

    def read(self, frame: Image) -> PieceReading:
        if not len(self.box):
            return PieceReading("none", doubt="nothing")
        compared, scale = shrunk(frame, _COMPARED_LONG)
        places = outlines(compared)
        candidates = self._by_outlines(compared, places)
        found: _Found | None = None
        if not candidates or self._share(candidates[0]) < self._limits.sure:
            found = _found(compared)
            candidates = _best_first([*candidates, *self._by_features(compared, found)])
        if not candidates:
            return PieceReading("none", doubt="nothing")
        reading = self._judged(compared, candidates, scale)
        if reading.level == "none":
            return reading
        beside = self._beside(compared, candidates[0])
        known = any(self._is_piece(compared, place) for place in beside[:_LOOKED_AT])
        if known or (reading.level == "sure" and self._features_beside(found or _found(compared), candidates[0])):
            return PieceReading("none", doubt="two_pieces", alike=reading.alike)
        # Something flat and about as large that nobody taught: perhaps it is that which is meant.
        return replace(reading, level="asked", doubt="two_pieces") if beside else reading

    def read_at(self, frame: Image, corners: Floats) -> PieceReading:
        """What lies at a place that is known, whichever way round: a tile of a board."""
        likely = self._likeliest(frame, [corners], _FIRST)
        candidates = _best_first([self._candidate(frame, k, place) for _, k, place in likely])
        return self._judged(frame, candidates, 1.0) if candidates else PieceReading("none", doubt="nothing")

    def places(self, frame: Image, features: Features, scale: float) -> list[PieceReading]:
        """All pieces that features find in a frame of many: beginnings of a board, best first."""
        found = []
        for k, piece in enumerate(self.box.pieces):
            placing = place_by_features(piece.features, piece.size, features)
            if placing is not None:
                candidate = self._candidate(frame, k, floats(placing[0] / scale))
                if self._share(candidate) >= self._limits.sure:
                    found.append(self._judged(frame, [candidate], 1.0))
        known = [one for one in found if one.level != "none"]
        return sorted(known, key=lambda one: -one.alike)

    # -- where a piece may lie -----------------------------------------------------------------------------------------

    def _by_outlines(self, frame: Image, places: list[Floats]) -> list[_Candidate]:
        likely = self._likeliest(frame, places[:_PLACES], _FIRST)
        rough = _best_first([self._there(frame, k, corners) for _, k, corners in likely])
        return _best_first([*(self._moved(frame, one) for one in rough[:_MOVED]), *rough[_MOVED:]])

    def _likeliest(self, frame: Image, places: list[Floats], most: int) -> list[tuple[float, int, Floats]]:
        """Which pieces in which turns the places look most like at first sight."""
        likely: list[tuple[float, int, Floats]] = []
        for outline in places:
            for turn in range(4):
                corners = floats(np.roll(outline, turn, axis=0))
                sights = self.box.first_sight(without_rim(seen_face(frame, corners)), _aspect(corners))
                likely += [(float(sights[k]), int(k), corners) for k in np.argsort(-sights)[:most]]
        best = sorted(likely, key=lambda one: -one[0])[:most]
        return [one for one in best if one[0] > _AT_SIGHT]

    def _by_features(self, frame: Image, found: _Found) -> list[_Candidate]:
        placed = []
        for k in self.box.voted(found.features, _VOTED):
            piece = self.box.pieces[k]
            placing = place_by_features(piece.features, piece.size, found.features)
            if placing is not None:
                placed.append((placing[1], k, floats(placing[0] / found.scale)))
        best = sorted(placed, key=lambda one: -one[0])[:_BY_FEATURES]
        return _best_first([self._candidate(frame, k, corners) for _, k, corners in best])

    def _candidate(self, frame: Image, piece: int, corners: Floats) -> _Candidate:
        """Compared, moved to where it fits better, and compared again."""
        return self._moved(frame, self._there(frame, piece, corners))

    def _there(self, frame: Image, piece: int, corners: Floats) -> _Candidate:
        return _Candidate(piece, corners, *compare(self.box.faces[piece], seen_face(frame, corners)))

    def _moved(self, frame: Image, first: _Candidate) -> _Candidate:
        better = better_corners(first.corners, first.cells, first.off)
        if better is first.corners or not possible(better, self.box.pieces[first.piece].aspect):
            return first
        return max(first, self._there(frame, first.piece, better), key=lambda one: one.score)

    # -- what it is ----------------------------------------------------------------------------------------------------

    def _judged(self, frame: Image, candidates: list[_Candidate], scale: float) -> PieceReading:
        best, limits = candidates[0], self._limits
        share = self._share(best)
        if share < limits.asked:
            return PieceReading("none", doubt="unlike", alike=share)
        firm = self.box.firm_share(best.piece, best.cells, limits.firmly)
        if firm < limits.least_firm:
            return PieceReading("none", doubt="unlike", alike=share)
        left = self._unexplained(frame, best)
        rivals = self._rivals(frame, best, candidates)
        close = self._close(frame, left, rivals) if self._explained(left) else []
        group = self.box.pieces[best.piece].group
        own = [one for one in rivals if self.box.pieces[one.piece].group == group]
        twins = [one.piece for one in own if one.behind < limits.twin or one.piece in close]
        others = [one for one in rivals if self.box.pieces[one.piece].group != group]
        # The other one to ask about is the one that explains as much.
        nearest = [one for one in others if one.piece in close] or others
        other = min(nearest, key=lambda one: one.behind, default=None)
        ahead = float(best.cells.size) if other is None else other.behind
        doubt: Doubt | None = None
        if not self._explained(left):
            doubt = "close" if ahead < limits.ahead else "plain" if self._plain(best.piece) else "covered"
        elif other is not None and other.piece in close:
            doubt = "close"
        ids = sorted(self.box.pieces[k].id for k in {best.piece, *twins})
        first = self.box.pieces[best.piece].id
        return PieceReading(
            "asked" if doubt else "sure",
            (first, *(one for one in ids if one != first)),
            _turn(best.corners),
            tuple((float(x / scale), float(y / scale)) for x, y in best.corners),
            share,
            firm,
            doubt,
            self.box.pieces[other.piece].id if other else "",
            round(ahead, 2),
            _turn(other.there.corners) if other else 0,
            left,
        )

    def _unexplained(self, frame: Image, one: _Candidate) -> Unexplained:
        return unexplained(self.box.squares[one.piece], frame, one.corners, one.cells, one.off)

    def _explained(self, left: Unexplained) -> bool:
        limits = self._limits
        seen = left.blur < BLURRED and left.hue < limits.hue
        return seen and left.worst < limits.worst and left.tenth < limits.tenth

    def _close(self, frame: Image, left: Unexplained, rivals: list[_Rival]) -> list[int]:
        """The pieces that explain what is seen about as well; only those with much the same cells can."""
        near = [one for one in sorted(rivals, key=lambda one: one.behind)[:_CLOSE] if one.behind < _CLOSE_CELLS]
        limit = self._limits.apart * left.worst
        return [one.piece for one in near if self._unexplained(frame, one.there).worst < limit]

    def _plain(self, piece: int) -> bool:
        return contrast_of(self.box.squares[piece]) < self._limits.plain

    def _rivals(self, frame: Image, best: _Candidate, candidates: list[_Candidate]) -> list[_Rival]:
        """Other pieces at the same place, and where they were found themselves."""
        behind: dict[int, _Rival] = {}
        for one in candidates[1:]:
            if one.piece != best.piece:
                _nearer(behind, _Rival(one.piece, _behind(best.cells, one.cells), one))
        seen = seen_face(frame, best.corners)
        sights = self.box.first_sight(without_rim(seen))
        reach = _NEAR * float(np.linalg.norm(best.corners[0] - best.corners[2]))
        for k in (int(k) for k in np.argsort(-sights)[:_FIRST] if k != best.piece):
            if k not in behind or np.abs(behind[k].there.corners - best.corners).max() > reach:
                there = _Candidate(k, best.corners, *compare(self.box.faces[k], seen))
                _nearer(behind, _Rival(k, _behind(best.cells, there.cells), there))
        return list(behind.values())

    # -- what else lies there ------------------------------------------------------------------------------------------

    def _beside(self, frame: Image, best: _Candidate) -> list[Floats]:
        """Flat things of about its size that lie beside it: nobody can know which of the two is meant.

        The piece is painted over, or its own outlines would be all there is to find.
        """
        table = tuple(float(part) for part in np.median(frame[::_SPARSE, ::_SPARSE].reshape(-1, 3), axis=0))
        # With more table around, a piece that reaches out of the image has four edges too.
        rest = pixels(cv2.copyMakeBorder(frame, _RIM, _RIM, _RIM, _RIM, cv2.BORDER_CONSTANT, value=table))
        corners = best.corners + _RIM
        cv2.fillConvexPoly(rest, np.round(_grown(corners)).astype(np.int32), table)
        size = cv2.contourArea(corners.astype(np.float32))
        return [
            floats(place - _RIM)
            for place in outlines(rest)
            if 0.4 < cv2.contourArea(place) / size < 2.5
            and not _contains(corners, place.mean(axis=0))
            and stands_out(rest, place, _RIM)
        ]

    def _is_piece(self, frame: Image, place: Floats) -> bool:
        """Whether a taught piece lies there, as far as anybody can say without looking closely."""
        found = (self._candidate(frame, k, corners) for _, k, corners in self._likeliest(frame, [place], 2))
        return any(self.box.firm_share(one.piece, one.cells, self._limits.firmly) >= _BESIDE for one in found)

    def _features_beside(self, found: _Found, best: _Candidate) -> bool:
        """Whether a taught piece lies there whose outline is not seen: it is half hidden or out of the image."""
        around = _grown(best.corners) * found.scale
        points = found.features.points
        outside = np.array([not _contains(around, point) for point in points], bool)
        rest = Features(points[outside], found.features.descriptions[outside])
        pieces = (self.box.pieces[k] for k in self.box.voted(rest, _VOTED_BESIDE))
        return any(place_by_features(piece.features, piece.size, rest) is not None for piece in pieces)

    def _share(self, one: _Candidate) -> float:
        return float((one.cells >= self._limits.agrees).mean())


def is_plain(piece: TaughtPiece, limits: Limits = LIMITS) -> bool:
    """Whether it has too little on it to be ever sure about."""
    return contrast_of(square_of(piece.picture)) < limits.plain


def _found(frame: Image) -> _Found:
    small, scale = shrunk(frame, FRAME_LONG)
    return _Found(find_features(grey_of(small), FRAME_POINTS), scale)


def _grown(corners: Floats) -> Floats:
    """A little larger, so that its own edges are within."""
    return floats(corners + 0.05 * (corners - corners.mean(axis=0)))


def _contains(corners: Floats, place: Floats) -> bool:
    at = (float(place[0]), float(place[1]))
    return cv2.pointPolygonTest(corners.astype(np.float32), at, False) >= 0


def _nearer(behind: dict[int, _Rival], rival: _Rival) -> None:
    if rival.piece not in behind or rival.behind < behind[rival.piece].behind:
        behind[rival.piece] = rival


def _behind(best: Cells, other: Cells) -> float:
    return float((np.clip(best, 0, 1) - np.clip(other, 0, 1)).sum())


def _best_first(candidates: list[_Candidate]) -> list[_Candidate]:
    return sorted(candidates, key=lambda one: -one.score)


def _aspect(corners: Floats) -> float:
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return float((sides[0] + sides[2]) / max(1e-6, sides[1] + sides[3]))


def _turn(corners: Floats) -> int:
    """The nearest quarter turn, clockwise: where the top edge of the face points."""
    along = (corners[1] - corners[0]) + (corners[2] - corners[3])
    return round(float(np.degrees(np.arctan2(along[1], along[0]))) / 90) % 4 * 90
