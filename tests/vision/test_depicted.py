"""Dice that are only shown, on a screen or on a page, are no dice that lie there."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.cameras.base import Frame
from vision.dice.depicted import RIM, is_depicted, straight_sides_around
from vision.dice.network import load_network
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading, DieReading, Doubt, Hints
from vision.images import Floats, floats
from vision.render.paper import Sheet, fitted, lay_sheet, printed_page, rounded
from vision.render.scene import RenderedScene, SceneOptions, make_scene
from vision.render.tray import EMPTY, TRAY_OPTIONS, RenderedTray
from vision.roll.tray import TrayCalibration
from vision.roll.watcher import RollWatcher
from vision.training.dice.rendering import render_depicted, screen_sheet

PLAIN = SceneOptions(
    long_side=640, kind="d6-pips", die_size=(36, 70), oblique=0, cocked=0, things=0, hand=0, shape=0.75, ordinary=True
)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def boxes(image: RenderedScene) -> list[DieReading]:
    corners = ((round(d.x - d.size / 2), round(d.y - d.size / 2), round(d.size)) for d in image.dice)
    return [DieReading(1, 6, 1.0, (x, y, size, size), "d6-pips") for x, y, size in corners]


def plain(seed: int) -> np.ndarray:
    return make_scene((seed, 91), PLAIN).image


def test_a_screen_or_a_page_with_a_plain_picture_of_dice_is_not_sure(reader: DiceReader) -> None:
    images = [plain(seed) for seed in range(20)]
    lying = [reader.read(image) for image in images]
    assert sum(reading.sure or reading.likely for reading in lying) >= 6  # they would be believed, did they lie there
    shown = [reader.read(render_depicted((seed, 92), image, 640)) for seed, image in enumerate(images)]
    assert [seed for seed, reading in enumerate(shown) if reading.sure and reading.dice] == []


def test_dice_that_lie_there_are_not_taken_for_a_picture_of_them() -> None:
    scenes = (make_scene((seed, 93), replace(PLAIN, kind=None, things=0.5)) for seed in range(24))
    images = [image for image in scenes if image.dice]
    taken = [is_depicted(load_network("depicted"), image.image, boxes(image)) for image in images]
    assert sum(taken) <= 1


def test_what_is_only_depicted_is_asked_about_unless_it_was_not_there_before(
    reader: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = next(image for image in map(plain, range(20)) if reader.read(image).sure)
    monkeypatch.setattr("vision.dice.reader.is_depicted", lambda *_: True)
    assert reader.read(picture).doubts == (Doubt.PRINTED,)
    assert reader.read(picture, hints=Hints(solid=True)).sure


def test_the_same_seed_gives_the_same_picture() -> None:
    assert np.array_equal(render_depicted((7, 94)), render_depicted((7, 94)))
    assert not np.array_equal(render_depicted((7, 94)), render_depicted((8, 94)))


@pytest.mark.parametrize("angle", [0.0, 17.0, 40.0])
def test_a_straight_edge_counts_on_each_side_that_it_runs_past(angle: float) -> None:
    die = DieReading(4, 6, 1.0, (190, 140, 20, 20), "d6-pips")
    corners = cv2.boxPoints(((200.0, 150.0), (180.0, 120.0), angle))
    for count in range(5):
        image = np.full((300, 400, 3), 40, np.uint8)
        for k in range(count):
            ends = corners[k], corners[(k + 1) % 4]
            cv2.line(image, *(tuple(map(int, end)) for end in ends), (200, 200, 200), 5)
        assert straight_sides_around(image, [die]) == count


def test_an_edge_between_the_dice_or_far_to_one_side_of_them_or_a_round_one_is_no_rim() -> None:
    dice = [DieReading(4, 6, 1.0, (x, 140, 20, 20), "d6-pips") for x in (120, 260)]
    image = np.full((300, 400, 3), 40, np.uint8)
    cv2.line(image, (200, 20), (200, 280), (200, 200, 200), 5)  # between
    cv2.line(image, (300, 200), (390, 200), (200, 200, 200), 5)  # beside one of them
    assert straight_sides_around(image, dice) == 0
    cv2.circle(image, (200, 150), 140, (200, 200, 200), 5, cv2.LINE_AA)
    assert straight_sides_around(image, dice) < RIM
    assert straight_sides_around(np.zeros((1, 1, 3), np.uint8), dice) == 0


@pytest.mark.parametrize("make", [screen_sheet, printed_page])
def test_a_sheet_is_as_large_as_its_shape_and_within_its_colours(
    make: Callable[[np.random.Generator, Floats], Sheet],
) -> None:
    for seed in range(8):
        sheet = make(np.random.default_rng(seed), np.full((60, 80, 3), 0.5, np.float32))
        assert sheet.colours.shape[:2] == sheet.shape.shape
        assert float(sheet.colours.min()) >= 0
        assert float(sheet.shape[sheet.shape.shape[0] // 2].min()) == 1


def test_a_picture_covers_what_it_shall_or_fits_into_it() -> None:
    image = np.zeros((30, 70, 3), np.float32)
    assert fitted(image, 40, 50, cover=True).shape == (50, 40, 3)
    assert fitted(image, 40, 50, cover=False).shape == (17, 40, 3)


def test_round_corners_are_cut_off() -> None:
    shape = rounded(40, 30, 10.0)
    assert shape[0, 0] == shape[0, -1] == shape[-1, 0] == shape[-1, -1] == 0
    assert shape[15].min() == shape[:, 20].min() == 1
    assert rounded(40, 30, 0.0).min() == 1


def shows(watcher: RollWatcher, images: Iterable[np.ndarray], start: float) -> list[DiceReading]:
    results = [watcher.feed(Frame(image, start + 0.15 * k, k)) for k, image in enumerate(images)]
    return [result.roll for result in results if result.roll is not None]


@pytest.mark.parametrize("make", [screen_sheet, printed_page])
def test_a_screen_or_a_page_that_is_laid_into_the_tray_is_no_sure_roll(
    reader: DiceReader, make: Callable[[np.random.Generator, Floats], Sheet]
) -> None:
    tray = RenderedTray((14, 96), replace(TRAY_OPTIONS, level=True, die_size=(44, 56), ordinary=True))
    watcher = RollWatcher(reader, TrayCalibration(die_size=60.0, flatness_known=True))
    shows(watcher, (tray.image(EMPTY) for _ in range(8)), 0.0)
    thrown = tray.throw(4)
    (roll,) = shows(watcher, (tray.image(thrown) for _ in range(16)), 10.0)
    assert (roll.sure, roll.faces) == (True, tuple(sorted(t.face for t in tray.truths(thrown))))
    shows(watcher, (tray.image(EMPTY) for _ in range(8)), 20.0)
    picture = floats(tray.image(thrown)) / np.float32(255)
    sheet = make(np.random.default_rng(4), picture)

    def with_it(image: np.ndarray) -> np.ndarray:
        light = floats(image) / np.float32(255)
        lay_sheet(np.random.default_rng(5), light, sheet)
        return np.clip(light * 255, 0, 255).astype(np.uint8)

    rolls = shows(watcher, (with_it(tray.image(EMPTY)) for _ in range(16)), 30.0)
    assert [roll for roll in rolls if roll.sure] == []
