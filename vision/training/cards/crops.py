"""What the network learns from: pieces of rendered cards, each a digit or none, cut as the reader cuts them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.digits import NO_DIGIT, cut_digits, find_digit_shapes
from vision.cards.find import flatten_card, moved_box
from vision.glyphs.shapes import training_faces
from vision.images import Floats, Image, floats
from vision.training.cards.photo import RenderedPhoto, render_card_photo

_SLACK = 0.012  # how badly the corners of a card are found, in parts of its diagonal
_PLAIN = 40  # at most so many pieces of a card that are no digit


@dataclass(frozen=True, slots=True)
class DigitCrops:
    images: Image  # (n, CROP, CROP, 3)
    classes: NDArray[np.int64]


def make_digit_crops(first_seed: int, cards: int) -> DigitCrops:
    """The pieces of that many cards, two of three a warrior's."""
    parts = [_of_card(seed) for seed in range(first_seed, first_seed + cards)]
    return DigitCrops(
        np.concatenate([part.images for part in parts]),
        np.concatenate([part.classes for part in parts]),
    )


def _of_card(seed: int) -> DigitCrops:
    rng = np.random.default_rng([seed, 5])
    long_side = int(rng.choice([640, 900, 1280]))
    photo = render_card_photo(seed, "demon" if seed % 3 == 0 else "warrior", training_faces(), long_side, bare=True)
    flat, digits, classes = _flattened(rng, photo)
    marks = find_digit_shapes(flat)
    near = _nearest(marks, digits)
    plain = marks[near < 0]
    plain = plain[rng.permutation(len(plain))[:_PLAIN]]
    found = marks[near >= 0]
    shaken = _shaken(rng, np.repeat(digits, 2, axis=0))
    wrong = _missed(rng, digits)
    boxes = np.concatenate([found, shaken, plain, wrong])
    labels = np.concatenate(
        [classes[near[near >= 0]], np.repeat(classes, 2), np.full(len(plain) + len(wrong), NO_DIGIT, np.int64)]
    )
    return DigitCrops(cut_digits(flat, floats(boxes)), labels)


def _flattened(rng: np.random.Generator, photo: RenderedPhoto) -> tuple[Image, Floats, NDArray[np.int64]]:
    """The card turned upright, its corners found a little wrong, and the boxes of its digits with their classes."""
    slack = _SLACK * float(np.linalg.norm(photo.corners[0] - photo.corners[2]))
    flat, turn = flatten_card(photo.image, floats(photo.corners + rng.normal(0, slack, (4, 2))))
    boxes = [*photo.card.boxes.values(), *photo.card.others]
    values = [*photo.card.values.values(), *range(1, len(photo.card.others) + 1)]
    there = turn @ photo.turn
    return flat, floats([moved_box(box, floats(there)) for box in boxes]), np.asarray(values, np.int64)


def _nearest(marks: Floats, digits: Floats) -> NDArray[np.int64]:
    """The digit each piece shows, -1 for none, -2 for something in between that teaches nothing."""
    if not len(marks):
        return np.zeros(0, np.int64)
    middles = marks[:, None, :2] + marks[:, None, 2:] / 2
    others = digits[None, :, :2] + digits[None, :, 2:] / 2
    away = np.abs(middles - others).max(axis=2) / digits[None, :, 3]
    larger = marks[:, None, 3] / digits[None, :, 3]
    good = (away < 0.14) & (larger > 0.8) & (larger < 1.3)
    touching = (away < 0.45) & (larger > 0.45) & (larger < 2.2)
    best = np.where(good.any(axis=1), good.argmax(axis=1), -1)
    best[(best < 0) & touching.any(axis=1)] = -2
    return np.asarray(best, np.int64)


def _shaken(rng: np.random.Generator, boxes: Floats) -> Floats:
    """As a reader would guess them from the neighbours: a little beside, a little too large or small."""
    middle = boxes[:, :2] + boxes[:, 2:] / 2 + rng.normal(0, 0.05, (len(boxes), 2)) * boxes[:, 3:]
    size = boxes[:, 2:] * np.exp(rng.normal(0, 0.1, (len(boxes), 1)))
    return floats(np.concatenate([middle - size / 2, size], axis=1))


def _missed(rng: np.random.Generator, boxes: Floats) -> Floats:
    """Between two digits, half of one, or one much too small in its crop: none of them may be read."""
    some = boxes[rng.permutation(len(boxes))[: max(2, len(boxes) // 3)]]
    angle = rng.uniform(0, 2 * np.pi, len(some))
    aside = np.column_stack([np.cos(angle), np.sin(angle)]) * some[:, 3:] * rng.uniform(0.75, 1.0, (len(some), 1))
    moved = np.concatenate([some[:, :2] + aside, some[:, 2:]], axis=1)
    half = some.copy()
    half[:, 3] *= 0.5
    half[:, 1] += half[:, 3] * rng.integers(0, 2, len(half))
    return floats(np.concatenate([moved, half]))
