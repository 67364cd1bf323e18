"""The witness: a second reader of whole images, brought up otherwise than the finder and the classifier.

One network finds dice and reads their faces in one look. It began with weights that had seen a million photographs and
learned mostly from photos of dice; the finder and the classifier learned mostly from renderings. What both read alike
is hardly ever wrong, and a die that one of them overlooked the other one mostly saw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from vision.dice.crops import ImagePyramid
from vision.dice.finder import Candidate, find_at_level, merge_candidates
from vision.dice.network import Network
from vision.images import Image

FACES = (1, 2, 3, 4, 5, 6)  # of dice with pips, in the order of the network's classes
OTHER = len(FACES)  # the class of dice without pips: the witness cannot read them
WITNESS_SIZES = (11.0, 260.0)  # dice that it knows, in pixels of its input
LOOKS = (640, 256)  # long sides of the image that it looks at; the small one, for large dice, costs little
FAINTEST = 0.03  # heat under which nothing is told
SAME_PLACE = 0.5  # its die and the reader's are one if their middles are so near, in sizes of the larger
ODD = 0.5  # beside dice that both see, what is so much smaller or larger is none
WITHIN = 0.55  # what lies so near to the middle of a die that both see belongs to it: a pip, a side face


@dataclass(frozen=True, slots=True)
class Testimony:
    """What the witness says about the dice that were read.

    `agreed`: for each of these dice, the chance that it lies there and shows that face. `rivals`: the chance of the
    likeliest other face. `others`: how hot the places are where the reader saw none, hottest first.
    """

    agreed: tuple[float, ...]
    rivals: tuple[float, ...]
    others: tuple[float, ...]


def look(network: Network, image: Image) -> list[Candidate]:
    """What the witness takes for dice; `classes` are its own."""
    pyramid = ImagePyramid(image)
    return merge_candidates([one for level in LOOKS for one in find_at_level(network, pyramid, level, FAINTEST)])


def compare_with(seen: Sequence[Candidate], dice: Sequence[tuple[Candidate, int | None]]) -> Testimony:
    """Compares what the witness saw with the dice that were read, each with its pips or None if it bears none."""
    agreed, rivals, matched = [], [], []
    free = list(seen)
    for die, face in dice:
        here = [one for one in free if _same_place(one, die)]
        best = max(here, key=lambda one: one.score, default=None)
        if best is None:
            agreed.append(0.0)
            rivals.append(1.0)  # that nothing lies there
            continue
        free.remove(best)
        matched.append(die)
        number = OTHER if face is None else FACES.index(face)
        agreed.append(best.score * float(best.classes[number]))
        rivals.append(float(np.delete(best.classes, number).max()))
    usual = float(np.median([die.size for die, _ in dice])) if dice else None
    others = (
        one.score
        for one in free
        if not any(_away(one, die) < WITHIN * die.size for die in matched)
        and (usual is None or ODD < one.size / usual < 1 / ODD or not matched)
    )
    return Testimony(tuple(agreed), tuple(rivals), tuple(sorted(others, reverse=True)))


def _same_place(one: Candidate, other: Candidate) -> bool:
    near = _away(one, other) < SAME_PLACE * max(one.size, other.size)
    return near and 0.4 < one.size / other.size < 2.5


def _away(one: Candidate, other: Candidate) -> float:
    return hypot(one.x - other.x, one.y - other.y)
