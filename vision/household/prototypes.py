"""Adapting the reader to a household: dice that look like corrected ones are read as they were corrected.

The networks stay as they are, so nothing is forgotten; a correction speaks only for dice that look very much like it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats, floats
from vision.dice.classes import CLASSES
from vision.dice.classifier import turned_features
from vision.dice.join import Verdict
from vision.dice.network import load
from vision.household.corrections import CorrectionStore

ALIKE = 0.93  # likeness from which a correction speaks
VERY_ALIKE = 0.96  # the same against a face that the networks are certain of
WIDE = 0.02  # by how much it must be more alike than corrections to other faces
TWICE = 2  # corrections that it takes to contradict a certain face; one alone has it asked about


@dataclass(frozen=True, slots=True)
class Prototypes:
    """Features (n, f) of corrected dice, of length one, and their true classes."""

    features: Floats
    classes: tuple[int, ...]

    def adapt(self, verdict: Verdict, features: Floats, certain: bool) -> Verdict:
        """The verdict, changed to the corrected face if the die looks like a corrected one; that is never certain."""
        if not self.classes:
            return verdict
        likeness = self.features @ direction(features)
        number = self.classes[int(likeness.argmax())]
        own = [float(v) for v, c in zip(likeness, self.classes, strict=True) if c == number]
        rivals = [float(v) for v, c in zip(likeness, self.classes, strict=True) if c != number]
        needed = VERY_ALIKE if certain else ALIKE
        if max(own) < needed or (rivals and max(own) - max(rivals) < WIDE) or number == verdict.number:
            return verdict
        if certain and sum(v >= needed for v in own) < TWICE:
            return replace(verdict, worst_view=0.0, guesses=_guesses(number, verdict.guesses, verdict.number))
        return replace(
            verdict,
            number=number,
            chance=max(own) * 0.9,
            finder=0.0,
            classifier=0.0,
            worst_view=0.0,
            guesses=_guesses(verdict.number, verdict.guesses, number),
        )


def _guesses(first: int, others: tuple[int, ...], told: int) -> tuple[int, ...]:
    """Faces that it might show instead of the one that is told."""
    faces = dict.fromkeys((CLASSES[first].face, *others))
    return tuple(face for face in faces if face != CLASSES[told].face and face >= 0)


def direction(features: Floats) -> Floats:
    """The mean of a die's features over its turns, with length one."""
    mean = features.mean(axis=0)
    return floats(mean / max(1e-6, float(np.linalg.norm(mean))))


def learn(store: CorrectionStore) -> Prototypes:
    """The prototypes of all corrections kept; those whose crop is lost are left out."""
    pairs = [(store.crop(c), c.number) for c in store.all()]
    kept = [(crop, number) for crop, number in pairs if crop is not None]
    if not kept:
        return Prototypes(np.zeros((0, 1), np.float32), ())
    rows = [direction(f) for f in turned_features(load("classifier"), [crop for crop, _ in kept])]
    return Prototypes(np.stack(rows), tuple(number for _, number in kept))
