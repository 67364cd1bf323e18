"""How right and how fast the card reader is, on rendered cards in faces it was never trained on."""

from __future__ import annotations

import time
from collections.abc import Iterator

import cv2

from vision.cards.proof import SEED, Score, photos
from vision.cards.reader import read_card
from vision.glyphs.shapes import proof_faces

_CARDS = 60


def run() -> Iterator[dict[str, object]]:
    cv2.setNumThreads(1)
    total, work = Score(), 0.0
    for seed, photo in photos(range(SEED, SEED + _CARDS), proof_faces()):
        begun = time.process_time()
        reading = read_card(photo.image, photo.card.kind)
        work += time.process_time() - begun
        total.add(seed, photo, reading)
    yield {"bench": "numbers of photographed cards", **total.as_json(), "mean_cpu_ms": round(work / _CARDS * 1000, 1)}
