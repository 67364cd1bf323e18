"""Chooses from where on a die might lean, or does, on rendered trays under a camera that is known by then.

In a third of the throws all dice lie flat, in the others all of them lean: each die is judged for itself, as a roll is
sure only if none of its dice might lean.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, radians
from multiprocessing import Pool

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate.profile import CameraProfile
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading, DieReading, Hints
from vision.render.scene import TrueDie
from vision.render.tray import RenderedTray, ThrownDice
from vision.roll.lean import LeanEvidence, LeanLimits, lean_evidence
from vision.roll.votes import SURE, twin, vote
from vision.roll.watcher import MOST_VOTES, VOTES
from vision.training.trays import well_set_up_tray

SEEDS = 700_000_000  # of the trays to choose on
LEARNED, TRIED, DICE = 3, 6, 6  # throws that teach the camera, throws that are judged, dice of each
# What may be chosen. Each of the three always counts: for each there was a rendered die that leaned, and sure without.
ERRORS, NEARERS = (1.0, 1.5, 2.0, 2.5, 3.0), (0.1, 0.2, 0.35, 0.7, 1.0)
UNCLEARS = tuple(radians(angle) for angle in (20.0, 40.0, 60.0))
CLEAR_OF = 0.85  # the level in shares of what the leaning die has that comes nearest to passing
ANGLES = tuple(radians(angle / 4) for angle in range(20, 64))  # from which a die may be told to lean
FOLDS = 5


@dataclass(frozen=True, slots=True)
class LeanSample:
    """One die. `clear`: its face is; if it is not, a roll with this die is not sure even if it lies flat."""

    tray: int
    leaning: bool
    clear: bool
    evidence: tuple[LeanEvidence, ...]  # by the first readings, and by all of them: both may decide


def lean_samples(trays: int, workers: int) -> list[LeanSample]:
    with Pool(workers) as pool:
        return [one for of_tray in pool.imap(_samples_of, range(SEEDS, SEEDS + trays)) for one in of_tray]


@lru_cache(maxsize=1)
def _reader() -> DiceReader:
    cv2.setNumThreads(1)
    return DiceReader()


def _samples_of(seed: int) -> list[LeanSample]:
    tray = well_set_up_tray((seed, 6))
    profile = CameraProfile("trial", (tray.view.width, tray.view.height))
    for _ in range(LEARNED):
        profile = profile.with_dice(vote(_readings(tray, tray.throw(DICE), profile, VOTES)).dice)
    if not profile.calibration.flatness_known:
        return []
    samples = []
    for number in range(TRIED):
        thrown = tray.throw(DICE, cocked=DICE if number % 3 else 0)
        readings = _readings(tray, thrown, profile, MOST_VOTES)
        samples += [one for truth in tray.truths(thrown) if (one := _sample(seed, truth, readings, profile))]
    return samples


def _readings(tray: RenderedTray, thrown: ThrownDice, profile: CameraProfile, number: int) -> list[DiceReading]:
    """As the watcher has a roll read once it has seen the tray empty."""
    known, size = profile.calibration, profile.image_size
    hints = [
        Hints(known.die_size, way, solid=True, level=lambda x, y: known.flatness.facing((x, y), size))
        for way in range(number)
    ]
    return [_reader().read(tray.image(thrown), hints=one) for one in hints]


def _sample(seed: int, truth: TrueDie, readings: list[DiceReading], profile: CameraProfile) -> LeanSample | None:
    """None if there is no die where this one lies: that is noticed otherwise."""
    evidence, clear = [], False
    for number in (VOTES, MOST_VOTES):
        die = _read_at(truth, vote(readings[:number]).dice)
        if die is None or die.facing is None:
            return None
        twins = [same for seen in readings[:number] if (same := twin(die, seen.dice)) is not None]
        evidence.append(lean_evidence(die, twins, profile.calibration.flatness, profile.image_size))
        plain = sum(same.doubt is None and same.face == die.face for same in twins)
        clear = clear or plain >= SURE * number
    return LeanSample(seed, truth.cocked, clear, tuple(evidence))


def _read_at(truth: TrueDie, dice: Sequence[DieReading]) -> DieReading | None:
    here = [die for die in dice if hypot(die.middle[0] - truth.x, die.middle[1] - truth.y) < 0.5 * truth.size]
    return here[0] if here else None


# -- choosing ----------------------------------------------------------------------------------------------------------


def choose_lean_limits(samples: Sequence[LeanSample]) -> LeanLimits:
    """Those with which most flat dice are level, while every leaning die stays clear of that.

    What is told to lean is what fewest dice are told wrongly by.
    """
    flat, leaning = (_numbers([s for s in samples if s.leaning is which and _counts(s)]) for which in (False, True))
    leans = min(ANGLES, key=lambda angle: (flat[:, -1, 0] > angle).mean() + (leaning[:, -1, 0] <= angle).mean())

    def tried(error: float, nearer: float, unclear: float) -> tuple[float, LeanLimits]:
        weights = np.array([1.0, error, nearer, unclear])
        level = CLEAR_OF * float((leaning @ weights).min())
        passed = float(((flat @ weights).min(axis=1) <= level).mean())
        return passed, LeanLimits(max(leans, level), level, error, nearer, unclear)

    every = [tried(*weights) for weights in itertools.product(ERRORS, NEARERS, UNCLEARS)]
    return max(every, key=lambda one: one[0])[1]


def lean_table(samples: Sequence[LeanSample]) -> str:
    """How dice of left-out trays fare by what the others teach."""
    passed = {True: [0, 0], False: [0, 0]}
    for fold in range(FOLDS):
        limits = choose_lean_limits([s for s in samples if s.tray % FOLDS != fold])
        for one in samples:
            if one.tray % FOLDS == fold and _counts(one):
                passed[one.leaning][0] += min(map(limits.furthest, one.evidence)) <= limits.level
                passed[one.leaning][1] += 1
    (lean, all_lean), (flat, all_flat) = passed[True], passed[False]
    return f"trays left out: of {all_flat} flat dice {flat} level, of {all_lean} leaning dice {lean}"


def _counts(sample: LeanSample) -> bool:
    return sample.leaning or sample.clear


def _numbers(samples: Sequence[LeanSample]) -> NDArray[np.float64]:
    rows = [[(e.lean, e.error, e.nearer, e.unclear) for e in one.evidence] for one in samples]
    return np.array(rows, np.float64).reshape(len(samples), 2, 4)
