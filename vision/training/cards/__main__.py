"""`python -m vision.training.cards --work DIR`: renders cards, trains the digit network, writes it. Needs torch."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from vision.cards.digits import WEIGHTS
from vision.training.cards.crops import DigitCrops, make_digit_crops
from vision.training.cards.fit import fit_digits

_SHARE = 50  # cards in one piece of work


def train_cards() -> int:
    args = _arguments()
    work = Path(args.work)
    work.mkdir(parents=True, exist_ok=True)
    stored = work / "crops.npz"
    if not stored.exists():
        crops = _rendered(args.seed, args.cards, args.workers)
        np.savez(stored, images=crops.images, classes=crops.classes)
    loaded = np.load(stored)
    fit_digits(DigitCrops(loaded["images"], loaded["classes"]), args.steps, Path(args.out))
    return 0


def _rendered(seed: int, cards: int, workers: int) -> DigitCrops:
    starts = range(seed, seed + cards, _SHARE)
    with ProcessPoolExecutor(workers) as pool:
        parts = list(pool.map(make_digit_crops, starts, [_SHARE] * len(starts)))
    return DigitCrops(np.concatenate([p.images for p in parts]), np.concatenate([p.classes for p in parts]))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.training.cards", description=__doc__)
    parser.add_argument("--work", required=True, metavar="DIR", help="folder for the rendered crops")
    parser.add_argument("--cards", type=int, default=3000)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", default=str(WEIGHTS / "digits.onnx"), metavar="FILE")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(train_cards())
