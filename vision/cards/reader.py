"""Reads the numbers of a card in a photo: one for each value, how sure it is, and what else it might be."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from vision.cards.digits import NO_DIGIT, CardDigits, find_digits, repeated_chances
from vision.cards.find import card_corners, flatten_card, moved_box
from vision.cards.layout import (
    LINES,
    VALUES,
    CardGrid,
    CardRow,
    boxes_at_ends,
    boxes_beyond,
    find_grid,
    find_row,
    grid_boxes,
)
from vision.images import Floats, Image, PixelBox, floats, pixels

CardKind = Literal["warrior", "demon"]

_FULL = {"warrior": 17.0, "demon": 3.7}  # score of a card on which all numbers were found
_RIVAL = 3.0  # a second way up must be less likely by this much (a logarithm), or the reading is unsure
_MISSING = -3.0  # as likely (a logarithm) as a number that was not found
_GHOST = 0.3  # chance of a digit beside the numbers, from where on there may be more of them
_MEAN, _LEAST = 0.93, 0.80  # chance of a sure digit: over all variants, and in the worst
_NUMBERS = {"warrior": 18, "demon": 4}
_SMALLEST = 64  # pixels of an image's short side


@dataclass(frozen=True, slots=True)
class CardNumber:
    """One number of the card. `line` is 1 to 6 on a warrior's card and 0 on a demon's."""

    line: int
    value: str  # mvt, cbt, def, or health on a demon's card
    digit: int
    confidence: float
    sure: bool
    guesses: tuple[int, ...]  # other digits it might be, best first
    box: PixelBox


@dataclass(frozen=True, slots=True)
class CardReading:
    """`kind` is None and there are no numbers where no card was found; `doubts` say what is not sure."""

    kind: CardKind | None
    numbers: tuple[CardNumber, ...] = ()
    doubts: tuple[str, ...] = ()
    corners: tuple[tuple[int, int], ...] = ()  # of the card in the image, from its own top left clockwise
    ms: float = 0.0

    @property
    def sure(self) -> bool:
        return self.kind is not None and all(number.sure for number in self.numbers)


@dataclass(frozen=True, slots=True)
class _Try:
    """One way to flatten the card, and what was found on it."""

    kind: CardKind
    card: Image
    turn: Floats
    corners: Floats
    digits: CardDigits
    found: CardGrid | CardRow

    @property
    def share(self) -> float:
        """How complete it is; 1 and more is all of it."""
        return self.found.score / _FULL[self.kind]

    @property
    def likelihood(self) -> float:
        """The logarithm, for as many numbers as such a card has."""
        rows = self.found.rows.ravel() if isinstance(self.found, CardGrid) else np.array(self.found.rows)
        certainty = np.log(np.maximum(self.digits.certainty[rows], 0.05))
        return float(np.where(rows >= 0, certainty, _MISSING).mean()) * _NUMBERS[self.kind]


def read_card(image: Image, kind: CardKind | None = None) -> CardReading:
    """The numbers of the card in the image (blue, green, red); with a kind only a card of that kind."""
    begun = time.perf_counter()
    reading = _read(_three_colours(image), kind)
    return replace(reading, ms=(time.perf_counter() - begun) * 1000)


def _three_colours(image: Image) -> Image:
    if image.ndim not in (2, 3) or image.dtype != np.uint8 or (image.ndim == 3 and image.shape[2] not in (1, 3, 4)):
        raise ValueError("a picture is an array of bytes: height, width and one, three or four colours")
    if image.ndim == 2 or image.shape[2] == 1:
        return pixels(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR))
    return image if image.shape[2] == 3 else pixels(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR))


def _read(image: Image, kind: CardKind | None) -> CardReading:
    if min(image.shape[:2]) < _SMALLEST:
        return CardReading(None, doubts=("no_card",))
    best: list[_Try] = []
    for corners in card_corners(image):
        tries = _ways_up(image, corners, kind)
        if tries and (not best or tries[0].likelihood > best[0].likelihood):
            best = tries
        if best and best[0].share >= 1:
            break
    if not best:
        return CardReading(None, doubts=("no_card",))
    close = len(best) > 1 and best[0].likelihood - best[1].likelihood < _RIVAL
    doubts = ("way_up",) if close else ()
    return _grid_reading(best[0], doubts) if isinstance(best[0].found, CardGrid) else _row_reading(best[0], doubts)


def _ways_up(image: Image, corners: Floats, kind: CardKind | None) -> list[_Try]:
    """What is found on the card turned four ways, best first."""
    tries = []
    for quarter in range(4):
        turned = floats(np.roll(corners, -quarter, axis=0))
        card, turn = flatten_card(image, turned)
        digits = find_digits(card)
        grid = find_grid(digits) if kind != "demon" else None
        if grid is not None:
            tries.append(_Try("warrior", card, turn, turned, digits, grid))
        elif kind != "warrior" and (row := find_row(digits)) is not None:
            tries.append(_Try("demon", card, turn, turned, digits, row))
    return sorted(tries, key=lambda one: -one.likelihood)


def _grid_reading(one: _Try, doubts: tuple[str, ...]) -> CardReading:
    assert isinstance(one.found, CardGrid)
    boxes = grid_boxes(one.found, one.digits)
    chances = repeated_chances(one.card, floats(boxes.reshape(-1, 4))).reshape(
        LINES, one.found.columns, -1, NO_DIGIT + 1
    )
    counting = [k for k in range(one.found.columns) if _counts_lines(chances[:, k])]
    values = [k for k in range(one.found.columns) if k not in counting or one.found.columns == 3]
    if len(values) != 3 or (one.found.columns == 3 and counting) or one.found.strays:
        doubts = (*doubts, "columns")
    if any(_ghosts(one, line) >= 2 for line in boxes_beyond(boxes)):
        doubts = (*doubts, "lines")
    numbers = tuple(
        _number(one, line + 1, value, chances[line, column], boxes[line, column], bool(doubts))
        for line in range(LINES)
        for value, column in zip(VALUES, values[-3:], strict=True)
    )
    return _reading(one, numbers, doubts)


def _counts_lines(column: Floats) -> bool:
    """Whether a column only numbers the lines: 1 to 6 from the top."""
    return bool((column.mean(axis=1)[:, :NO_DIGIT].argmax(axis=1) == np.arange(1, LINES + 1)).sum() >= LINES - 1)


def _ghosts(one: _Try, boxes: Floats) -> int:
    """How many of the boxes may hold a digit."""
    return int((repeated_chances(one.card, boxes)[..., NO_DIGIT].mean(axis=1) < 1 - _GHOST).sum())


def _row_reading(one: _Try, doubts: tuple[str, ...]) -> CardReading:
    row = one.found
    assert isinstance(row, CardRow)
    named = dict(zip(("health", *VALUES)[-len(row.rows) :], row.rows, strict=True))
    apart = "health" not in named
    if (apart and not row.others) or _ghosts(one, boxes_at_ends(row, one.digits)):
        doubts = (*doubts, "layout")
    if apart and row.others:
        named["health"] = max(row.others, key=lambda other: float(one.digits.boxes[other, 3]))
    # Of several digits that stand apart the largest is only a guess.
    guessed = "health" if apart and len(row.others) > 1 else ""
    order = [value for value in ("health", *VALUES) if value in named]
    boxes = floats(one.digits.boxes[[named[value] for value in order]])
    chances = repeated_chances(one.card, boxes)
    numbers = tuple(
        _number(one, 0, value, chances[k], boxes[k], bool(doubts) or value == guessed) for k, value in enumerate(order)
    )
    return _reading(one, numbers, doubts)


def _number(one: _Try, line: int, value: str, chances: Floats, box: Floats, doubted: bool) -> CardNumber:
    mean = chances.mean(axis=0)
    order = np.argsort(-mean[:NO_DIGIT], kind="stable")
    digit = int(order[0])
    sure = not doubted and float(mean[digit]) >= _MEAN and float(chances[:, digit].min()) >= _LEAST
    guesses = tuple(int(other) for other in order[1:4])
    return CardNumber(
        line, value, digit, float(mean[digit]), sure, guesses, _box(moved_box(box, floats(np.linalg.inv(one.turn))))
    )


def _reading(one: _Try, numbers: tuple[CardNumber, ...], doubts: tuple[str, ...]) -> CardReading:
    corners = tuple((round(float(x)), round(float(y))) for x, y in one.corners)
    return CardReading(one.kind, numbers, doubts, corners)


def _box(around: Floats) -> PixelBox:
    x, y, width, height = (round(float(part)) for part in around)
    return (x, y, width, height)
