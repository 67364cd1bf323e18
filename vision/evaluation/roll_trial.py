"""`python -m vision.evaluation.roll_trial`: rendered rolls through the watcher, counted against the truth."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from multiprocessing import Pool

import cv2
import numpy as np

from vision.calibrate.profile import CameraProfile
from vision.cameras.base import Frame
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading
from vision.images import Image
from vision.render.tray import EMPTY, RenderedTray, ThrownDice
from vision.roll.watcher import ReadsDice, RollWatcher
from vision.training.trays import well_set_up_tray

PAUSE = 0.15  # seconds between frames
LONGER = 4  # every so many trays the dice are left lying, with a hand over them
BATCH = 50  # rolls that a worker counts at a time
MOST_SIXES = 8  # thrown at once
TENS = 0.03  # share of rolls of the box's one ten-sided die: the game uses it to count, seldom to roll
ROLLS = 12  # thrown into each tray: what the first ones teach about it serves the others


@dataclass(slots=True)
class RollCounts:
    rolls: int = 0
    exact: int = 0
    tens: int = 0  # rolls of ten-sided dice among them
    tens_exact: int = 0
    sure_right: int = 0
    likely_right: int = 0
    likely_wrong: int = 0  # a flat roll, told as likely with other faces
    known: int = 0  # rolls under a camera that has seen enough dice to tell a leaning one
    known_sure: int = 0
    known_likely: int = 0
    silent: int = 0  # sure, and wrong
    missed: int = 0  # never reported
    repeated: int = 0  # reported again although nothing was rolled
    cocked: int = 0
    cocked_seen: int = 0  # cocked rolls that were not sure
    cocked_likely: int = 0  # those of them that were likely
    hands: int = 0
    hands_seen: int = 0
    silent_seeds: list[int] = field(default_factory=list)
    wrong_seeds: list[int] = field(default_factory=list)

    def add(self, other: RollCounts) -> None:
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def try_rolls(reader: ReadsDice, first_seed: int, rolls: int) -> RollCounts:
    """Each seed is a tray of its own with several rolls; in some a hand comes between them and the dice stay long."""
    counts = RollCounts()
    seed = first_seed
    while counts.rolls < rolls:
        _one_tray(reader, seed, counts)
        seed += 1
    return counts


def _one_tray(reader: ReadsDice, seed: int, counts: RollCounts) -> None:
    rng = np.random.default_rng((seed, 77))
    tray = well_set_up_tray((seed, 5))
    watcher = RollWatcher(reader)
    profile = CameraProfile("trial", (tray.view.width, tray.view.height))
    clock = _Clock()
    _feed(watcher, clock, (tray.image(EMPTY) for _ in range(8)))
    thrown = EMPTY
    for _ in range(ROLLS):
        kind = "d10-numeral" if rng.random() < TENS else "d6-pips"
        number = 1 if kind == "d10-numeral" else int(rng.integers(1, MOST_SIXES + 1))
        before, thrown = thrown, tray.throw(number, cocked=int(rng.random() < 0.1), kind=kind)
        if _nothing_new(tray, before, thrown):
            continue
        rolls = _feed(watcher, clock, _rolling(tray, thrown), until_roll=True)
        _count(counts, seed, tray, thrown, rolls)
        if profile.calibration.flatness_known and not thrown.leaning:
            _count_known(counts, rolls)
        for roll in rolls:
            profile = profile.with_dice(roll.dice)
            watcher.learn(profile.calibration)
        if seed % LONGER:
            continue
        states, again = _states(watcher, clock, (tray.image(thrown, hand=True) for _ in range(3)))
        counts.hands += 1
        counts.hands_seen += "hand" in states and not again
        if not thrown.leaning:
            counts.repeated += len(_feed(watcher, clock, (tray.image(thrown) for _ in range(10))))


def _nothing_new(tray: RenderedTray, before: ThrownDice, thrown: ThrownDice) -> bool:
    """Whether every die lies where one with the same face lay: as if only some dice had been taken away."""
    old = tray.truths(before)
    return all(
        any(new.face == t.face and max(abs(new.x - t.x), abs(new.y - t.y)) < 0.35 * t.size for t in old)
        for new in tray.truths(thrown)
    )


def _rolling(tray: RenderedTray, thrown: ThrownDice) -> Iterator[Image]:
    for _ in range(2):
        yield tray.moving(thrown)
    for _ in range(13):
        yield tray.image(thrown)


def _count(counts: RollCounts, seed: int, tray: RenderedTray, thrown: ThrownDice, rolls: list[DiceReading]) -> None:
    if thrown.leaning:
        counts.cocked += 1
        counts.cocked_seen += not any(r.sure for r in rolls)
        counts.cocked_likely += any(r.likely for r in rolls)
        counts.silent += any(r.sure for r in rolls)
        if any(r.sure for r in rolls):
            counts.silent_seeds.append(seed)
        return
    truth = tuple(sorted(t.face for t in tray.truths(thrown)))
    counts.rolls += 1
    counts.missed += not rolls
    right = bool(rolls) and rolls[-1].faces == truth
    counts.exact += right
    ten = any(len(die.body.faces) == 10 for die in thrown.dice)
    counts.tens += ten
    counts.tens_exact += ten and right
    counts.sure_right += right and rolls[-1].sure
    counts.likely_right += right and rolls[-1].likely
    counts.likely_wrong += any(r.likely and r.faces != truth for r in rolls)
    if any(r.sure and r.faces != truth for r in rolls):
        counts.silent += 1
        counts.silent_seeds.append(seed)
    if not right:
        counts.wrong_seeds.append(seed)


def _count_known(counts: RollCounts, rolls: list[DiceReading]) -> None:
    counts.known += 1
    counts.known_sure += bool(rolls) and rolls[-1].sure
    counts.known_likely += bool(rolls) and rolls[-1].likely


class _Clock:
    def __init__(self) -> None:
        self.now, self.number = 0.0, 0

    def frame(self, image: Image) -> Frame:
        self.now += PAUSE
        self.number += 1
        return Frame(image, self.now, self.number)


def _feed(watcher: RollWatcher, clock: _Clock, images: Iterator[Image], until_roll: bool = False) -> list[DiceReading]:
    return _states(watcher, clock, images, until_roll)[1]


def _states(
    watcher: RollWatcher, clock: _Clock, images: Iterator[Image], until_roll: bool = False
) -> tuple[list[str], list[DiceReading]]:
    states: list[str] = []
    rolls: list[DiceReading] = []
    for image in images:
        watched = watcher.feed(clock.frame(image))
        states.append(watched.state)
        if watched.roll is not None:
            rolls.append(watched.roll)
            if until_roll:
                break
    return states, rolls


def _batch(job: tuple[int, int]) -> RollCounts:
    cv2.setNumThreads(1)
    return try_rolls(DiceReader(), *job)


def run_roll_trial() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.roll_trial", description=__doc__)
    parser.add_argument("--rolls", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    jobs = [(args.seed + done, min(BATCH, args.rolls - done)) for done in range(0, args.rolls, BATCH)]
    counts = RollCounts()
    with Pool(args.workers) as pool:
        for part in pool.imap(_batch, jobs):
            counts.add(part)
            sys.stderr.write(json.dumps(counts.to_json()) + "\n")  # so far: it may be stopped at any time
    sys.stdout.write(json.dumps(counts.to_json()) + "\n")
    return 1 if counts.silent else 0


if __name__ == "__main__":
    sys.exit(run_roll_trial())
