"""Second stage: each candidate alone, cut out of the full picture; doubtful ones turned and at several sizes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, floats
from vision.dice.classes import NONE
from vision.dice.crop import cut
from vision.dice.finder import Candidate
from vision.dice.network import Network, softmax
from vision.facing import Facing

# What the classifier tells besides the class: how far to the right and down of the crop's middle the die lies, in
# sizes; the logarithm of how much larger it is than the crop supposes; where its top face points, right and down.
AIM = 5
TURNS = 4
# A face that is read otherwise when it is turned, or cut closer or wider, is not to be trusted: (size, quarter turns).
AGAIN = ((1.0, 0), (1.0, 1), (1.0, 2), (1.0, 3), (0.9, 0), (0.9, 2), (1.12, 1), (1.12, 3))
HOPELESS = 0.9  # what is so surely no top face at first sight need not be looked at again
PLAIN, SECONDED = 0.9, 0.8  # nor need a face of which classifier and finder are so sure


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What the classifier saw of one candidate, which lies where the classifier says rather than the finder."""

    candidate: Candidate
    views: Floats  # chances (views, classes)
    features: Floats  # (views, f)
    facing: Facing


def classify(network: Network, image: Image, candidates: list[Candidate], turn: int = 0) -> list[Look]:
    """`turn`: by how many quarters the first look at each is turned; pictures of the same dice can differ in it."""
    if not candidates:
        return []
    scores, aims, features = network.run(np.stack([_view(image, c, 1.0, turn) for c in candidates]))
    aims = _upright(aims, np.full(len(aims), turn))
    chances = softmax(scores)
    looks = [
        Look(_aimed(c, aim), chances[k : k + 1], features[k : k + 1], (float(aim[3]), float(aim[4])))
        for k, (c, aim) in enumerate(zip(candidates, aims, strict=True))
    ]
    again = _worth_another_look(chances, floats([c.classes for c in candidates]))
    for k, look in zip(again, _look_again(network, image, [looks[k] for k in again]), strict=True):
        looks[k] = look
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


def _look_again(network: Network, image: Image, looks: list[Look]) -> list[Look]:
    if not looks:
        return []
    crops = [_view(image, look.candidate, *how) for look in looks for how in AGAIN]
    scores, aims, features = (out.reshape(len(looks), len(AGAIN), -1) for out in network.run(np.stack(crops)))
    views = softmax(scores)
    turns = np.array([turns for _, turns in AGAIN])
    facings = [np.median(_upright(rows, turns)[:, 3:], axis=0) for rows in aims]
    return [
        Look(look.candidate, views[k], features[k], (float(facings[k][0]), float(facings[k][1])))
        for k, look in enumerate(looks)
    ]


def _view(image: Image, candidate: Candidate, size: float, turns: int) -> Image:
    return np.rot90(cut(image, candidate.x, candidate.y, candidate.size * size), turns)


def _upright(aims: Floats, turns: NDArray[np.int_]) -> Floats:
    """Aims (n, AIM) of crops that were turned by so many quarters, in the directions of the picture."""
    turned = aims.copy()
    for across, down in ((0, 1), (3, 4)):
        for quarters in range(1, TURNS):
            here = turns >= quarters
            turned[here, across], turned[here, down] = -turned[here, down], turned[here, across].copy()
    return turned
