"""How well and how fast cards are read, in type faces the reader was never trained on.

`python -m vision.evaluation.card_bench` measures many; `card_measurements` is the short form for the bench.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import cv2

from vision.cards.reader import CardReading, read_card
from vision.glyphs.shapes import choosing_faces, proof_faces
from vision.training.cards.photo import RenderedPhoto, render_card_photo

SEED = 5_000_000  # far from every seed of the training
_CARDS = 60


@dataclass(slots=True)
class CardScore:
    """Counts of numbers; `silent` are those that were sure and wrong."""

    cards: int = 0
    whole: int = 0  # cards with every number sure
    numbers: int = 0
    right: int = 0
    sure: int = 0
    silent: int = 0
    ms: list[float] = field(default_factory=list)
    wrong_seeds: list[int] = field(default_factory=list)

    def add(self, seed: int, photo: RenderedPhoto, reading: CardReading) -> None:
        shift = 1 if photo.card.kind == "warrior" else 0
        truth = {(line + shift, value): digit for (line, value), digit in photo.card.values.items()}
        self.cards += 1
        self.numbers += len(truth)
        self.whole += reading.sure and len(reading.numbers) == len(truth)
        self.ms.append(reading.ms)
        for one in reading.numbers:
            right = truth.get((one.line, one.value)) == one.digit
            self.right += right
            self.sure += one.sure
            if one.sure and not right:
                self.silent += 1
                self.wrong_seeds.append(seed)

    def to_json(self) -> dict[str, object]:
        return {
            "cards": self.cards,
            "whole": self.whole,
            "numbers": self.numbers,
            "right": round(self.right / max(1, self.numbers), 4),
            "sure": round(self.sure / max(1, self.numbers), 4),
            "right_when_sure": round(1 - self.silent / max(1, self.sure), 6),
            "silent": self.silent,
            "median_ms": round(sorted(self.ms)[len(self.ms) // 2], 1) if self.ms else 0.0,
            "wrong_seeds": sorted(set(self.wrong_seeds)),
        }


def _score_cards(seeds: Iterable[int], names: list[str]) -> CardScore:
    """Two warriors for each demon."""
    total = CardScore()
    for seed, photo in proof_photos(seeds, names):
        total.add(seed, photo, read_card(photo.image, photo.card.kind))
    return total


def proof_photos(seeds: Iterable[int], names: list[str]) -> Iterator[tuple[int, RenderedPhoto]]:
    for seed in seeds:
        yield seed, render_card_photo(seed, "demon" if seed % 3 == 0 else "warrior", names)


def prove_cards() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.card_bench", description=__doc__)
    parser.add_argument("--cards", type=int, default=300)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument(
        "--choosing", action="store_true", help="the faces for choosing thresholds, not those for proof"
    )
    args = parser.parse_args()
    cv2.setNumThreads(1)
    names = choosing_faces() if args.choosing else proof_faces()
    figures = _score_cards(range(args.seed, args.seed + args.cards), names).to_json()
    sys.stdout.write(json.dumps(figures) + "\n")
    return 1 if figures["silent"] else 0


if __name__ == "__main__":
    sys.exit(prove_cards())


def card_measurements() -> Iterator[dict[str, object]]:
    cv2.setNumThreads(1)
    total, work = CardScore(), 0.0
    for seed, photo in proof_photos(range(SEED, SEED + _CARDS), proof_faces()):
        begun = time.process_time()
        reading = read_card(photo.image, photo.card.kind)
        work += time.process_time() - begun
        total.add(seed, photo, reading)
    yield {"bench": "numbers of photographed cards", **total.to_json(), "mean_cpu_ms": round(work / _CARDS * 1000, 1)}
