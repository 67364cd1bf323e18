"""How far a die leans by all readings of a roll, how much further it may, and from where on players are asked.

The limits come from rendered trays with dice that lie flat and dice that lean (`vision.training.lean_limits`), in
angles (radians).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from statistics import fmean

from vision.dice.network import WEIGHTS
from vision.dice.reading import DieReading
from vision.roll.tray import Flatness, ImageSize, face_samples

LEAN = WEIGHTS / "lean.json"


@dataclass(frozen=True, slots=True)
class LeanEvidence:
    """What is known of one die, by all readings of it."""

    lean: float  # by where its top face points in the middle of all readings: each is cut out in another way
    error: float  # how far off that may be, as the classifier thinks
    nearer: float  # by how much more it points to the camera than a flat die would: a die that does hides its sides
    unclear: float  # chance that it shows another face: pips of two faces of a leaning die may look like one face


@dataclass(frozen=True, slots=True)
class LeanLimits:
    leans: float  # a die that leans further than this leans
    level: float  # a die that may lean further than this might
    error: float  # the classifier's error may be so many times what it thinks
    nearer: float  # the lean may be larger by this share of the angle
    unclear: float  # how much further a die may lean, per chance that its face is another

    def furthest(self, die: LeanEvidence) -> float:
        """How far a die may lean at most."""
        return die.lean + self.error * die.error + self.nearer * die.nearer + self.unclear * die.unclear


def lean_evidence(die: DieReading, twins: Sequence[DieReading], flatness: Flatness, size: ImageSize) -> LeanEvidence:
    """`die`: as the readings have it together; `twins`: as each of them has it."""
    (sample,) = face_samples([die], size)
    return LeanEvidence(
        flatness.lean(sample),
        fmean(same.facing_error for same in twins),
        flatness.nearer_to_camera(die, size),
        1 - die.confidence,
    )


@lru_cache(maxsize=1)
def load_lean_limits() -> LeanLimits:
    stored = json.loads(LEAN.read_text(encoding="utf-8"))
    return LeanLimits(**{part.name: float(stored[part.name]) for part in fields(LeanLimits)})
