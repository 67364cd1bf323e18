"""Crops that the classifier still misreads: shown more often, they are what it learns most from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from vision.dice.train.crops import CropStore, varied
from vision.dice.train.fit import to_input
from vision.dice.train.nets import Classifier

DOUBTED = 0.6  # a crop of whose true class the chance is thought less than this is hard
COPIES = 5  # how often it is shown besides
AT_ONCE = 512


def dwell_on_hard(checkpoint: Path, store: CropStore, seed: int) -> int:
    """Repeats the hard crops in the store; tells how many there are."""
    chances = _chances(checkpoint, store, np.random.default_rng(seed))
    hard = [k for k, chance in enumerate(chances) if chance < DOUBTED]
    store.repeat(hard, COPIES)
    return len(hard)


def _chances(checkpoint: Path, store: CropStore, rng: np.random.Generator) -> list[float]:
    """What the classifier gives the true class of each crop, in one of the ways in which it may be cut out."""
    net = Classifier()
    net.load_state_dict(torch.load(checkpoint, weights_only=True))
    net = net.to(memory_format=torch.channels_last).eval()
    found: list[float] = []
    with torch.no_grad():
        for start in range(0, len(store.classes), AT_ONCE):
            some = range(start, min(start + AT_ONCE, len(store.classes)))
            crops = to_input(np.stack([varied(rng, store.images[k], store.facings[k])[0] for k in some]))
            scores = net(crops.to(memory_format=torch.channels_last))[0].softmax(1)
            found += scores[range(len(some)), [store.classes[k] for k in some]].tolist()
    return found
