"""Third stage, for numerals alone: read from near, in a crop that holds little more than the numeral itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.arrays import Floats, Image, floats
from vision.dice.classes import CLASSES, NONE
from vision.dice.classifier import WAYS, Look
from vision.dice.crop import CROP, cut_square
from vision.dice.network import Network, softmax
from vision.dice.sizes import Sizes

DIGITS = 10
NO_DIGIT = DIGITS  # the class of whatever is no numeral on top of a die
SPANS = {"d6-numeral": 1.0, "d10-numeral": 0.75}  # side of a crop, in sizes of the die
WORTH = 0.2  # chance that a candidate bears a numeral from which on it is looked at
# How much the classifier's word counts, as powers: of the kind of die, whose shape it sees well, more than the
# numeral's own look; of the numeral less.
KIND_SAY, DIGIT_SAY = 2.0, 0.4
SOME = 0.01  # chance that is left to a digit of which it does not think at all

_SIXES, _TENS = (np.array([number for number, known in enumerate(CLASSES) if known.kind == kind]) for kind in SPANS)
_BOTH = np.concatenate([_SIXES, _TENS])
_DIGIT = np.array([CLASSES[number].face for number in _BOTH])
# Before anything was read all faces of a die are alike likely: a kind with fewer faces has more for each.
_EACH = np.concatenate([np.full(len(kind), 1 / len(kind)) for kind in (_SIXES, _TENS)])


def read_numerals(network: Network, image: Image, looks: list[Look], way: int | None = None) -> list[Look]:
    """The looks, with those at numerals told by the network that sees them best.

    The others see it a dozen pixels tall or less: what they say of the kind of die counts, and little else.
    """
    worth = [k for k, look in enumerate(looks) if look.views.mean(axis=0)[_BOTH].sum() > WORTH]
    if not worth:
        return looks
    ways = WAYS if way is None else (WAYS[way % len(WAYS)],)
    sizes = Sizes(image)
    crops = [_from_near(sizes, looks[k], *one) for k in worth for one in ways]
    chances = softmax(network.run(np.stack(crops))[0]).reshape(len(worth), len(ways), -1)
    told = list(looks)
    for k, seen in zip(worth, chances, strict=True):
        told[k] = _told(looks[k], seen)
    return told


def _from_near(sizes: Sizes, look: Look, size: float, turns: int) -> Image:
    mean, at = look.views.mean(axis=0), look.candidate
    kind = "d6-numeral" if mean[_SIXES].sum() > mean[_TENS].sum() else "d10-numeral"
    return np.rot90(cut_square(sizes, at.x, at.y, SPANS[kind] * size * at.size, CROP), turns)


def _told(look: Look, seen: Floats) -> Look:
    """`seen`: chances (views, digits and none). The finder only knows that there is a numeral: it agrees with any."""
    mean = look.views.mean(axis=0)
    views = floats([_shared_out(mean, one) for one in seen])
    agreed = views.mean(axis=0)[_BOTH]
    classes = look.candidate.classes.copy()
    classes[_BOTH] = classes[_BOTH].sum() * agreed / agreed.sum()
    return replace(look, views=views, candidate=replace(look.candidate, classes=classes))


def _shared_out(chances: Floats, seen: Floats) -> Floats:
    """The chances that a die bears any numeral, shared out among the numerals as they were seen from near."""
    kinds = np.concatenate([np.full(len(kind), chances[kind].sum()) for kind in (_SIXES, _TENS)])
    digits = np.bincount(_DIGIT, chances[_BOTH], DIGITS) / chances[_BOTH].sum() + SOME
    parts = kinds**KIND_SAY * _EACH * digits[_DIGIT] ** DIGIT_SAY * seen[_DIGIT]
    whole = chances[_BOTH].sum()
    shared = chances.copy()
    shared[_BOTH] = whole * (1 - seen[NO_DIGIT]) * parts / parts.sum()
    shared[NONE] += whole * seen[NO_DIGIT]
    return floats(shared)
