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
from vision.reading import Die

CLEAR = 0.7  # candidates over this set the usual size of the dice in a picture
AGREED = 0.8  # the finder's opinion needs no other beside it
THRESHOLDS = Path(__file__).parent / "weights" / "thresholds.json"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Chosen on photos of sources that were never trained on; kept next to the weights they belong to."""

    keep: float  # a candidate is a die with pips from here on
    keep_numeral: float  # the same for numerals, between whose many classes the chances are spread
    grey: float  # a candidate that is no die, but whose doubt is over this, makes the whole reading unsure
    score: float  # die-ness of a certain die
    finder: float  # chance the finder gives the face, to second the classifier
    classifier: float  # mean chance the classifier gives the face
    worst_turn: float  # the same in the worst of the turns


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
    worst_turn: float
    guesses: tuple[int, ...]
    spots: int | None = None  # pips counted without a network, where that was asked for

    @property
    def cocked(self) -> bool:
        return self.number == COCKED

    @property
    def wants_count(self) -> bool:
        """Whether counting its pips could make a doubtful die certain."""
        return CLASSES[self.number].kind == "d6-pips" and self.finder < AGREED and self.classifier > 0.5

    def seconded(self, limits: Thresholds) -> bool:
        """Whether somebody else than the classifier says the same: the finder, or the count of the pips."""
        counted = self.spots is not None and self.spots > 1 and self.spots == CLASSES[self.number].face
        return self.finder >= limits.finder or counted  # one lone spot can be anything: it seconds nobody

    @property
    def doubt(self) -> float:
        """How much it troubles a reading that this candidate was left out of it."""
        return max(self.being, 0.5 * self.candidate.score)

    def certain(self, limits: Thresholds) -> bool:
        return (
            not self.cocked
            and self.candidate.score >= limits.score
            and self.classifier >= limits.classifier
            and self.worst_turn >= limits.worst_turn
            and self.seconded(limits)
        )

    def die(self) -> Die:
        c = self.candidate
        known = CLASSES[self.number]
        box = (round(c.x - c.size / 2), round(c.y - c.size / 2), max(1, round(c.size)), max(1, round(c.size)))
        return Die(known.face, known.sides, self.chance, box, known.kind, self.guesses)


def judge(candidate: Candidate, turned: Floats) -> Verdict:
    """`turned`: the classifier's chances (turns, classes)."""
    mean = turned.mean(axis=0)
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
        float(turned[:, number].min()),
        guesses,
    )


def settle(verdicts: list[Verdict], limits: Thresholds) -> tuple[list[Verdict], list[Verdict]]:
    """The dice, and the candidates left over that are no dice."""
    kept: list[Verdict] = []
    left: list[Verdict] = []
    for verdict in sorted(verdicts, key=lambda v: -v.being):
        if verdict.being < _needed(verdict, limits) or _odd_one(verdict, _usual_size(kept)):
            left.append(verdict)
        elif not any(_overlaps(verdict.candidate, other.candidate) for other in kept):
            kept.append(verdict)
    return kept, [v for v in left if not any(_overlaps(v.candidate, k.candidate) for k in kept)]


def _needed(verdict: Verdict, limits: Thresholds) -> float:
    return limits.keep_numeral if CLASSES[verdict.number].kind.endswith("numeral") else limits.keep


def _usual_size(kept: list[Verdict]) -> float | None:
    """The size of the dice in this picture, if some are beyond doubt."""
    sizes = sorted(v.candidate.size for v in kept if v.being > CLEAR)
    return sizes[len(sizes) // 2] if sizes else None


def _odd_one(verdict: Verdict, usual: float | None) -> bool:
    """A doubtful candidate of quite another size than the clear dice around it: a pip, a letter, a whole group."""
    return usual is not None and verdict.being < CLEAR and not 0.55 < verdict.candidate.size / usual < 1.8


def _overlaps(one: Candidate, other: Candidate) -> bool:
    """Two dice cannot share their middles; a pip or a side face lies on the die it belongs to."""
    away = float(np.hypot(one.x - other.x, one.y - other.y))
    return away < 0.5 * max(one.size, other.size) * 0.95
