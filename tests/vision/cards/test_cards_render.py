"""Our own cards: the same from the same seed, and their numbers are where they are said to be."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.reader import CardKind
from vision.glyphs.shapes import choosing_faces, glyph_faces, proof_faces, stencil, training_faces
from vision.training.cards.photo import render_card_photo


def test_every_face_has_ten_digits_and_belongs_to_one_purpose() -> None:
    assert len(glyph_faces()) >= 60
    for face in glyph_faces().values():
        assert all(face[digit] for digit in "0123456789")
    parts = [set(training_faces()), set(choosing_faces()), set(proof_faces())]
    assert sum(len(part) for part in parts) == len(set.union(*parts)) == len(glyph_faces())


def test_digits_of_a_face_look_different() -> None:
    for name in proof_faces():
        shapes = [cv2.resize(stencil(name, digit, 40), (20, 20)) for digit in "0123456789"]
        likeness = np.corrcoef(np.stack([shape.ravel() for shape in shapes])) - np.eye(10)
        assert likeness.max() < 0.97, name


@pytest.mark.parametrize("kind", ["warrior", "demon"])
def test_a_photo_shows_its_numbers(kind: CardKind) -> None:
    photo = render_card_photo(12, kind, proof_faces(), long_side=640)
    again = render_card_photo(12, kind, proof_faces(), long_side=640)
    assert np.array_equal(photo.image, again.image)
    assert photo.card.values == again.card.values
    assert len(photo.card.values) == (18 if kind == "warrior" else 4)
    height, width = photo.card.image.shape[:2]
    for x, y, wide, tall in photo.card.boxes.values():
        assert x >= 0
        assert y >= 0
        assert x + wide <= width
        assert y + tall <= height
        piece = photo.card.image[int(y) : int(y + tall), int(x) : int(x + wide)]
        assert float(piece.std()) > 8, "no ink where the number should be"
    inside = (photo.corners >= 0).all() and (photo.corners <= np.array(photo.image.shape[1::-1])).all()
    assert inside
