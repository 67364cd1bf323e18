"""`python -m vision.roll.trial`: thousands of rendered rolls through the watcher, counted against the truth."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import count
from multiprocessing import Pool

import cv2
import numpy as np

from vision.arrays import Image
from vision.calibrate.profile import Profile
from vision.calibrate.quality import dice_problem, measure
from vision.cameras.base import Frame
from vision.dice.reader import DiceReader
from vision.reading import Reading
from vision.render.looks import CLASSIC
from vision.render.stage import EMPTY, TRAY_WISH, Stage, Throw
from vision.roll.watcher import Reader, RollWatcher

PAUSE = 0.15  # seconds between frames
LONGER = 4  # every so many trays the dice are left lying, with a hand over them
BATCH = 50  # rolls that a worker counts at a time
# Dice as large as calibration wants them in the frames of a tray camera, in pictures that are cheaper to draw; a camera
# that hangs over the tray as straight as people hang things, and sees all of it.
TRAY = replace(TRAY_WISH, die_size=(36, 64), tilt=4.0, margin=0.13)
GLARING = replace(CLASSIC, base=(0.95, 0.95, 0.95), gloss=1.2, shine=12.0)  # what a camera is set up with
MOST_SIXES = 8  # thrown at once
TENS = 0.03  # share of rolls of the box's one ten-sided die: the game uses it to count, seldom to roll
ROLLS = 12  # thrown into each tray: what the first ones teach about it serves the others


@dataclass(slots=True)
class Tally:
    rolls: int = 0
    exact: int = 0
    tens: int = 0  # rolls of ten-sided dice among them
    tens_exact: int = 0
    sure_right: int = 0
    silent: int = 0  # told as sure, and wrong
    missed: int = 0  # never told
    repeated: int = 0  # told again although nothing was rolled
    cocked: int = 0
    cocked_seen: int = 0  # cocked rolls that were not told as sure
    hands: int = 0
    hands_seen: int = 0
    silent_seeds: list[int] = field(default_factory=list)
    wrong_seeds: list[int] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def trial(reader: Reader, first_seed: int, rolls: int) -> Tally:
    """Each seed is a tray of its own with several rolls; in some a hand comes between them and the dice stay long."""
    tally = Tally()
    seed = first_seed
    while tally.rolls < rolls:
        _one_tray(reader, seed, tally)
        seed += 1
    return tally


def _one_tray(reader: Reader, seed: int, tally: Tally) -> None:
    rng = np.random.default_rng((seed, 77))
    stage = _set_up(seed)
    watcher = RollWatcher(reader)
    profile = Profile("trial", (stage.view.width, stage.view.height))
    clock = _Clock()
    _show(watcher, clock, (stage.picture(EMPTY) for _ in range(8)))
    thrown = EMPTY
    for _ in range(ROLLS):
        kind = "d10-numeral" if rng.random() < TENS else "d6-pips"
        number = 1 if kind == "d10-numeral" else int(rng.integers(1, MOST_SIXES + 1))
        before, thrown = thrown, stage.throw(number, cocked=bool(rng.random() < 0.1), kind=kind)
        if _nothing_new(stage, before, thrown):
            continue
        told = _show(watcher, clock, _rolling(stage, thrown), until_told=True)
        _count(tally, seed, stage, thrown, told)
        for roll in told:
            profile = profile.with_dice(roll.dice)
            watcher.learn(profile.tray)
        if seed % LONGER:
            continue
        states, again = _states(watcher, clock, (stage.picture(thrown, hand=True) for _ in range(3)))
        tally.hands += 1
        tally.hands_seen += "hand" in states and not again
        if not thrown.leaning:
            tally.repeated += len(_show(watcher, clock, (stage.picture(thrown) for _ in range(10))))


def _set_up(seed: int) -> Stage:
    """A camera and a lamp that calibration has nothing against, as a player would set them up."""
    stages = (Stage((seed, 5, attempt), TRAY) for attempt in count())
    return next(stage for stage in stages if _well_set_up(stage))


def _well_set_up(stage: Stage) -> bool:
    white = stage.throw(5, look=GLARING)
    picture = stage.picture(white)
    spots = [(t.x, t.y, t.size) for t in stage.truths(white)]
    return not measure(picture).problems() and not dice_problem(picture, spots)


def _nothing_new(stage: Stage, before: Throw, thrown: Throw) -> bool:
    """Whether every die lies where one with the same face lay: as if only some dice had been taken away."""
    old = stage.truths(before)
    return all(
        any(new.face == t.face and max(abs(new.x - t.x), abs(new.y - t.y)) < 0.35 * t.size for t in old)
        for new in stage.truths(thrown)
    )


def _rolling(stage: Stage, thrown: Throw) -> Iterator[Image]:
    for _ in range(2):
        yield stage.moving(thrown)
    for _ in range(13):
        yield stage.picture(thrown)


def _count(tally: Tally, seed: int, stage: Stage, thrown: Throw, told: list[Reading]) -> None:
    if thrown.leaning:
        tally.cocked += 1
        tally.cocked_seen += not any(r.sure for r in told)
        tally.silent += any(r.sure for r in told)
        if any(r.sure for r in told):
            tally.silent_seeds.append(seed)
        return
    truth = tuple(sorted(t.face for t in stage.truths(thrown)))
    tally.rolls += 1
    tally.missed += not told
    right = bool(told) and told[-1].faces == truth
    tally.exact += right
    ten = any(len(die.body.faces) == 10 for die in thrown.dice)
    tally.tens += ten
    tally.tens_exact += ten and right
    tally.sure_right += right and told[-1].sure
    if any(r.sure and r.faces != truth for r in told):
        tally.silent += 1
        tally.silent_seeds.append(seed)
    if not right:
        tally.wrong_seeds.append(seed)


class _Clock:
    def __init__(self) -> None:
        self.now, self.number = 0.0, 0

    def frame(self, image: Image) -> Frame:
        self.now += PAUSE
        self.number += 1
        return Frame(image, self.now, self.number, "trial")


def _show(watcher: RollWatcher, clock: _Clock, images: Iterator[Image], until_told: bool = False) -> list[Reading]:
    return _states(watcher, clock, images, until_told)[1]


def _states(
    watcher: RollWatcher, clock: _Clock, images: Iterator[Image], until_told: bool = False
) -> tuple[list[str], list[Reading]]:
    states: list[str] = []
    rolls: list[Reading] = []
    for image in images:
        glance = watcher.feed(clock.frame(image))
        states.append(glance.state)
        if glance.roll is not None:
            rolls.append(glance.roll)
            if until_told:
                break
    return states, rolls


def _batch(job: tuple[int, int]) -> Tally:
    cv2.setNumThreads(1)
    return trial(DiceReader(), *job)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.roll.trial", description=__doc__)
    parser.add_argument("--rolls", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    jobs = [(args.seed + done, min(BATCH, args.rolls - done)) for done in range(0, args.rolls, BATCH)]
    tally = Tally()
    with Pool(args.workers) as pool:
        for part in pool.imap(_batch, jobs):
            tally.add(part)
            sys.stderr.write(json.dumps(tally.as_json()) + "\n")  # so far: it may be stopped at any time
    sys.stdout.write(json.dumps(tally.as_json()) + "\n")
    return 1 if tally.silent else 0


if __name__ == "__main__":
    sys.exit(main())
