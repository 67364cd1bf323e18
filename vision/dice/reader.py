"""Reads the dice of one image: find candidates, classify them, select the dice, decide whether that is sure."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import hypot

from vision.dice.certainty import Certainty, evidence_of, load_certainty
from vision.dice.classifier import classify_candidates, faces_above, read_numerals
from vision.dice.depicted import is_depicted, print_shortage
from vision.dice.finder import Candidate, candidate_at, find_candidates
from vision.dice.home import HomeDice
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
from vision.dice.witness import Testimony, compare_with, look
from vision.images import Image

MOST_DICE = 16  # more than anybody throws at once: read, but not sure
MOST_CANDIDATES = 40
CLOSE_EVERY = 3  # of the images of a roll every third is searched closely
AS_PRINT = 0.6  # a face that the finder finds so clearly and the classifier denies is print; there may be more of it
MAY_BE_ONE = 0.15  # from this chance on a candidate may be taken for a die
LOOKED_ABOVE = 5  # dice above which a top face is looked for
HUGE = 0.6  # a die so large in the image, in short sides of it, might be a tray with a die in it
A_DIE_IN_IT = 0.15  # if its lone pip has this chance of being a die itself


class DiceReader:
    """Reads images. One reader may be shared: it keeps nothing from one image to the next."""

    def __init__(self, limits: Thresholds | None = None, home: HomeDice | None = None) -> None:
        self._finder, self._tray_finder = load_network("finder"), load_network("tray_finder")
        self._classifier, self._numerals = load_network("classifier"), load_network("numerals")
        self._depicted, self._witness = load_network("depicted"), load_network("witness")
        self._limits, self._certainty = limits or load_thresholds(), load_certainty()
        self.home = home  # may be replaced when more was learned from the players

    def read(self, image: Image, *, hints: Hints = NO_HINTS) -> DiceReading:
        """The dice of an image."""
        begun = time.perf_counter()
        scored = self.scored_candidates(image, hints)
        if hints.variant is None:
            reading = self._read_alone(image, scored, hints)
        else:
            reading = decide_reading(scored, self._limits, image.shape, hints)
            if hints.second_reader and reading.sure:
                reading = self._seconded(reading, image, scored, hints)
        believed = reading.sure or reading.likely
        if believed and not hints.solid and is_depicted(self._depicted, image, reading.dice):
            reading = reading.doubted(Doubt.PRINTED)
        return replace(reading, ms=(time.perf_counter() - begun) * 1000)

    def witnessed(self, image: Image) -> list[Candidate]:
        """What the witness takes for dice."""
        return look(self._witness, image)

    def _read_alone(self, image: Image, scored: list[ScoredCandidate], hints: Hints) -> DiceReading:
        """A lone image is shown to the witness as well, unless the players are to be asked whatever it says."""
        kept, left = pick_dice(scored, self._limits, image.shape, hints)
        asked = _reading(kept, broken_rules(kept, image.shape, hints), self._limits)
        return judged(kept, left, self.witnessed(image), self._certainty) if asked.sure else asked

    def _seconded(self, reading: DiceReading, image: Image, scored: list[ScoredCandidate], hints: Hints) -> DiceReading:
        """One image of a roll, which others decide with: it is doubted only if very much speaks against it."""
        kept, left = pick_dice(scored, self._limits, image.shape, hints)
        alone = judged(kept, left, self.witnessed(image), self._certainty)
        reading = replace(reading, error=alone.error)
        opposed = alone.error is not None and alone.error > self._certainty.opposed
        return reading.doubted(Doubt.SECOND_READER) if opposed else reading

    def scored_candidates(self, image: Image, hints: Hints = NO_HINTS) -> list[ScoredCandidate]:
        """All places where a die might lie, with what the networks say about each."""
        close = hints.variant is None or hints.variant % CLOSE_EVERY == 1
        finder = self._finder if hints.die_size is None else self._tray_finder
        found = [*map(candidate_at, hints.spots), *find_candidates(finder, image, hints.die_size, close)]
        candidates = [c for c in found if _sensible(c, image, hints.die_size)][:MOST_CANDIDATES]
        scored = self._score(image, candidates, hints.variant)
        if hints.variant is None:
            scored = self._with_faces_above(image, scored)
        if hints.level is None:
            return scored
        sides = [v for v in scored if v.being >= self._limits.keep_numeral and is_side_face(v, hints.level)]
        tops = [candidate_at(top_face_spot(v, hints.level)) for v in sides]
        return scored + self._score(image, tops, hints.variant)

    def _with_faces_above(self, image: Image, scored: list[ScoredCandidate]) -> list[ScoredCandidate]:
        """Only a lone image may be of a low camera. That shows on every die: the clearest ones are looked at."""
        worth = sorted((v for v in scored if v.being >= MAY_BE_ONE), key=lambda v: -v.being)[:LOOKED_ABOVE]
        above = faces_above(self._classifier, image, [v.candidate for v in worth])
        told = {id(v): float(chance) for v, chance in zip(worth, above, strict=True)}
        return [replace(v, above=told.get(id(v), 0.0)) for v in scored]

    def _score(self, image: Image, candidates: list[Candidate], variant: int | None) -> list[ScoredCandidate]:
        classified = classify_candidates(self._classifier, image, candidates, variant)
        classified = read_numerals(self._numerals, image, classified, variant)
        scored = [score_candidate(one.candidate, one.views, one.facing, one.facing_error) for one in classified]
        if self.home is None:
            return scored
        return [
            self.home.adapt(one, by.features, one.certain(self._limits))
            for one, by in zip(scored, classified, strict=True)
        ]


# -- one image by itself: judged by everything that speaks against it --------------------------------------------------


def judged(
    kept: list[ScoredCandidate], left: list[ScoredCandidate], seen: Sequence[Candidate], certainty: Certainty
) -> DiceReading:
    """The reading by the chance that it is wrong. `seen`: what the witness takes for dice."""
    testimony = testimony_about(kept, seen)
    evidence, of_dice = evidence_of(kept, left, testimony)
    error = certainty.error(evidence)
    sure = error <= certainty.sure and not certainty.plausible(second_faces(kept))
    likely = not sure and error <= certainty.likely_up_to(any(bears_numerals(v.kind) for v in kept))
    if sure:
        return DiceReading(tuple(v.die() for v in kept), "settled", True, error=error).without_home()
    dice = tuple(replace(v.die(), doubt=certainty.reason_of_die(of)) for v, of in zip(kept, of_dice, strict=True))
    state: DiceState = "settled" if likely else "unsure"
    return DiceReading(dice, state, False, certainty.reasons(evidence), likely=likely, error=error)


def testimony_about(kept: list[ScoredCandidate], seen: Sequence[Candidate]) -> Testimony:
    """What the witness says about these dice."""
    return compare_with(seen, [(v.candidate, None if bears_numerals(v.kind) else v.face) for v in kept])


def second_faces(kept: list[ScoredCandidate]) -> list[float]:
    """The chance of another face for each die. A numeral, which the witness cannot read, may always be another."""
    return [1.0 if bears_numerals(v.kind) else 1 - v.chance for v in kept]


# -- which dice there are, and one image of several --------------------------------------------------------------------


def pick_dice(
    candidates: list[ScoredCandidate], limits: Thresholds, shape: tuple[int, ...], hints: Hints = NO_HINTS
) -> tuple[list[ScoredCandidate], list[ScoredCandidate]]:
    """The candidates that are dice, from top to bottom, and those that are left over."""
    tops = candidates if hints.level is None else without_side_faces(candidates, hints.level, limits.keep_numeral)
    kept, left = select_dice([v for v in tops if not _is_the_tray(v, tops, shape)], limits, hints)
    kept.sort(key=lambda v: (v.candidate.y, v.candidate.x))
    return kept, left


def decide_reading(
    candidates: list[ScoredCandidate], limits: Thresholds, shape: tuple[int, ...], hints: Hints = NO_HINTS
) -> DiceReading:
    """One of several images of the same dice: which candidates are dice, and whether this image leaves doubts."""
    kept, left = pick_dice(candidates, limits, shape, hints)
    doubts = broken_rules(kept, shape, hints)
    if any(not v.certain(limits) and not v.cocked for v in kept):
        doubts.append(Doubt.UNCLEAR)
    usual = usual_size(kept)
    if any(v.doubt_beside(usual) >= limits.grey for v in left):
        doubts.append(Doubt.ANOTHER_DIE)
    if not hints.solid and (print_shortage(kept) > 0 or any(v.found >= AS_PRINT for v in left)):
        doubts.append(Doubt.PRINTED)
    return _reading(kept, doubts, limits)


def _reading(kept: list[ScoredCandidate], doubts: list[Doubt], limits: Thresholds) -> DiceReading:
    lying = [v for v in kept if not v.cocked]
    dice = tuple(v.die() if v.certain(limits) else replace(v.die(), doubt=Doubt.UNCLEAR) for v in lying)
    state: DiceState = "settled"
    if any(v.cocked for v in kept):
        state = "cocked"
    elif doubts:
        state = "unsure"
    elif not kept:
        state = "empty"
    return DiceReading(dice, state, state == "settled", doubts=tuple(dict.fromkeys(doubts)))


def broken_rules(kept: list[ScoredCandidate], shape: tuple[int, ...], hints: Hints) -> list[Doubt]:
    """What no number of dice that lie flat and whole in the image can look like."""
    doubts = []
    if any(v.cocked for v in kept):
        doubts.append(Doubt.LEANS)
    if hints.level is None and any(might_be_side_face(v) for v in kept):
        doubts.append(Doubt.UNCLEAR)
    if any(_cut_off(v.candidate, shape) for v in kept):
        doubts.append(Doubt.CUT_OFF)
    if len(kept) > MOST_DICE:
        doubts.append(Doubt.TOO_MANY)
    if any(candidates_too_near(a.candidate, b.candidate) for a, b in combinations(kept, 2)):
        doubts.append(Doubt.TOO_NEAR)
    if len(kept) > 1 and _uneven(kept):
        doubts.append(Doubt.UNEVEN)
    return doubts


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


def _cut_off(candidate: Candidate, shape: tuple[int, ...]) -> bool:
    edge = candidate.size * 0.38
    return not (edge <= candidate.x <= shape[1] - edge and edge <= candidate.y <= shape[0] - edge)


def _uneven(kept: list[ScoredCandidate]) -> bool:
    sizes = sorted(float(v.candidate.size) for v in kept)
    middle = sizes[len(sizes) // 2]
    return sizes[0] < 0.55 * middle or sizes[-1] > 1.9 * middle


def _sensible(candidate: Candidate, image: Image, die_size: float | None) -> bool:
    if die_size is not None and not 0.5 < candidate.size / die_size < 2:
        return False
    return bool(6 <= candidate.size <= 1.2 * max(image.shape[:2]))
