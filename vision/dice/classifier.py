"""Second and third stage: each candidate alone, in a crop of its own.

The classifier says which face a candidate shows, where exactly it lies and where its top points. Numerals are then read
once more by a network of their own, in a closer crop.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp

import numpy as np
from numpy.typing import NDArray

from vision.dice.crops import CROP, MARGIN, ImagePyramid, cut_die, cut_square, cut_stretched
from vision.dice.finder import Candidate
from vision.dice.network import CLASSES, NONE, Network
from vision.facing import Facing
from vision.images import Floats, Image, floats, softmax

# Besides the class the classifier gives an aim of six numbers: how far to the right and down of the crop's middle the
# die lies, in sizes; how much larger it is than the crop assumes, as a logarithm; where its top face points, right and
# down; and how far that may be off, as a logarithm.
AIM = 6
TURNS = 4
# A face that reads differently when its crop is turned, or cut closer or wider, is not to be trusted. Each variant is
# (size, quarter turns). In a lone image a doubtful candidate is read in all variants; of several images of one roll
# each is read in one.
VARIANTS = ((1.0, 0), (1.0, 1), (1.0, 2), (1.0, 3), (0.9, 0), (1.12, 1), (0.9, 2), (1.12, 3))
HOPELESS = 0.9  # what is so surely no top face is not classified again
PLAIN, SECONDED = 0.9, 0.8  # nor is a face of which classifier and finder are so sure
DIGITS = 10
NO_DIGIT = DIGITS  # the class of whatever is no numeral on top of a die
SPANS = {"d6-numeral": 1.0, "d10-numeral": 0.75}  # side of a crop, in sizes of the die
WORTH = 0.2  # from this chance of a numeral on, a candidate is read by the numerals network
# How much the classifier counts beside the numerals network, as powers: for the kind of die, whose shape it knows well,
# more; for the digit less.
KIND_WEIGHT, DIGIT_WEIGHT = 2.0, 0.4
SOME = 0.01  # chance that is left to a digit the classifier rules out

SQUEEZED = (0.16, 0.25, 0.4, 0.65)  # heights of a top face as low cameras see it, in widths
EDGE = 0.83  # of a die, in sizes of its candidate

_PIPS = np.array([number for number, known in enumerate(CLASSES) if known.kind == "d6-pips"])
_SIXES, _TENS = (np.array([number for number, known in enumerate(CLASSES) if known.kind == kind]) for kind in SPANS)
_BOTH = np.concatenate([_SIXES, _TENS])
_DIGIT = np.array([CLASSES[number].face for number in _BOTH])
# Before anything is read, all faces of a die are equally likely: with fewer faces each has a larger chance.
_EACH = np.concatenate([np.full(len(kind), 1 / len(kind)) for kind in (_SIXES, _TENS)])


@dataclass(frozen=True, slots=True, eq=False)
class ClassifiedCandidate:
    """What the classifier says about a candidate; the candidate lies where the classifier puts it, not the finder."""

    candidate: Candidate
    views: Floats  # chances (variants, classes)
    features: Floats  # (variants, f)
    facing: Facing
    facing_error: float  # how far that may be off


def classify_candidates(
    network: Network, image: Image, candidates: list[Candidate], variant: int | None = None
) -> list[ClassifiedCandidate]:
    """In one `variant` where this is one of several images of the same dice; in all of them in a lone image."""
    if not candidates:
        return []
    pyramid = ImagePyramid(image)
    variants = VARIANTS if variant is None else (VARIANTS[variant % len(VARIANTS)],)
    found = _classify(network, pyramid, candidates, variants[:1])
    chances = floats([one.views[0] for one in found])
    again = _doubtful(chances, floats([c.classes for c in candidates]))
    better = _classify(network, pyramid, [found[k].candidate for k in again], variants)
    for k, one in zip(again, better, strict=True):
        found[k] = replace(one, candidate=found[k].candidate)
    return found


def faces_above(network: Network, image: Image, candidates: list[Candidate]) -> Floats:
    """For each candidate, how much the strip above it looks like the top face of a die that is seen from low.

    A low camera sees front faces best, and they look like top faces. What gives them away is the true top face above
    them, squeezed by the slant: each strip is stretched as it would be if the camera were low, and classified.
    """
    if not candidates:
        return np.zeros(0, np.float32)
    pyramid = ImagePyramid(image)
    strips = np.stack([_strip_above(pyramid, candidate, share) for candidate in candidates for share in SQUEEZED])
    chances = softmax(network.run(strips)[0])[:, _PIPS].max(axis=1)
    return floats(chances.reshape(len(candidates), len(SQUEEZED)).max(axis=1))


def _strip_above(pyramid: ImagePyramid, die: Candidate, share: float) -> Image:
    edge = EDGE * die.size
    return cut_stretched(pyramid, (die.x, die.y - edge * (1 + share) / 2), MARGIN * die.size, share)


def turned_features(network: Network, crops: list[Image]) -> Floats:
    """Features (crops, turns, f) of crops that were kept, each turned four ways."""
    turned = np.stack([np.rot90(crop, turn) for crop in crops for turn in range(TURNS)])
    return network.run(turned)[2].reshape(len(crops), TURNS, -1)


def _aimed(candidate: Candidate, aim: Floats, share: float) -> Candidate:
    """Where the die lies by a crop that was cut as if it were this `share` as large."""
    supposed = share * candidate.size
    size = supposed * float(np.exp(np.clip(aim[2], -0.6, 0.6)))
    across, down = (float(np.clip(v, -0.5, 0.5)) * supposed for v in aim[:2])
    return replace(candidate, x=candidate.x + across, y=candidate.y + down, size=size)


def _doubtful(chances: Floats, finder: Floats) -> NDArray[np.intp]:
    plain = ((chances >= PLAIN) & (finder >= SECONDED)).any(axis=1)
    return np.nonzero((chances[:, NONE] < HOPELESS) & ~plain)[0]


def _classify(
    network: Network, pyramid: ImagePyramid, candidates: list[Candidate], variants: tuple[tuple[float, int], ...]
) -> list[ClassifiedCandidate]:
    if not candidates:
        return []
    crops = np.stack([_crop(pyramid, candidate, *variant) for candidate in candidates for variant in variants])
    scores, aims, features = (out.reshape(len(candidates), len(variants), -1) for out in network.run(crops))
    views = softmax(scores)
    turns = np.array([turns for _, turns in variants])
    found = []
    for k, candidate in enumerate(candidates):
        upright = _upright(aims[k], turns)
        right, down, facing_error = (float(v) for v in np.median(upright[:, 3:], axis=0))
        aimed = _aimed(candidate, upright[0], variants[0][0])
        found.append(ClassifiedCandidate(aimed, views[k], features[k], (right, down), exp(facing_error)))
    return found


def _crop(pyramid: ImagePyramid, candidate: Candidate, size: float, turns: int) -> Image:
    return np.rot90(cut_die(pyramid, candidate.x, candidate.y, candidate.size * size), turns)


def _upright(aims: Floats, turns: NDArray[np.int_]) -> Floats:
    """The aims (n, AIM) of turned crops, turned back into the directions of the image."""
    turned = aims.copy()
    for across, down in ((0, 1), (3, 4)):
        for quarters in range(1, TURNS):
            here = turns >= quarters
            turned[here, across], turned[here, down] = -turned[here, down], turned[here, across].copy()
    return turned


def read_numerals(
    network: Network, image: Image, found: list[ClassifiedCandidate], variant: int | None = None
) -> list[ClassifiedCandidate]:
    """The same candidates; the digits of those with numerals now come from the numerals network.

    In the crops of the other networks a numeral is a dozen pixels tall or less: they know the kind of die, hardly more.
    """
    worth = [k for k, one in enumerate(found) if one.views.mean(axis=0)[_BOTH].sum() > WORTH]
    if not worth:
        return found
    variants = VARIANTS if variant is None else (VARIANTS[variant % len(VARIANTS)],)
    pyramid = ImagePyramid(image)
    crops = [_close_crop(pyramid, found[k], *one) for k in worth for one in variants]
    chances = softmax(network.run(np.stack(crops))[0]).reshape(len(worth), len(variants), -1)
    read = list(found)
    for k, digits in zip(worth, chances, strict=True):
        read[k] = _with_digits(found[k], digits)
    return read


def _close_crop(pyramid: ImagePyramid, one: ClassifiedCandidate, size: float, turns: int) -> Image:
    mean, at = one.views.mean(axis=0), one.candidate
    kind = "d6-numeral" if mean[_SIXES].sum() > mean[_TENS].sum() else "d10-numeral"
    return np.rot90(cut_square(pyramid, at.x, at.y, SPANS[kind] * size * at.size, CROP), turns)


def _with_digits(one: ClassifiedCandidate, chances: Floats) -> ClassifiedCandidate:
    """`chances`: (variants, digits and none). The finder knows only that there is a numeral: it agrees with any."""
    mean = one.views.mean(axis=0)
    views = floats([_shared_out(mean, digits) for digits in chances])
    agreed = views.mean(axis=0)[_BOTH]
    classes = one.candidate.classes.copy()
    classes[_BOTH] = classes[_BOTH].sum() * agreed / agreed.sum()
    return replace(one, views=views, candidate=replace(one.candidate, classes=classes))


def _shared_out(chances: Floats, read: Floats) -> Floats:
    """The chance that a die bears any numeral, shared out among the numerals by what the numerals network `read`."""
    kinds = np.concatenate([np.full(len(kind), chances[kind].sum()) for kind in (_SIXES, _TENS)])
    digits = np.bincount(_DIGIT, chances[_BOTH], DIGITS) / chances[_BOTH].sum() + SOME
    parts = kinds**KIND_WEIGHT * _EACH * digits[_DIGIT] ** DIGIT_WEIGHT * read[_DIGIT]
    whole = chances[_BOTH].sum()
    shared = chances.copy()
    shared[_BOTH] = whole * (1 - read[NO_DIGIT]) * parts / parts.sum()
    shared[NONE] += whole * read[NO_DIGIT]
    return floats(shared)
