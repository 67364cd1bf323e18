"""`python -m vision.evaluation.home_trial`: does it help a kind of die the reader has trouble with, if players confirm
and correct 20 rolls of it? And does it harm other dice?

Each kind of die lies in a rendered tray of its own. Nothing is chosen by what learning does to it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from itertools import islice
from math import hypot
from multiprocessing import Pool

import cv2
import numpy as np

from vision.dice.crops import ImagePyramid, cut_die
from vision.dice.home import NOTHING_KNOWN, HomeDice, KnownDie, learn_dice
from vision.dice.network import class_of
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading, DieReading, Hints
from vision.images import Image
from vision.render.materials import sample_material, sample_odd_material
from vision.render.scene import TrueDie
from vision.render.tray import RenderedTray
from vision.training.trays import TRAY

TAUGHT, TRIED = 20, 20  # rolls that players look at and confirm or correct, and rolls after that
OTHERS = 10  # rolls of other dice, of the same reader
DICE = 4
SOME_TROUBLE = 0.3  # of so many rolls of a kind the reader is not sure: such kinds are tried


@dataclass(frozen=True, slots=True)
class SeenRoll:
    """One image of a roll, and the dice that lie there."""

    image: Image
    truth: tuple[TrueDie, ...]
    hints: Hints

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(sorted(die.face for die in self.truth))


@dataclass(slots=True)
class Compared:
    """Rolls before the reader was taught and after. `believed`: sure or likely, and right; `silent`: sure and wrong."""

    rolls: int = 0
    exact_before: int = 0
    exact_after: int = 0
    believed_before: int = 0
    believed_after: int = 0
    silent_before: int = 0
    silent_after: int = 0
    likely_wrong_after: int = 0

    def add(self, other: Compared) -> None:
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))


def rolls_of(seed: int, odd: bool = True) -> Iterator[SeenRoll]:
    """Rolls of one kind of die, without end: an odd one, or any other."""
    rng = np.random.default_rng((seed, 61))
    material = sample_odd_material(rng) if odd else sample_material(rng)
    tray = RenderedTray((seed, 62), replace(TRAY, odd=odd, ordinary=False))
    number = 0
    while True:
        thrown = tray.throw(DICE, material=material)
        truth = tuple(tray.truths(thrown))
        if len(truth) == DICE:
            size = float(np.median([die.size for die in truth]))
            yield SeenRoll(tray.image(thrown), truth, Hints(size, number % 8, solid=True))
            number += 1


def has_trouble(reader: DiceReader, rolls: list[SeenRoll]) -> bool:
    unsure = sum(not reader.read(roll.image, hints=roll.hints).sure for roll in rolls)
    return unsure >= SOME_TROUBLE * len(rolls)


def teach(reader: DiceReader, rolls: list[SeenRoll]) -> HomeDice:
    """What players tell of these rolls, as under a new camera, where they are asked about each."""
    home = NOTHING_KNOWN
    for roll in rolls:
        reader.home = home
        home = learn_dice(_told(roll, reader.read(roll.image, hints=roll.hints)), home)
    return home


def _told(roll: SeenRoll, reading: DiceReading) -> list[KnownDie]:
    """None of a roll with a die more or less: players tell faces in the order of the dice that were read."""
    pairs = [(die, true) for die in reading.dice if (true := _true(die, roll.truth)) is not None]
    if len(pairs) != len(roll.truth) or len(reading.dice) != len(pairs):
        return []
    pyramid = ImagePyramid(roll.image)
    return [
        KnownDie(cut_die(pyramid, *die.middle, die.size), class_of(die.kind, die.face), class_of("d6-pips", true.face))
        for die, true in pairs
    ]


def _true(die: DieReading, truth: tuple[TrueDie, ...]) -> TrueDie | None:
    x, y = die.middle
    near = (true for true in truth if hypot(true.x - x, true.y - y) < 0.4 * true.size)
    return next(near, None)


def try_home(reader: DiceReader, seed: int) -> tuple[Compared, Compared] | None:
    """Rolls of this kind, and of another; None for a kind of die that the reader has no trouble with."""
    source, other_source = rolls_of(seed), rolls_of(seed, odd=False)
    reader.home = None
    first = list(islice(source, TAUGHT))
    if not has_trouble(reader, first):
        return None
    home = teach(reader, first)
    return compare(reader, source, TRIED, home), compare(reader, other_source, OTHERS, home)


def compare(reader: DiceReader, source: Iterator[SeenRoll], number: int, home: HomeDice) -> Compared:
    counts = Compared()
    for _ in range(number):
        roll = next(source)
        reader.home = None
        before = reader.read(roll.image, hints=roll.hints)
        reader.home = home
        after = reader.read(roll.image, hints=roll.hints).without_home()
        right, still = before.faces == roll.faces, after.faces == roll.faces
        counts.add(
            Compared(
                1,
                right,
                still,
                before.sure and right,
                (after.sure or after.likely) and still,
                before.sure and not right,
                after.sure and not still,
                after.likely and not still,
            )
        )
    return counts


def _one_kind(seed: int) -> tuple[Compared, Compared] | None:
    cv2.setNumThreads(1)
    return try_home(DiceReader(), seed)


def run_home_trial() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.home_trial", description=__doc__)
    parser.add_argument("--kinds", type=int, default=20, help="kinds of dice that are looked at")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    kinds, own, others = 0, Compared(), Compared()
    with Pool(args.workers) as pool:
        for one in pool.imap(_one_kind, range(args.seed, args.seed + args.kinds)):
            if one is not None:
                kinds += 1
                own.add(one[0])
                others.add(one[1])
    sys.stdout.write(json.dumps({"kinds": kinds, "own": asdict(own), "others": asdict(others)}) + "\n")
    return 1 if own.silent_after > own.silent_before or others.silent_after > others.silent_before else 0


if __name__ == "__main__":
    sys.exit(run_home_trial())
