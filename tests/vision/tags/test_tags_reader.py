"""The reader on rendered images: what it finds, what it refuses, and that it survives everything."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vision.evaluation.tag_images import ForeignCard, TagImage, TagScene, TileOnTable, draw_tag_scene, modules_of_text
from vision.evaluation.tag_scenes import FOREIGN, empty_scene
from vision.images import Image
from vision.tags import reader
from vision.tags.decoders import PYZBAR, ZXING, Decoded, read_pyzbar, read_zxing
from vision.tags.grammar import Tag, TagKind, tag_or_none
from vision.tags.reader import read_photo_tags, read_tags, to_grey
from vision.tags.windows import find_windows
from vision.training.degradation import Degradation

# the same examples every time, and no clock: the machine may be busy
STEADY = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
PLAIN = Degradation(blur=0.5, noise=2)
TILE = Tag(TagKind.TILE, 17)
SIZE = (400, 400)
ONE_TILE = np.array([[300.0, 0, 50], [0, 300.0, 50], [0, 0, 1]])


def scene_of(angle: float = 0.0, discs: tuple[tuple[float, float, float], ...] = (), tag: Tag = TILE) -> TagImage:
    """One tile, 300 pixels wide, turned by an angle."""
    tile = TileOnTable(tag, (0, 0), round(angle / 90) % 4 * 90, (0.5, 0.5), angle, discs)
    return draw_tag_scene(TagScene(SIZE, ONE_TILE, (tile,), PLAIN))


@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_turn_and_corners_at_every_angle(angle: int) -> None:
    scene = scene_of(angle)
    (seen,) = read_tags(scene.image)
    assert seen.tag == TILE
    assert seen.turn == scene.tags[0].turn
    assert np.abs(np.asarray(seen.corners) - scene.tags[0].corners).max() < 4


def test_box_centre_and_reader() -> None:
    (seen,) = read_tags(scene_of().image)
    left, top, width, height = seen.box
    assert abs(left + width / 2 - 200) < 3
    assert abs(top + height / 2 - 200) < 3
    assert abs(width - 69) < 6
    assert abs(seen.centre[0] - 200) < 2
    assert seen.reader == "both"


def test_grey_and_four_channels_read_the_same() -> None:
    image = scene_of().image
    alpha = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    assert [one.tag for one in read_tags(to_grey(image))] == [TILE]
    assert [one.tag for one in read_tags(alpha)] == [TILE]


def test_an_unknown_tag_is_no_tag() -> None:
    image = scene_of().image
    assert read_tags(image, known=[Tag(TagKind.TILE, 18)]) == ()
    (seen,) = read_tags(image, known=[Tag(TagKind.TILE, 18)], foreign=True)
    assert (seen.tag, seen.text) == (None, TILE.text)


def test_a_mirrored_picture_gives_no_tag() -> None:
    image = scene_of(10).image
    assert read_tags(np.ascontiguousarray(image[:, ::-1])) == ()
    assert read_tags(np.ascontiguousarray(image[::-1])) == ()


@pytest.mark.parametrize("corner", [(-1, -1), (1, -1), (-1, 1), (1, 1)])
def test_one_covered_corner_is_still_read(corner: tuple[int, int]) -> None:
    reach = 0.115 + 0.085
    disc = (corner[0] * reach * 0.98, corner[1] * reach * 0.98, 0.15)
    scene = scene_of(8, (disc,))
    assert scene.tags[0].covered > 0.01
    (seen,) = read_tags(scene.image)
    assert (seen.tag, seen.turn) == (TILE, 0)


def test_a_covered_code_gives_nothing() -> None:
    assert read_tags(scene_of(0, ((0.0, 0.0, 0.09),)).image, foreign=True) == ()


def test_two_readers_that_disagree_give_no_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    image = scene_of().image
    other = Tag(TagKind.TILE, 18).text

    def lying(grey: Image) -> list[Decoded]:
        return [replace(decoded, text=other) for decoded in read_pyzbar(grey)]

    monkeypatch.setattr(reader, "read_pyzbar", lying)
    assert read_tags(image) == ()


@pytest.mark.parametrize("blind", ["read_pyzbar", "read_zxing"])
def test_one_reader_alone_is_named(monkeypatch: pytest.MonkeyPatch, blind: str) -> None:
    monkeypatch.setattr(reader, blind, lambda *_: [])
    (seen,) = read_tags(scene_of(100).image)
    assert (seen.tag, seen.turn) == (TILE, 90)
    assert seen.reader == (ZXING if blind == "read_pyzbar" else PYZBAR)


def test_a_phantom_reading_is_refused_by_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    phantom = Tag(TagKind.TILE, 18).text

    def both_wrong(read: object) -> object:
        return lambda grey, *_: [replace(one, text=phantom) for one in read(grey)]  # type: ignore[operator]

    monkeypatch.setattr(reader, "read_pyzbar", both_wrong(read_pyzbar))
    monkeypatch.setattr(reader, "read_zxing", both_wrong(read_zxing))
    assert read_tags(scene_of().image) == ()


@pytest.mark.parametrize("text", FOREIGN)
def test_foreign_codes_are_text_not_tags(text: str) -> None:
    stray = ForeignCard(text, (0.6, 0.6), 12)
    scene = draw_tag_scene(TagScene(SIZE, ONE_TILE, (), PLAIN, (stray,)))
    assert read_tags(scene.image) == ()
    assert [one.text for one in read_photo_tags(scene.image, foreign=True)] == [text]


@settings(STEADY, max_examples=40)
@given(st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1, max_size=60))
def test_no_text_on_paper_becomes_a_tag(text: str) -> None:
    paper = np.where(np.pad(modules_of_text(text), 4), 20, 235).astype(np.uint8)
    image = paper.repeat(5, axis=0).repeat(5, axis=1)
    tag = tag_or_none(text)
    # with an error level of somebody else's even a right text is at most that very tag
    assert all(one.tag == tag for one in read_tags(image, foreign=False))


@pytest.mark.parametrize("seed", range(6))
def test_no_tag_on_a_table_without_one(seed: int) -> None:
    scene = draw_tag_scene(empty_scene(2_100_000 + seed, (640, 480), foreign=seed % 3))
    assert read_tags(scene.image) == ()


@settings(STEADY, max_examples=60)
@given(st.integers(1, 90), st.integers(1, 90), st.integers(0, 2**32 - 1), st.booleans())
def test_any_noise_is_survived_and_holds_no_tag(width: int, height: int, seed: int, blocks: bool) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (height, width), np.uint8)
    if blocks:
        noise = np.where(noise > 127, 255, 0).astype(np.uint8).repeat(4, axis=0).repeat(4, axis=1)
    assert read_photo_tags(noise, foreign=True) == ()


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((0, 0), np.uint8),
        np.zeros((4, 0, 3), np.uint8),
        np.zeros((4, 4), np.float32),
        np.zeros((4, 4, 2), np.uint8),
        np.zeros(9, np.uint8),
    ],
)
def test_what_is_no_picture_is_refused(image: Image) -> None:
    with pytest.raises(ValueError, match="not a picture"):
        read_tags(image)


def test_windows_lie_within_the_picture_and_hold_the_code() -> None:
    scene = scene_of(20)
    found = find_windows(to_grey(scene.image))
    assert any(window.holds(200, 200) and window.size < 140 for window in found)
    grown = [window.grown(500, scene.image.shape) for window in found]
    assert all((window.left, window.top, window.width, window.height) == (0, 0, 400, 400) for window in grown)


def test_a_large_code_is_read_too() -> None:
    image = cv2.resize(scene_of(90).image, (2000, 2000), interpolation=cv2.INTER_CUBIC)
    (seen,) = read_tags(np.asarray(image, np.uint8))
    assert (seen.tag, seen.turn) == (TILE, 90)
