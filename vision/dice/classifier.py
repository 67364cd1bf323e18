"""Second stage: each candidate alone, cut out of the full picture and looked at turned and at several sizes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, floats
from vision.dice.classes import NONE
from vision.dice.crop import cut
from vision.dice.finder import Candidate
from vision.dice.network import Network, softmax

TURNS = 4
SIZES = (0.9, 1.12)  # a face that is read otherwise when cut a little closer or wider is not to be trusted
VIEWS = TURNS * (1 + len(SIZES))
HOPELESS = 0.9  # what is so surely no top face at first sight need not be looked at again
PLAIN, SECONDED = 0.95, 0.9  # nor need a face of which classifier and finder are so sure


def classify(network: Network, image: Image, candidates: list[Candidate]) -> tuple[Floats, Floats]:
    """Chances (candidates, views, classes) and features (candidates, turns, f)."""
    crops = [cut(image, c.x, c.y, c.size) for c in candidates]
    if not crops:
        return np.zeros((0, VIEWS, 1), np.float32), np.zeros((0, TURNS, 1), np.float32)
    scores, first = network.run(np.stack(crops))
    chances = np.repeat(softmax(scores)[:, None], VIEWS, axis=1)
    features = np.repeat(first[:, None], TURNS, axis=1)
    again = _worth_another_look(chances[:, 0], floats([c.classes for c in candidates]))
    if len(again):
        more = [view for k in again for view in _views(image, candidates[k], crops[k])]
        more_scores, more_features = network.run(np.stack(more))
        chances[again, 1:] = softmax(more_scores).reshape(len(again), VIEWS - 1, -1)
        features[again, 1:] = more_features.reshape(len(again), VIEWS - 1, -1)[:, : TURNS - 1]
    return chances, features


def turned_features(network: Network, crops: list[Image]) -> Floats:
    """Features (crops, turns, f) of crops that were kept."""
    turned = np.stack([np.rot90(crop, turn) for crop in crops for turn in range(TURNS)])
    return network.run(turned)[1].reshape(len(crops), TURNS, -1)


def _worth_another_look(chances: Floats, finder: Floats) -> NDArray[np.intp]:
    plain = ((chances >= PLAIN) & (finder >= SECONDED)).any(axis=1)
    return np.nonzero((chances[:, NONE] < HOPELESS) & ~plain)[0]


def _views(image: Image, candidate: Candidate, crop: Image) -> list[Image]:
    """All views but the plain one: its turns first, then the other sizes with theirs."""
    others = [cut(image, candidate.x, candidate.y, candidate.size * size) for size in SIZES]
    turned = [np.rot90(crop, turn) for turn in range(1, TURNS)]
    return turned + [np.rot90(other, turn) for other in others for turn in range(TURNS)]
