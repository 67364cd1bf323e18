"""Pieces known again by their faces: sure of what is explained everywhere, asked about whatever differs anywhere."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.images import Image, floats, pixels
from vision.pieces.knowing import PieceReader, is_plain
from vision.pieces.taught import TaughtBox, teach
from vision.render.floor import draw_card_piece, draw_floor_piece

SIZE = 720, 960
CORNERS = floats([[0, 0], [1, 0], [1, 1], [0, 1]])
FACES = {f"own-{k}": draw_floor_piece(k, ("NS", "NE", "NES")[k % 3], k) for k in range(6)}


@pytest.fixture(scope="module")
def reader() -> PieceReader:
    return PieceReader(TaughtBox([teach(name, name, face) for name, face in FACES.items()]))


@pytest.fixture(scope="module")
def colourless() -> PieceReader:
    """Pieces without colours, so that brightness alone has to tell."""
    return PieceReader(TaughtBox([teach(name, name, grey(face)) for name, face in FACES.items()]))


def grey(image: Image) -> Image:
    return pixels(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))


def table(seed: int = 0) -> Image:
    grain = np.random.default_rng(seed).normal(0, 2, (*SIZE, 1))
    return pixels(np.clip(np.full((*SIZE, 3), (70, 96, 60), np.float32) + grain, 0, 255))


def lay(image: Image, face: Image, turn: int = 0, x: int = 340, y: int = 220, angle: float = 8) -> Image:
    """The face on the table, turned, 250 pixels wide, a little slanted."""
    height, width = face.shape[:2]
    square = (CORNERS - 0.5) * (250, 250 * height / width)
    radians = np.radians(angle + turn)
    spin = floats([[np.cos(radians), np.sin(radians)], [-np.sin(radians), np.cos(radians)]])
    places = floats(square @ spin) * (1, 0.93) + (x + 125, y + 125)
    matrix = cv2.getPerspectiveTransform(floats(CORNERS * (width, height)), floats(places))
    shape = (image.shape[1], image.shape[0])
    mask = cv2.warpPerspective(np.ones((height, width), np.float32), matrix, shape)[..., None]
    laid = cv2.GaussianBlur(cv2.warpPerspective(face, matrix, shape, flags=cv2.INTER_AREA), (0, 0), 0.8)
    return pixels(image * (1 - mask) + floats(laid) * mask)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_taught_piece_is_sure_in_every_turn(reader: PieceReader, turn: int) -> None:
    reading = reader.read(lay(table(), FACES["own-1"], turn))
    assert (reading.level, reading.ids, reading.turn) == ("sure", ("own-1",), turn)


@pytest.mark.parametrize("gain", [0.45, 1.9])
def test_neither_dim_light_nor_burnt_out_white_makes_it_another(reader: PieceReader, gain: float) -> None:
    """Nearly twice the light leaves nothing of the brightest stones but white."""
    bright = pixels(np.clip(floats(lay(table(), FACES["own-2"])) * gain, 0, 255))
    reading = reader.read(bright)
    assert (reading.level, reading.ids) == ("sure", ("own-2",))


def test_one_sign_that_differs_is_enough_to_ask(colourless: PieceReader) -> None:
    """The same stones and the same way, and another sign: nobody taught that one."""
    assert colourless.read(grey(lay(table(), FACES["own-1"]))).level == "sure"
    reading = colourless.read(grey(lay(table(), draw_floor_piece(1, "NE", 5))))
    assert reading.level == "asked"
    assert "own-1" in reading.ids


def test_the_same_picture_in_other_colours_is_not_sure(reader: PieceReader) -> None:
    """Brightness says nothing of a floor that is blue instead of brown, where the rock is as it was."""
    face = FACES["own-1"]
    swapped = face.copy()
    swapped[110:210, 110:210] = face[110:210, 110:210, ::-1]
    assert reader.read(lay(table(), face)).level == "sure"
    assert reader.read(lay(table(), swapped)).level != "sure"


@pytest.mark.parametrize("size", [34, 60])
def test_what_lies_on_it_hides_what_may_differ(colourless: PieceReader, size: int) -> None:
    image = grey(lay(table(), FACES["own-4"]))
    cv2.circle(image, (400, 300), size, (90, 90, 90), -1)
    reading = colourless.read(image)
    assert (reading.level, reading.ids) == ("asked", ("own-4",))


def test_two_pieces_get_no_answer(reader: PieceReader) -> None:
    both = lay(lay(table(), FACES["own-1"], x=120), FACES["own-3"], x=560)
    reading = reader.read(both)
    assert (reading.level, reading.doubt, reading.ids) == ("none", "two_pieces", ())


@pytest.mark.parametrize("x", [560, 780])
def test_something_as_large_beside_it_is_asked_about(reader: PieceReader, x: int) -> None:
    """A card that nobody taught, whole and reaching out of the image."""
    both = lay(lay(table(), FACES["own-1"], x=120), draw_card_piece(3, "A stranger"), x=x)
    reading = reader.read(both)
    assert (reading.level, reading.doubt) == ("asked", "two_pieces")


def test_pieces_that_look_the_same_are_one_answer_only_within_their_group() -> None:
    face = FACES["own-2"]
    nearly = face.copy()
    nearly[4:8, 4:8] = 90
    image = lay(table(), face)
    one = PieceReader(TaughtBox([teach("a", "bend", face), teach("b", "bend", nearly)])).read(image)
    assert (one.level, set(one.ids)) == ("sure", {"a", "b"})
    two = PieceReader(TaughtBox([teach("a", "bend", face), teach("b", "cross", nearly)])).read(image)
    assert (two.level, two.doubt, {*two.ids, two.other}) == ("asked", "close", {"a", "b"})


def test_a_piece_with_nothing_on_it_is_plain() -> None:
    grey = pixels(np.full((320, 320, 3), 120, np.uint8))
    assert is_plain(teach("grey", "grey", grey))
    assert not is_plain(teach("own", "own", FACES["own-0"]))


def test_a_piece_of_another_game_an_empty_table_and_a_hand_get_no_name(reader: PieceReader) -> None:
    hand = table()
    for finger in range(4):
        cv2.line(hand, (500, 700), (300 + 90 * finger, 260 + 20 * finger), (120, 150, 205), 64, cv2.LINE_AA)
    other = lay(table(), draw_card_piece(8, "Another game"))
    for image in (table(), hand, other):
        reading = reader.read(image)
        assert (reading.level, reading.ids) == ("none", ())
