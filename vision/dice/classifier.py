"""Second stage: each candidate alone, cut out of the full picture and looked at turned several ways."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Image
from vision.dice.crop import cut
from vision.dice.finder import Candidate
from vision.dice.network import Network, softmax

TURNS = 4


def classify(network: Network, image: Image, candidates: list[Candidate]) -> tuple[Floats, Floats]:
    """Chances (candidates, turns, classes) and features (candidates, turns, f)."""
    return classify_crops(network, [cut(image, c.x, c.y, c.size) for c in candidates])


def classify_crops(network: Network, crops: list[Image]) -> tuple[Floats, Floats]:
    if not crops:
        empty = np.zeros((0, TURNS, 1), np.float32)
        return empty, empty
    batch = np.stack([np.rot90(crop, turn) for crop in crops for turn in range(TURNS)])
    scores, features = network.run(batch)
    return softmax(scores).reshape(len(crops), TURNS, -1), features.reshape(len(crops), TURNS, -1)
