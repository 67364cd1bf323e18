"""Joining what both networks say into dice, and saying which of them are certain."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

import numpy as np

from vision.arrays import Floats
from vision.dice.classes import CLASSES, COCKED, NONE
from vision.dice.finder import Candidate
from vision.facing import Facing
from vision.hints import NOTHING, Hints
from vision.reading import Die, Spot, bears_numerals

PIPS = [k for k, known in enumerate(CLASSES) if known.kind == "d6-pips"] + [COCKED]
FINDER_SAY = 0.1
PLAIN = 0.6  # certainty of dice beyond doubt
CLEAR = 0.7  # candidates over this set the usual size of the dice in a picture
NUMERAL_SURE = 0.85  # chance that a numeral must have in every view: one type's 5 is another's 9
NUMERAL_DOUBT = 0.6  # how much less a doubtful numeral troubles a reading than doubtful pips
# In a tray that was seen empty nothing but dice is likely: there a candidate is a die, if not a certain one, from
# KEEP_NEW on, unless it lies so near to another that it may be that one's side, or shows a lone pip, as a knot in wood
# does; where something is known to lie from KEEP_THERE on, or if the finder is so sure of its find whatever the
# classifier takes it for.
KEEP_NEW, KEEP_THERE, FOUND = 0.25, 0.15, 0.52
NEAREST = 0.85  # dice that lie flat cannot be nearer than this share of their size; a side face taken for a die can
THRESHOLDS = Path(__file__).parent / "weights" / "thresholds.json"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Chosen on photos of sources that were never trained on; kept next to the weights they belong to."""

    keep: float  # a candidate is a die with pips from here on
    keep_numeral: float  # the same for numerals, between whose many classes the chances are spread
    sure: float  # a die of this certainty is certain
    sure_weak: float  # the same for a lone pip and for numerals, which more other things look like
    sure_die: float  # and one that is a die at all by this chance
    grey: float  # a candidate that is no die, but whose doubt is over this, makes the whole reading unsure


@lru_cache(maxsize=1)
def thresholds() -> Thresholds:
    stored = json.loads(THRESHOLDS.read_text(encoding="utf-8"))
    return Thresholds(**{field.name: float(stored[field.name]) for field in fields(Thresholds)})


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """One candidate after both networks."""

    candidate: Candidate
    number: int  # class
    chance: float  # of that class, both networks together
    being: float  # that it is a die at all
    finder: float
    classifier: float
    worst_view: float
    pips: float  # the classifier's chance that this is any face with pips, or a leaning die
    guesses: tuple[int, ...]
    facing: Facing | None = None
    vague: float = 0.0

    @property
    def kind(self) -> str:
        return CLASSES[self.number].kind

    @property
    def lone_pip(self) -> bool:
        return self.kind == "d6-pips" and CLASSES[self.number].face == 1

    @property
    def several_pips(self) -> bool:
        return self.kind == "d6-pips" and not self.lone_pip

    @property
    def cocked(self) -> bool:
        return self.number == COCKED

    @property
    def certainty(self) -> float:
        """As strong as the weakest of what speaks for the face; the finder, which sees it small, counts little."""
        return float(min(self.candidate.score**0.5, self.classifier, self.worst_view, self.finder**FINDER_SAY))

    @property
    def doubt(self) -> float:
        """How much it troubles a reading that this candidate was left out of it.

        What looks a little like a numeral is mostly print, metal or wood.
        """
        being = self.being * NUMERAL_DOUBT if bears_numerals(self.kind) else self.being
        return max(being, self.candidate.score * self.pips)

    @property
    def found(self) -> float:
        """How clearly the finder saw a die here with this face, if there is one at all."""
        return self.candidate.score * self.chance

    def certain(self, limits: Thresholds) -> bool:
        needed = limits.sure if self.several_pips else limits.sure_weak
        if bears_numerals(self.kind) and self.worst_view < NUMERAL_SURE:
            return False
        return not self.cocked and self.being >= limits.sure_die and self.certainty >= needed

    def doubt_beside(self, usual: float | None) -> float:
        """Its doubt among dice of a usual size: dice in one tray are of about one size."""
        return self.doubt if usual is None or 0.5 < self.candidate.size / usual < 2 else 0.0

    def die(self) -> Die:
        c = self.candidate
        known = CLASSES[self.number]
        box = (round(c.x - c.size / 2), round(c.y - c.size / 2), max(1, round(c.size)), max(1, round(c.size)))
        return Die(known.face, known.sides, self.chance, box, known.kind, self.guesses, self.facing, self.vague)


def judge(candidate: Candidate, views: Floats, facing: Facing | None = None, vague: float = 0.0) -> Verdict:
    """`views`: the classifier's chances (views, classes)."""
    mean = views.mean(axis=0)
    both = 0.35 * candidate.classes + 0.65 * mean
    both[NONE] = 0.0
    order = np.argsort(-both)
    number = int(order[0])
    guesses = tuple(CLASSES[int(k)].face for k in order[1:4] if CLASSES[int(k)].kind == CLASSES[number].kind)
    # A thing that looks a little like many faces is no die; one clear face is.
    being = candidate.score**0.5 * float(mean[number])
    return Verdict(
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
        vague,
    )


def settle(verdicts: list[Verdict], limits: Thresholds, hints: Hints = NOTHING) -> tuple[list[Verdict], list[Verdict]]:
    """The dice, and the candidates left over that are no dice."""
    kept: list[Verdict] = []
    left: list[Verdict] = []
    pips_lie_here = any(v.kind == "d6-pips" and v.certainty > PLAIN for v in verdicts)
    for verdict in sorted(verdicts, key=lambda v: -v.being):
        # Print and coins look like numerals; beside plain dice with pips a numeral must be as clear as they.
        lenient = bears_numerals(verdict.kind) and not pips_lie_here
        needed = limits.keep_numeral if lenient else limits.keep
        is_die = verdict.being >= needed or _must_be_one(verdict, kept, hints)
        if not is_die or _odd_one(verdict, usual_size(kept)):
            left.append(verdict)
        elif not any(overlaps(verdict.candidate, other.candidate) for other in kept):
            kept.append(verdict)
    return kept, [v for v in left if not any(overlaps(v.candidate, k.candidate) for k in kept)]


def _must_be_one(verdict: Verdict, kept: list[Verdict], hints: Hints) -> bool:
    """Whether hardly anything but a die can lie there."""
    if any(_lies_on(verdict.candidate, spot) for spot in hints.spots):
        return verdict.being >= KEEP_THERE or verdict.found >= FOUND
    alone = not any(too_near(verdict.candidate, other.candidate) for other in kept)
    return hints.solid and alone and verdict.several_pips and verdict.being >= KEEP_NEW


def usual_size(kept: list[Verdict]) -> float | None:
    """The size of the dice in this picture, if some are beyond doubt."""
    sizes = sorted(v.candidate.size for v in kept if v.being > CLEAR)
    return sizes[len(sizes) // 2] if sizes else None


def _odd_one(verdict: Verdict, usual: float | None) -> bool:
    """A doubtful candidate of quite another size than the clear dice around it: a pip, a letter, a whole group."""
    return usual is not None and verdict.being < CLEAR and not 0.55 < verdict.candidate.size / usual < 1.8


def _lies_on(candidate: Candidate, spot: Spot) -> bool:
    x, y, size = spot
    return float(np.hypot(candidate.x - x, candidate.y - y)) < 0.5 * size and 0.5 < candidate.size / size < 2


def overlaps(one: Candidate, other: Candidate) -> bool:
    """Two dice cannot share their middles; a pip or a side face lies on the die it belongs to."""
    away = float(np.hypot(one.x - other.x, one.y - other.y))
    return away < 0.5 * max(one.size, other.size) * 0.95


def too_near(one: Candidate, other: Candidate) -> bool:
    """Whether they cannot both be dice that lie flat."""
    return float(np.hypot(one.x - other.x, one.y - other.y)) < NEAREST * (one.size + other.size) / 2
