"""The reader on rendered cards in faces it never saw, and on everything that is no card."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from vision.cards.reader import CardReading, read_card
from vision.evaluation.card_bench import CardScore, proof_photos
from vision.glyphs.shapes import proof_faces
from vision.training.cards.photo import render_card_photo


def test_never_sure_and_wrong_and_mostly_right() -> None:
    total = CardScore()
    for seed, photo in proof_photos(range(7_000_000, 7_000_006), proof_faces()):
        total.add(seed, photo, read_card(photo.image, photo.card.kind))
    figures = total.to_json()
    assert total.silent == 0, figures
    assert total.right >= 0.9 * total.numbers, figures
    assert total.sure >= 0.6 * total.numbers, figures


@cache
def warrior() -> tuple[Any, CardReading]:
    photo = render_card_photo(7_000_001, "warrior", proof_faces())
    return photo, read_card(photo.image)


def test_boxes_and_corners_are_in_the_picture() -> None:
    photo, reading = warrior()
    assert reading.kind == "warrior"
    assert [(one.line, one.value) for one in reading.numbers[:4]] == [(1, "mvt"), (1, "cbt"), (1, "def"), (2, "mvt")]
    size = float(np.linalg.norm(photo.corners[0] - photo.corners[2]))
    off = np.linalg.norm(np.array(reading.corners) - photo.corners, axis=1).max()
    assert off < 0.06 * size
    for one in reading.numbers:
        x, y, width, height = photo.card.boxes[(one.line - 1, one.value)]
        middle = np.array([[[x + width / 2, y + height / 2]]], np.float32)
        there = cv2.perspectiveTransform(middle, photo.turn)[0, 0]
        found = np.array([one.box[0] + one.box[2] / 2, one.box[1] + one.box[3] / 2])
        assert np.linalg.norm(found - there) < 0.02 * size


def test_a_card_upside_down_reads_the_same() -> None:
    photo, reading = warrior()
    turned = read_card(np.ascontiguousarray(np.rot90(photo.image, 2)))
    first = {(one.line, one.value): one.digit for one in reading.numbers if one.sure}
    second = {(one.line, one.value): one.digit for one in turned.numbers if one.sure}
    assert first
    assert all(second.get(cell, digit) == digit for cell, digit in first.items())


def test_the_asked_kind_is_the_only_one_read() -> None:
    photo, _ = warrior()
    asked = read_card(photo.image, "demon")
    assert asked.kind != "warrior"
    assert not any(one.sure for one in asked.numbers)


def noise(seed: int) -> Any:
    return np.random.default_rng(seed).integers(0, 256, (480, 640, 3), dtype=np.uint8)


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((480, 640, 3), np.uint8),
        np.full((480, 640), 255, np.uint8),
        noise(1),
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((40, 3000, 3), np.uint8),
        np.kron(np.indices((12, 16)).sum(axis=0) % 2, np.ones((40, 40))).astype(np.uint8) * 255,
    ],
    ids=["black", "white", "noise", "one pixel", "ribbon", "chess board"],
)
def test_no_card_no_numbers_that_are_sure(image: Any) -> None:
    reading = read_card(image)
    assert not any(one.sure for one in reading.numbers)
    assert not reading.sure
    if reading.kind is None:
        assert reading.doubts == ("no_card",)


@pytest.mark.parametrize(
    "image",
    [np.zeros((10,), np.uint8), np.zeros((9, 9, 2), np.uint8), np.zeros((9, 9, 3), np.float32)],
    ids=["a row", "two colours", "floats"],
)
def test_what_is_no_picture_is_refused(image: Any) -> None:
    with pytest.raises(ValueError, match="a picture is"):
        read_card(image)
