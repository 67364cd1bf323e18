"""Second stage: each candidate alone, cut out of the full picture; doubtful ones again, where they were seen to lie."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, floats
from vision.dice.classes import NONE
from vision.dice.crop import cut
from vision.dice.finder import Candidate
from vision.dice.network import Network, softmax
from vision.dice.sizes import Sizes
from vision.facing import Facing

# What the classifier tells besides the class: how far to the right and down of the crop's middle the die lies, in
# sizes; the logarithm of how much larger it is than the crop supposes; where its top face points, right and down; and
# the logarithm of how far that may be off.
AIM = 6
TURNS = 4
# A face that is read otherwise when it is turned, or cut closer or wider, is not to be trusted: (size, quarter turns).
# A lone picture is looked at in all these ways where it is doubtful; of the pictures of one roll each in one of them.
WAYS = ((1.0, 0), (1.0, 1), (1.0, 2), (1.0, 3), (0.9, 0), (1.12, 1), (0.9, 2), (1.12, 3))
HOPELESS = 0.9  # what is so surely no top face at first sight need not be looked at again
PLAIN, SECONDED = 0.9, 0.8  # nor need a face of which classifier and finder are so sure


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What the classifier saw of one candidate, which lies where the classifier says rather than the finder."""

    candidate: Candidate
    views: Floats  # chances (views, classes)
    features: Floats  # (views, f)
    facing: Facing
    vague: float  # how far that may be off


def classify(network: Network, image: Image, candidates: list[Candidate], way: int | None = None) -> list[Look]:
    """`way`: one of several pictures of the same dice, the one that is looked at in this way; None for a lone one."""
    if not candidates:
        return []
    sizes = Sizes(image)
    ways = WAYS if way is None else (WAYS[way % len(WAYS)],)
    looks = _look(network, sizes, candidates, ways[:1])
    chances = floats([look.views[0] for look in looks])
    again = _worth_another_look(chances, floats([c.classes for c in candidates]))
    better = _look(network, sizes, [looks[k].candidate for k in again], ways)
    for k, look in zip(again, better, strict=True):
        looks[k] = replace(look, candidate=looks[k].candidate)
    return looks


def turned_features(network: Network, crops: list[Image]) -> Floats:
    """Features (crops, turns, f) of crops that were kept."""
    turned = np.stack([np.rot90(crop, turn) for crop in crops for turn in range(TURNS)])
    return network.run(turned)[2].reshape(len(crops), TURNS, -1)


def _aimed(candidate: Candidate, aim: Floats) -> Candidate:
    size = candidate.size * float(np.exp(np.clip(aim[2], -0.6, 0.6)))
    across, down = (float(np.clip(v, -0.5, 0.5)) * candidate.size for v in aim[:2])
    return replace(candidate, x=candidate.x + across, y=candidate.y + down, size=size)


def _worth_another_look(chances: Floats, finder: Floats) -> NDArray[np.intp]:
    plain = ((chances >= PLAIN) & (finder >= SECONDED)).any(axis=1)
    return np.nonzero((chances[:, NONE] < HOPELESS) & ~plain)[0]


def _look(
    network: Network, sizes: Sizes, candidates: list[Candidate], ways: tuple[tuple[float, int], ...]
) -> list[Look]:
    if not candidates:
        return []
    crops = np.stack([_view(sizes, candidate, *way) for candidate in candidates for way in ways])
    scores, aims, features = (out.reshape(len(candidates), len(ways), -1) for out in network.run(crops))
    views = softmax(scores)
    turns = np.array([turns for _, turns in ways])
    looks = []
    for k, candidate in enumerate(candidates):
        upright = _upright(aims[k], turns)
        right, down, vague = (float(v) for v in np.median(upright[:, 3:], axis=0))
        looks.append(Look(_aimed(candidate, upright[0]), views[k], features[k], (right, down), exp(vague)))
    return looks


def _view(sizes: Sizes, candidate: Candidate, size: float, turns: int) -> Image:
    return np.rot90(cut(sizes, candidate.x, candidate.y, candidate.size * size), turns)


def _upright(aims: Floats, turns: NDArray[np.int_]) -> Floats:
    """Aims (n, AIM) of crops that were turned by so many quarters, in the directions of the picture."""
    turned = aims.copy()
    for across, down in ((0, 1), (3, 4)):
        for quarters in range(1, TURNS):
            here = turns >= quarters
            turned[here, across], turned[here, down] = -turned[here, down], turned[here, across].copy()
    return turned
