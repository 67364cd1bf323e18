"""Reads the dice of one image: find candidates, classify them, select the dice, decide whether that is sure."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import combinations
from math import hypot

from vision.dice.classifier import classify_candidates, read_numerals
from vision.dice.corrections import Prototypes
from vision.dice.depicted import is_depicted
from vision.dice.finder import Candidate, candidate_at, find_candidates
from vision.dice.network import load_network
from vision.dice.reading import NO_HINTS, DiceReading, DiceState, Doubt, Hints, bears_numerals
from vision.dice.scoring import (
    ScoredCandidate,
    Thresholds,
    candidates_too_near,
    is_side_face,
    load_thresholds,
    might_be_side_face,
    score_candidate,
    select_dice,
    top_face_spot,
    usual_size,
    without_side_faces,
)
from vision.images import Image

MOST_DICE = 16  # more than anybody throws at once: read, but not sure
MOST_CANDIDATES = 40
CLOSE_EVERY = 3  # of the images of a roll every third is searched closely
# A die whose top face points straight into the camera shows none of its sides, and might be print (SIDELESS); one that
# points far past it shows them well (SIDED). In between, the less it shows the more certain its face must be.
SIDELESS, SIDED = 0.12, 0.42
BEYOND_DOUBT = 0.8  # certainty that printed dice hardly ever reach
NO_CARD = 0.83  # certainty of a numeral that is no printed card
AS_PRINT = 0.6  # a face that the finder finds so clearly and the classifier denies is print; there may be more of it
HUGE = 0.6  # a die so large in the image, in short sides of it, might be a tray with a die in it
A_DIE_IN_IT = 0.15  # if its lone pip has this chance of being a die itself


class DiceReader:
    """Reads images. One reader may be shared: it keeps nothing from one image to the next."""

    def __init__(self, limits: Thresholds | None = None, prototypes: Prototypes | None = None) -> None:
        self._finder, self._tray_finder = load_network("finder"), load_network("tray_finder")
        self._classifier, self._numerals = load_network("classifier"), load_network("numerals")
        self._depicted = load_network("depicted")
        self._limits = limits or load_thresholds()
        self.prototypes = prototypes  # may be replaced when more corrections were learned

    def read(self, image: Image, *, hints: Hints = NO_HINTS) -> DiceReading:
        """The dice of an image."""
        begun = time.perf_counter()
        scored = self.scored_candidates(image, hints)
        reading = decide_reading(scored, self._limits, image.shape, hints)
        if reading.sure and not hints.solid and is_depicted(self._depicted, image, reading.dice):
            reading = reading.doubted(Doubt.PRINTED)
        return replace(reading, ms=(time.perf_counter() - begun) * 1000)

    def scored_candidates(self, image: Image, hints: Hints = NO_HINTS) -> list[ScoredCandidate]:
        """All places where a die might lie, with what the networks say about each."""
        close = hints.variant is None or hints.variant % CLOSE_EVERY == 1
        finder = self._finder if hints.die_size is None else self._tray_finder
        found = [*map(candidate_at, hints.spots), *find_candidates(finder, image, hints.die_size, close)]
        candidates = [c for c in found if _sensible(c, image, hints.die_size)][:MOST_CANDIDATES]
        scored = self._score(image, candidates, hints.variant)
        if hints.level is None:
            return scored
        sides = [v for v in scored if v.being >= self._limits.keep_numeral and is_side_face(v, hints.level)]
        tops = [candidate_at(top_face_spot(v, hints.level)) for v in sides]
        return scored + self._score(image, tops, hints.variant)

    def _score(self, image: Image, candidates: list[Candidate], variant: int | None) -> list[ScoredCandidate]:
        classified = classify_candidates(self._classifier, image, candidates, variant)
        classified = read_numerals(self._numerals, image, classified, variant)
        scored = [score_candidate(one.candidate, one.views, one.facing, one.facing_error) for one in classified]
        if self.prototypes is None:
            return scored
        return [
            self.prototypes.adapt(one, by.features, one.certain(self._limits))
            for one, by in zip(scored, classified, strict=True)
        ]


def decide_reading(
    candidates: list[ScoredCandidate], limits: Thresholds, shape: tuple[int, ...], hints: Hints = NO_HINTS
) -> DiceReading:
    """Which candidates are dice, and whether that is sure."""
    tops = candidates if hints.level is None else without_side_faces(candidates, hints.level, limits.keep_numeral)
    kept, left = select_dice([v for v in tops if not _is_the_tray(v, tops, shape)], limits, hints)
    kept.sort(key=lambda v: (v.candidate.y, v.candidate.x))
    dice = tuple(v.die() for v in kept if not v.cocked)
    doubts = tuple(_doubts(kept, left, limits, shape, hints))
    state: DiceState = "settled"
    if any(v.cocked for v in kept):
        state = "cocked"
    elif doubts:
        state = "unsure"
    elif not kept:
        state = "empty"
    return DiceReading(dice, state, state == "settled", doubts=doubts)


def _is_the_tray(scored: ScoredCandidate, candidates: list[ScoredCandidate], shape: tuple[int, ...]) -> bool:
    """Whether this huge die with a lone pip is rather a whole tray with a die in its middle."""
    big = scored.candidate
    if not scored.lone_pip or big.size < HUGE * min(shape[:2]):
        return False
    return any(
        other.being > A_DIE_IN_IT
        and other.candidate.size < 0.4 * big.size
        and hypot(other.candidate.x - big.x, other.candidate.y - big.y) < 0.35 * big.size
        for other in candidates
    )


def _doubts(
    kept: list[ScoredCandidate], left: list[ScoredCandidate], limits: Thresholds, shape: tuple[int, ...], hints: Hints
) -> list[Doubt]:
    doubts = []
    if any(v.cocked for v in kept):
        doubts.append(Doubt.LEANS)
    askew_too = hints.level is None and any(might_be_side_face(v) for v in kept)
    if askew_too or any(not v.certain(limits) and not v.cocked for v in kept):
        doubts.append(Doubt.UNCLEAR)
    usual = usual_size(kept)
    if any(v.doubt_beside(usual) >= limits.grey for v in left):
        doubts.append(Doubt.ANOTHER_DIE)
    if any(_cut_off(v.candidate, shape) for v in kept):
        doubts.append(Doubt.CUT_OFF)
    if not hints.solid and (_might_be_print(kept) or any(v.found >= AS_PRINT for v in left)):
        doubts.append(Doubt.PRINTED)
    if len(kept) > MOST_DICE:
        doubts.append(Doubt.TOO_MANY)
    if _crowded(kept):
        doubts.append(Doubt.TOO_NEAR)
    if len(kept) > 1 and _uneven(kept):
        doubts.append(Doubt.UNEVEN)
    return doubts


def _might_be_print(kept: list[ScoredCandidate]) -> bool:
    """Whether some die is less certain than it must be for how little is seen of the sides of all dice."""
    shown = max((hypot(*v.facing) for v in kept if v.facing is not None), default=SIDED)
    needed = BEYOND_DOUBT * min(1.0, max(0.0, (SIDED - shown) / (SIDED - SIDELESS)))
    return any(v.certainty < (max(needed, NO_CARD) if bears_numerals(v.kind) else needed) for v in kept)


def _cut_off(candidate: Candidate, shape: tuple[int, ...]) -> bool:
    edge = candidate.size * 0.38
    return not (edge <= candidate.x <= shape[1] - edge and edge <= candidate.y <= shape[0] - edge)


def _crowded(kept: list[ScoredCandidate]) -> bool:
    return any(candidates_too_near(a.candidate, b.candidate) for a, b in combinations(kept, 2))


def _uneven(kept: list[ScoredCandidate]) -> bool:
    sizes = sorted(float(v.candidate.size) for v in kept)
    middle = sizes[len(sizes) // 2]
    return sizes[0] < 0.55 * middle or sizes[-1] > 1.9 * middle


def _sensible(candidate: Candidate, image: Image, die_size: float | None) -> bool:
    if die_size is not None and not 0.5 < candidate.size / die_size < 2:
        return False
    return bool(6 <= candidate.size <= 1.2 * max(image.shape[:2]))
