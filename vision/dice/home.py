"""Learning at home: from dice of which the players of this table told the face, correcting or confirming a reading.

The networks stay as they are, so nothing is forgotten. A die that looks very much like a corrected one is read as that
one was corrected, and asked about. A die in doubt that looks very much like several confirmed ones is vouched for:
what speaks against its face counts less. That is all that is learned: whether there is another die, whether one leans,
is cut off or printed is doubted as before, and so is a face that another one rivals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.classifier import turned_features
from vision.dice.network import CLASSES, load_network
from vision.dice.scoring import ScoredCandidate
from vision.images import Floats, Image, floats

ALIKE = 0.93  # likeness from which a die counts
VERY_ALIKE = 0.96  # the same for a correction where the networks are certain of another face
WIDE = 0.02  # by how much it must be more alike than dice with other faces
TWICE = 2  # corrections needed to contradict a certain face; after one the players are asked
FEATURES = 160  # of a die, as the classifier tells them
MISREAD = 0.05  # where more of the known dice than this were read wrong, nothing is vouched for
VOUCHERS = 3  # confirmed dice of its face that a vouched die must look like


@dataclass(frozen=True, slots=True)
class KnownDie:
    """A crop of a die, the class that was read and the true one: the same if the players confirmed it."""

    crop: Image
    read: int
    truth: int


@dataclass(frozen=True, slots=True, eq=False)
class HomeDice:
    """Features (n, f) of known dice, of length one, with the classes that were read and the true ones."""

    features: Floats
    reads: NDArray[np.intp]
    truths: NDArray[np.intp]

    def adapt(self, scored: ScoredCandidate, features: Floats, certain: bool) -> ScoredCandidate:
        """The candidate by what is known of dice that look like it; `certain`: without that, nobody had to check it."""
        if not len(self.truths):
            return scored
        likeness = floats(self.features @ direction(features))
        adapted = self._as_corrected(scored, likeness, certain)
        if adapted is not scored or certain or not self._vouched(scored.number, likeness):
            return adapted
        return replace(scored, vouched=True)

    def _as_corrected(self, scored: ScoredCandidate, likeness: Floats, certain: bool) -> ScoredCandidate:
        """With the corrected face if it looks like a corrected die. That is never certain."""
        corrected = self.reads != self.truths
        if not corrected.any():
            return scored
        number = int(self.truths[int(np.where(corrected, likeness, -1.0).argmax())])
        own = likeness[corrected & (self.truths == number)]
        rivals = likeness[self.truths != number]
        needed, best = VERY_ALIKE if certain else ALIKE, float(own.max())
        if best < needed or best - rivals.max(initial=-1.0) < WIDE or number == scored.number:
            return scored
        if certain and int((own >= needed).sum()) < TWICE:
            return replace(scored, worst_view=0.0, guesses=_guesses(number, scored.guesses, scored.number))
        return replace(
            scored,
            number=number,
            chance=best * 0.9,
            finder=0.0,
            classifier=0.0,
            worst_view=0.0,
            guesses=_guesses(scored.number, scored.guesses, number),
        )

    def _vouched(self, number: int, likeness: Floats) -> bool:
        """Whether several confirmed dice with this face look like it, and none with another face nearly as much.

        One die that looked like this, was read as this face and had to be corrected takes it all back. Where dice are
        often read wrong nothing is vouched for: the doubt about one die may be all that speaks against another.
        """
        same = self.truths == number
        if float((self.reads != self.truths).mean()) > MISREAD:
            return False
        alike = np.sort(likeness[same & (self.reads == number) & (likeness >= ALIKE)])
        if len(alike) < VOUCHERS or bool((likeness[(self.reads == number) & ~same] >= ALIKE).any()):
            return False
        return bool(alike[-VOUCHERS] - likeness[~same].max(initial=-1.0) >= WIDE)


def _guesses(first: int, others: tuple[int, ...], read: int) -> tuple[int, ...]:
    """Faces that the die might show instead of the one that is read."""
    faces = dict.fromkeys((CLASSES[first].face, *others))
    return tuple(face for face in faces if face != CLASSES[read].face and face >= 0)


def direction(features: Floats) -> Floats:
    """The mean of a die's features over its turns, with length one."""
    mean = features.mean(axis=0)
    return floats(mean / max(1e-6, float(np.linalg.norm(mean))))


NOTHING_KNOWN = HomeDice(np.zeros((0, FEATURES), np.float32), np.zeros(0, np.intp), np.zeros(0, np.intp))


def learn_dice(known: Sequence[KnownDie], before: HomeDice = NOTHING_KNOWN) -> HomeDice:
    """What was known `before`, and these dice."""
    if not known:
        return before
    rows = [direction(f) for f in turned_features(load_network("classifier"), [die.crop for die in known])]
    return HomeDice(
        np.concatenate([before.features, np.stack(rows)]),
        np.append(before.reads, [die.read for die in known]),
        np.append(before.truths, [die.truth for die in known]),
    )
