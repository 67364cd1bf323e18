"""Knows taught pieces again: which one lies in a frame, how it is turned, and how sure that is.

Outlines and features only propose where a piece may lie. What decides is the same for both: how far the place looks
like the piece's picture, cell by cell, and how far it looks like any other piece of the box.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import cv2
import numpy as np

from vision.images import Floats, Image, floats
from vision.pieces.features import FRAME_LONG, FRAME_POINTS, Features, find_features, grey_of, shrunk
from vision.pieces.likeness import (
    Cells,
    better_corners,
    compare,
    detailed_cells,
    face_of,
    seen_face,
    spots,
    without_rim,
)
from vision.pieces.placing import outlines, place_by_features, possible
from vision.pieces.taught import TaughtBox, TaughtPiece

# sure: nothing speaks for another piece. asked: one or two pieces, somebody must say. none: no piece of this box.
Level = Literal["sure", "asked", "none"]
# Why a reading is not sure; words for each are the tablet's.
Doubt = Literal["close", "plain", "covered", "unlike", "two_pieces", "nothing"]

_COMPARED_LONG = 960  # frames are compared at this size
_FIRST = 4  # pieces and turns that are looked at more closely
_PLACES = 3  # outlines
_AT_SIGHT = 0.2
_SPARSE = 8  # every so many pixels are enough to know the colour of the table
_BESIDE = 0.45  # share of the cells of a second piece that agree beyond doubt
_VOTED = 6
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


class Limits(NamedTuple):
    """From where on a reading is sure, and is one at all; chosen by `vision.evaluation.piece_trial`."""

    agrees: float = 0.6  # a cell agrees from this likeness on
    sure: float = 0.75  # share of cells that agree
    asked: float = 0.45
    firm: float = 0.65  # share of cells that agree beyond doubt
    least_firm: float = 0.3  # below it is no piece of this box
    firmly: float = 0.8  # from this likeness on
    detailed: int = 29  # inner cells with something on them: plainer pieces are always asked about
    spot: int = 2  # inner cells beside each other that differ
    ahead: float = 4.5  # cells by which a piece must be ahead of the next
    twin: float = 0.6  # pieces of a group this little apart are one answer


LIMITS = Limits()


class _Candidate(NamedTuple):
    piece: int
    corners: Floats  # in the compared frame, from the top left of the face on
    cells: Cells

    @property
    def score(self) -> float:
        return float(np.clip(self.cells, 0, 1).mean())


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
        if not candidates or self._share(candidates[0]) < self._limits.sure:
            candidates = _best_first([*candidates, *self._by_features(compared)])
        if not candidates:
            return PieceReading("none", doubt="nothing")
        reading = self._judged(compared, candidates, scale)
        if reading.level != "none" and self._another(compared, candidates[0]):
            return PieceReading("none", doubt="two_pieces", alike=reading.alike)
        return reading

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
        return _best_first([self._candidate(frame, k, corners) for _, k, corners in likely])

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

    def _by_features(self, frame: Image) -> list[_Candidate]:
        small, scale = shrunk(frame, FRAME_LONG)
        features = find_features(grey_of(small), FRAME_POINTS)
        placed = []
        for k in self.box.voted(features, _VOTED):
            piece = self.box.pieces[k]
            placing = place_by_features(piece.features, piece.size, features)
            if placing is not None:
                placed.append((placing[1], k, floats(placing[0] / scale)))
        best = sorted(placed, key=lambda one: -one[0])[:_BY_FEATURES]
        return _best_first([self._candidate(frame, k, corners) for _, k, corners in best])

    def _candidate(self, frame: Image, piece: int, corners: Floats) -> _Candidate:
        """Compared, moved to where it fits better, and compared again."""
        face = self.box.faces[piece]
        cells, off = compare(face, seen_face(frame, corners))
        first = _Candidate(piece, corners, cells)
        better = better_corners(corners, cells, off)
        if better is corners or not possible(better, self.box.pieces[piece].aspect):
            return first
        again, _ = compare(face, seen_face(frame, better))
        return max(first, _Candidate(piece, better, again), key=lambda one: one.score)

    # -- what it is ----------------------------------------------------------------------------------------------------

    def _judged(self, frame: Image, candidates: list[_Candidate], scale: float) -> PieceReading:
        best, limits = candidates[0], self._limits
        share = self._share(best)
        if share < limits.asked:
            return PieceReading("none", doubt="unlike", alike=share)
        rivals, turns = self._rivals(frame, best, candidates)
        group = self.box.pieces[best.piece].group
        twins = [k for k, ahead in rivals if self.box.pieces[k].group == group and ahead < limits.twin]
        others = [(k, ahead) for k, ahead in rivals if self.box.pieces[k].group != group]
        other, ahead = min(others, key=lambda one: one[1], default=(-1, float(best.cells.size)))
        firm = self.box.firm_share(best.piece, best.cells, limits.firmly)
        if firm < limits.least_firm:
            return PieceReading("none", doubt="unlike", alike=share)
        doubt: Doubt | None = None
        if ahead < limits.ahead:
            doubt = "close"
        elif self.box.detailed[best.piece] < limits.detailed:
            doubt = "plain"
        elif share < limits.sure or firm < limits.firm or spots(best.cells) >= limits.spot:
            doubt = "covered"
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
            self.box.pieces[other].id if other >= 0 else "",
            round(ahead, 2),
            turns.get(other, 0),
        )

    def _rivals(
        self, frame: Image, best: _Candidate, candidates: list[_Candidate]
    ) -> tuple[list[tuple[int, float]], dict[int, int]]:
        """Other pieces, and by how many cells each is behind, at the same place and where it was found itself; and how
        each is turned."""
        seen = seen_face(frame, best.corners)
        sights = self.box.first_sight(without_rim(seen))
        near = [int(k) for k in np.argsort(-sights)[:_FIRST] if k != best.piece]
        behind: dict[int, float] = {}
        turns = dict.fromkeys(near, _turn(best.corners))
        for k in near:
            cells, _ = compare(self.box.faces[k], seen)
            behind[k] = _behind(best.cells, cells)
        for one in candidates[1:]:
            if one.piece != best.piece and (off := _behind(best.cells, one.cells)) < behind.get(one.piece, 99.0):
                behind[one.piece], turns[one.piece] = off, _turn(one.corners)
        return list(behind.items()), turns

    def _another(self, frame: Image, best: _Candidate) -> bool:
        """Whether a second taught piece lies beside it: nobody can know which of the two is meant.

        The first is painted over, or its own outlines would be all there is to find.
        """
        rest = frame.copy()
        corners = best.corners + 0.05 * (best.corners - best.corners.mean(axis=0))
        table = tuple(float(part) for part in np.median(frame[::_SPARSE, ::_SPARSE].reshape(-1, 3), axis=0))
        cv2.fillConvexPoly(rest, np.round(corners).astype(np.int32), table)
        size = cv2.contourArea(best.corners.astype(np.float32))
        beside = [
            place
            for place in outlines(rest)
            if 0.4 < cv2.contourArea(place) / size < 2.5 and not _contains(best.corners, place.mean(axis=0))
        ]
        likely = [one for place in beside[:2] for one in self._likeliest(frame, [place], 2)]
        found = (self._candidate(frame, k, corners) for _, k, corners in likely)
        return any(self.box.firm_share(one.piece, one.cells, self._limits.firmly) >= _BESIDE for one in found)

    def _share(self, one: _Candidate) -> float:
        return float((one.cells >= self._limits.agrees).mean())


def is_plain(piece: TaughtPiece, limits: Limits = LIMITS) -> bool:
    """Whether it has too little on it to be ever sure about."""
    return detailed_cells(face_of(piece.picture)) < limits.detailed


def _contains(corners: Floats, place: Floats) -> bool:
    at = (float(place[0]), float(place[1]))
    return cv2.pointPolygonTest(corners.astype(np.float32), at, False) >= 0


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
