"""Learning from corrections: dice that look like corrected ones are read as they were corrected.

The networks stay as they are, so nothing is forgotten; a correction counts only for dice that look very much like it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.dice.classifier import turned_features
from vision.dice.network import CLASSES, load_network
from vision.dice.scoring import ScoredCandidate
from vision.images import Floats, Image, floats

ALIKE = 0.93  # likeness from which a correction counts
VERY_ALIKE = 0.96  # the same where the networks are certain of another face
WIDE = 0.02  # by how much it must be more alike than corrections to other faces
TWICE = 2  # corrections needed to contradict a certain face; after one the players are asked


@dataclass(frozen=True, slots=True)
class Prototypes:
    """Features (n, f) of corrected dice, of length one, and their true classes."""

    features: Floats
    classes: tuple[int, ...]

    def adapt(self, scored: ScoredCandidate, features: Floats, certain: bool) -> ScoredCandidate:
        """The candidate, with the corrected face if the die looks like a corrected one. That is never certain."""
        if not self.classes:
            return scored
        likeness = self.features @ direction(features)
        number = self.classes[int(likeness.argmax())]
        own = [float(v) for v, c in zip(likeness, self.classes, strict=True) if c == number]
        rivals = [float(v) for v, c in zip(likeness, self.classes, strict=True) if c != number]
        needed = VERY_ALIKE if certain else ALIKE
        if max(own) < needed or (rivals and max(own) - max(rivals) < WIDE) or number == scored.number:
            return scored
        if certain and sum(v >= needed for v in own) < TWICE:
            return replace(scored, worst_view=0.0, guesses=_guesses(number, scored.guesses, scored.number))
        return replace(
            scored,
            number=number,
            chance=max(own) * 0.9,
            finder=0.0,
            classifier=0.0,
            worst_view=0.0,
            guesses=_guesses(scored.number, scored.guesses, number),
        )


def _guesses(first: int, others: tuple[int, ...], read: int) -> tuple[int, ...]:
    """Faces that the die might show instead of the one that is read."""
    faces = dict.fromkeys((CLASSES[first].face, *others))
    return tuple(face for face in faces if face != CLASSES[read].face and face >= 0)


def direction(features: Floats) -> Floats:
    """The mean of a die's features over its turns, with length one."""
    mean = features.mean(axis=0)
    return floats(mean / max(1e-6, float(np.linalg.norm(mean))))


def learn_prototypes(examples: Sequence[tuple[Image, int]]) -> Prototypes:
    """From crops of corrected dice, each with the class of its true face."""
    if not examples:
        return Prototypes(np.zeros((0, 1), np.float32), ())
    rows = [direction(f) for f in turned_features(load_network("classifier"), [crop for crop, _ in examples])]
    return Prototypes(np.stack(rows), tuple(number for _, number in examples))
