"""Second stage: each candidate alone, cut out of the full picture and looked at turned several ways."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Image
from vision.dice.classes import NONE
from vision.dice.crop import cut
from vision.dice.finder import Candidate
from vision.dice.network import Network, softmax

TURNS = 4
HOPELESS = 0.9  # what is so surely no top face at first sight need not be turned


def classify(network: Network, image: Image, candidates: list[Candidate]) -> tuple[Floats, Floats]:
    """Chances (candidates, turns, classes) and features (candidates, turns, f)."""
    return classify_crops(network, [cut(image, c.x, c.y, c.size) for c in candidates])


def classify_crops(network: Network, crops: list[Image]) -> tuple[Floats, Floats]:
    if not crops:
        empty = np.zeros((0, TURNS, 1), np.float32)
        return empty, empty
    scores, features = network.run(np.stack(crops))
    chances = np.repeat(softmax(scores)[:, None], TURNS, axis=1)
    features = np.repeat(features[:, None], TURNS, axis=1)
    likely = np.nonzero(chances[:, 0, NONE] < HOPELESS)[0]
    if len(likely):
        turned = np.stack([np.rot90(crops[k], turn) for k in likely for turn in range(1, TURNS)])
        more_scores, more_features = network.run(turned)
        chances[likely, 1:] = softmax(more_scores).reshape(len(likely), TURNS - 1, -1)
        features[likely, 1:] = more_features.reshape(len(likely), TURNS - 1, -1)
    return chances, features
