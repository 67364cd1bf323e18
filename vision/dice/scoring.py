"""What both networks say about a candidate, joined into one score; and which candidates are dice.

At the end: ten-sided dice, of which a side face may be read in place of the top face.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import lru_cache
from math import hypot
from pathlib import Path

import numpy as np

from vision.dice.finder import Candidate
from vision.dice.network import CLASSES, COCKED, NONE
from vision.dice.reading import NO_HINTS, DieReading, Hints, Spot, bears_numerals
from vision.facing import Facing, LevelFacing
from vision.images import Floats

PIPS = [k for k, known in enumerate(CLASSES) if known.kind == "d6-pips"] + [COCKED]
FINDER_WEIGHT = 0.1  # how much the finder counts for a face, as a power: it sees the face small
PLAIN = 0.6  # certainty of a die beyond doubt
CLEAR = 0.7  # candidates over this set the usual size of the dice in an image
VOUCHED = 0.5  # so much of what speaks against a die that is vouched for is left, as a power of its chances
NUMERAL_SURE = 0.85  # chance that a certain numeral has in every variant: one type's 5 is another's 9
NUMERAL_DOUBT = 0.6  # a doubtful numeral counts so much less against a reading than doubtful pips
# In a tray that was seen empty, hardly anything but dice can lie. There a candidate is a die, though not a certain one,
# from KEEP_NEW on. Not so if it lies so near to another die that it may be that one's side, or shows a lone pip, as a
# knot in wood does. Where something is known to lie, a candidate is a die from KEEP_THERE on, or if the finder alone
# gives it FOUND.
KEEP_NEW, KEEP_THERE, FOUND = 0.25, 0.15, 0.52
NEAREST = 0.85  # dice that lie flat cannot be nearer than this share of their size; a side face taken for a die can
THRESHOLDS = Path(__file__).parent / "weights" / "thresholds.json"
# Ten-sided dice. A face that points so far from level may not be the top one, whose neighbours point 0.6 away: the
# place where the top face should be is read too.
ASLANT = 0.2
MORE_LEVEL = 0.1  # of two faces of one die, the one that is so much nearer to level is on top
ASKEW = 0.17  # a face that points so far past an unknown camera might lie beside the top one
REACH = 0.35  # from the middle of the die to the middle of a face, in sizes


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Kept beside the weights they belong to; `vision.training.dice.thresholds` proposes them."""

    keep: float  # from this score on a candidate with pips is a die
    keep_numeral: float  # the same for numerals, whose chances are spread over many classes
    sure: float  # from this certainty on a die is certain
    sure_weak: float  # the same for a lone pip and for numerals, which more other things look like
    sure_die: float  # and a certain die has at least this chance of being a die at all
    grey: float  # a candidate that is no die, but whose doubt is over this, makes the whole reading unsure


@lru_cache(maxsize=1)
def load_thresholds() -> Thresholds:
    stored = json.loads(THRESHOLDS.read_text(encoding="utf-8"))
    return Thresholds(**{field.name: float(stored[field.name]) for field in fields(Thresholds)})


@dataclass(frozen=True, slots=True, eq=False)
class ScoredCandidate:
    """One candidate with what both networks say about it."""

    candidate: Candidate
    number: int  # class
    chance: float  # of that class, both networks together
    being: float  # chance that it is a die at all
    finder: float  # chance of that class by the finder
    classifier: float  # and by the classifier
    worst_view: float  # and in the worst of its variants
    pips: float  # the classifier's chance that this is any face with pips, or a leaning die
    guesses: tuple[int, ...]
    facing: Facing | None = None
    facing_error: float = 0.0
    above: float = 0.0  # how much what lies above it looks like the top face of the same die: see faces_above
    vouched: bool = False  # whether it looks like dice that players confirmed: see vision.dice.home

    @property
    def kind(self) -> str:
        return CLASSES[self.number].kind

    @property
    def face(self) -> int:
        return CLASSES[self.number].face

    @property
    def lone_pip(self) -> bool:
        return self.kind == "d6-pips" and self.face == 1

    @property
    def several_pips(self) -> bool:
        return self.kind == "d6-pips" and not self.lone_pip

    @property
    def cocked(self) -> bool:
        return self.number == COCKED

    @property
    def certainty(self) -> float:
        """As strong as the weakest evidence for the face; the finder counts little."""
        weakest = min(self.candidate.score**0.5, self.classifier, self.worst_view, self.finder**FINDER_WEIGHT)
        return self.relieved(float(weakest))

    @property
    def doubt(self) -> float:
        """How much it counts against a reading that this candidate was left out.

        Numerals count less: what looks a little like one is mostly print, metal or wood.
        """
        being = self.being * NUMERAL_DOUBT if bears_numerals(self.kind) else self.being
        return max(being, self.candidate.score * self.pips)

    @property
    def found(self) -> float:
        """How clearly the finder found a die with this face here."""
        return self.candidate.score * self.chance

    def certain(self, limits: Thresholds) -> bool:
        """Whether no player has to check this die."""
        needed = limits.sure if self.several_pips else limits.sure_weak
        if bears_numerals(self.kind) and self.worst_view < NUMERAL_SURE:
            return False
        return not self.cocked and self.relieved(self.being) >= limits.sure_die and self.certainty >= needed

    def relieved(self, chance: float) -> float:
        """What speaks against a die that is vouched for counts half, as a logarithm; never nothing."""
        return chance**VOUCHED if self.vouched else chance

    def doubt_beside(self, usual: float | None) -> float:
        """Its doubt beside dice of the usual size: things of quite another size are no dice."""
        return self.doubt if usual is None or 0.5 < self.candidate.size / usual < 2 else 0.0

    def die(self) -> DieReading:
        """The die as it goes into the reading."""
        c = self.candidate
        known = CLASSES[self.number]
        box = (round(c.x - c.size / 2), round(c.y - c.size / 2), max(1, round(c.size)), max(1, round(c.size)))
        return DieReading(
            known.face,
            known.sides,
            self.chance,
            box,
            known.kind,
            self.guesses,
            self.facing,
            self.facing_error,
            vouched=self.vouched,
        )


def score_candidate(
    candidate: Candidate, views: Floats, facing: Facing | None = None, facing_error: float = 0.0
) -> ScoredCandidate:
    """Joins both networks. `views`: the classifier's chances (variants, classes)."""
    mean = views.mean(axis=0)
    both = 0.35 * candidate.classes + 0.65 * mean
    both[NONE] = 0.0
    order = np.argsort(-both)
    number = int(order[0])
    guesses = tuple(CLASSES[int(k)].face for k in order[1:4] if CLASSES[int(k)].kind == CLASSES[number].kind)
    # What looks a little like many faces is no die; one clear face is.
    being = candidate.score**0.5 * float(mean[number])
    return ScoredCandidate(
        candidate,
        number,
        float(both[number] / max(1e-6, float(both.sum()))),
        being,
        float(candidate.classes[number]),
        float(mean[number]),
        float(views[:, number].min()),
        float(mean[PIPS].sum()),
        guesses,
        facing,
        facing_error,
    )


def select_dice(
    candidates: list[ScoredCandidate], limits: Thresholds, hints: Hints = NO_HINTS
) -> tuple[list[ScoredCandidate], list[ScoredCandidate]]:
    """The dice, and the candidates that are left over."""
    kept: list[ScoredCandidate] = []
    left: list[ScoredCandidate] = []
    pips_lie_here = any(v.kind == "d6-pips" and v.certainty > PLAIN for v in candidates)
    for scored in sorted(candidates, key=lambda v: -v.being):
        # Print and coins look like numerals; beside plain dice with pips a numeral must be as clear as those.
        lenient = bears_numerals(scored.kind) and not pips_lie_here
        needed = limits.keep_numeral if lenient else limits.keep
        is_die = scored.being >= needed or _must_be_one(scored, kept, hints)
        if not is_die or _odd_size(scored, usual_size(kept)):
            left.append(scored)
        elif not any(_candidates_overlap(scored.candidate, other.candidate) for other in kept):
            kept.append(scored)
    return kept, [v for v in left if not any(_candidates_overlap(v.candidate, k.candidate) for k in kept)]


def _must_be_one(scored: ScoredCandidate, kept: list[ScoredCandidate], hints: Hints) -> bool:
    """Whether hardly anything but a die can lie there, by what is known about the tray."""
    if any(_lies_on(scored.candidate, spot) for spot in hints.spots):
        return scored.being >= KEEP_THERE or scored.found >= FOUND
    alone = not any(candidates_too_near(scored.candidate, other.candidate) for other in kept)
    return hints.solid and alone and scored.several_pips and scored.being >= KEEP_NEW


def usual_size(kept: list[ScoredCandidate]) -> float | None:
    """The size of the dice in this image, if some are beyond doubt."""
    sizes = sorted(v.candidate.size for v in kept if v.being > CLEAR)
    return sizes[len(sizes) // 2] if sizes else None


def _odd_size(scored: ScoredCandidate, usual: float | None) -> bool:
    """Whether a doubtful candidate is of quite another size than the clear dice: a pip, a letter, a whole group."""
    return usual is not None and scored.being < CLEAR and not 0.55 < scored.candidate.size / usual < 1.8


def _lies_on(candidate: Candidate, spot: Spot) -> bool:
    x, y, size = spot
    return hypot(candidate.x - x, candidate.y - y) < 0.5 * size and 0.5 < candidate.size / size < 2


def _candidates_overlap(one: Candidate, other: Candidate) -> bool:
    """Two dice cannot share their middles; a pip or a side face lies on the die it belongs to."""
    away = hypot(one.x - other.x, one.y - other.y)
    return away < 0.5 * max(one.size, other.size) * 0.95


def candidates_too_near(one: Candidate, other: Candidate) -> bool:
    """Whether they cannot both be dice that lie flat."""
    return hypot(one.x - other.x, one.y - other.y) < NEAREST * (one.size + other.size) / 2


def might_be_side_face(scored: ScoredCandidate) -> bool:
    """Whether another face of this ten-sided die might be on top, where it is not known how a level face looks."""
    return scored.kind == "d10-numeral" and scored.facing is not None and hypot(*scored.facing) > ASKEW


def is_side_face(scored: ScoredCandidate, level: LevelFacing) -> bool:
    """Whether this is a face of a ten-sided die, but perhaps not the top one."""
    return _slant(scored, level) > ASLANT


def top_face_spot(scored: ScoredCandidate, level: LevelFacing) -> Spot:
    """Where the top face of a ten-sided die should lie, from a side face of it: both are as far from its middle."""
    one, (across, down) = scored.candidate, _off(scored, level)
    return one.x + REACH * across * one.size, one.y + REACH * down * one.size, one.size


def without_side_faces(candidates: list[ScoredCandidate], level: LevelFacing, keep: float) -> list[ScoredCandidate]:
    """Without the faces of ten-sided dice of which a more level face was read as well."""
    clear = [v for v in candidates if _has_slant(v) and v.being >= keep]
    return [v for v in candidates if not any(_is_above(other, v, level) for other in clear)]


def _is_above(other: ScoredCandidate, scored: ScoredCandidate, level: LevelFacing) -> bool:
    return (
        _candidates_overlap(scored.candidate, other.candidate)
        and _slant(scored, level) > _slant(other, level) + MORE_LEVEL
    )


def _has_slant(scored: ScoredCandidate) -> bool:
    return scored.kind == "d10-numeral" and scored.facing is not None


def _slant(scored: ScoredCandidate, level: LevelFacing) -> float:
    """How far a face of a ten-sided die points from level."""
    return hypot(*_off(scored, level)) if _has_slant(scored) else 0.0


def _off(scored: ScoredCandidate, level: LevelFacing) -> tuple[float, float]:
    """From where the face points to where a level one would."""
    across, down = level(scored.candidate.x, scored.candidate.y)
    right, below = scored.facing or (across, down)
    return across - right, down - below
