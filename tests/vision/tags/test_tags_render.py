"""The renderer: the same seed the same image, and the truth where it says."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evaluation.tag_images import TagScene, TileOnTable, covered_share, draw_tag_scene, tile_face
from vision.evaluation.tag_scenes import board_scene, connected_cells, empty_scene, tray_scene
from vision.images import Image
from vision.tags.grammar import Tag, TagKind
from vision.tags.pattern import MODULES, modules_of, straightened
from vision.training.degradation import Degradation, degraded


def test_the_same_seed_gives_the_same_picture() -> None:
    first, second, other = (draw_tag_scene(tray_scene(seed, foreign=True)) for seed in (11, 11, 12))
    assert np.array_equal(first.image, second.image)
    assert not np.array_equal(first.image, other.image)


def test_frames_of_a_film_show_the_same_tile_a_little_moved() -> None:
    first, second = (draw_tag_scene(tray_scene(11, frame=frame)) for frame in (0, 1))
    assert first.tags[0].tag == second.tags[0].tag
    apart = np.abs(first.tags[0].corners - second.tags[0].corners).max()
    assert 0 < apart < 10


def test_sizes_and_foreign_texts() -> None:
    scene = draw_tag_scene(empty_scene(1, (320, 200), foreign=2))
    assert scene.image.shape == (200, 320, 3)
    assert scene.tags == ()
    assert len(scene.foreign) == 2


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_true_corners_frame_the_code(angle: int) -> None:
    tag = Tag(TagKind.TILE, 5)
    plane = np.array([[400.0, 0, 10], [0, 400.0, 10], [0, 0, 1]])
    scene = draw_tag_scene(
        TagScene((420, 420), plane, (TileOnTable(tag, (0, 0), angle, (0.5, 0.5), angle),), Degradation())
    )
    flat = straightened(scene.image[..., 0].copy(), scene.tags[0].corners, MODULES * 4)
    middles = flat.reshape(MODULES, 4, MODULES, 4)[:, 1:3, :, 1:3].mean(axis=(1, 3))
    assert np.array_equal(middles < 130, modules_of(tag))


def test_boards_are_connected_and_hold_every_tile_once() -> None:
    cells = connected_cells(24, 7, 4, np.random.default_rng(1))
    assert len(set(cells)) == 24
    for index, (x, y) in enumerate(cells[1:], start=1):
        assert any(abs(x - other_x) + abs(y - other_y) == 1 for other_x, other_y in cells[:index])
    assert len({tile.tag for tile in board_scene(1, 36, 6, 6, (600, 600)).tiles}) == 36


def test_covered_share_counts_the_squares_under_discs() -> None:
    tile = TileOnTable(Tag(TagKind.TILE, 1), (0, 0), 0, (0.5, 0.5), 0)
    assert covered_share(tile, (0, 0)) == 0
    whole = TileOnTable(tile.tag, (0, 0), 0, (0.5, 0.5), 0, ((0, 0, 0.5),))
    assert covered_share(whole, (0, 0)) == 1
    corner = TileOnTable(tile.tag, (0, 0), 0, (0.5, 0.5), 0, ((0.2, 0.2, 0.13),))
    assert 0 < covered_share(corner, (0, 0)) < 0.1


def grey(value: int) -> Image:
    return np.full((120, 160, 3), value, np.uint8)


def noisy() -> Image:
    return np.random.default_rng(1).integers(0, 256, (120, 160, 3), np.uint8)


def test_a_label_must_fit_on_its_tile() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        tile_face(Tag(TagKind.TILE, 1), np.random.default_rng(1), (0.4, 0.4))


def test_each_weather_does_what_it_says() -> None:
    rng = np.random.default_rng(3)
    assert np.array_equal(degraded(grey(100), Degradation(), rng), grey(100))
    assert degraded(grey(100), Degradation(light=0.5), rng).mean() == pytest.approx(50, abs=1)
    assert degraded(grey(100), Degradation(shadow=0.5), rng).min() < 60
    assert degraded(grey(100), Degradation(glare=80), rng).max() > 140
    assert degraded(grey(100), Degradation(slope=0.4), rng).std() > 5
    assert degraded(grey(100), Degradation(noise=5), rng).std() == pytest.approx(5, abs=0.5)
    assert degraded(noisy(), Degradation(jpeg=60), rng).std() < noisy().std()
    step = grey(20)
    step[:, 80:] = 220
    for soft in (Degradation(blur=2), Degradation(move=3)):
        middle = degraded(step, soft, rng)[60, 76:84, 0].astype(int)
        assert ((middle > 25) & (middle < 215)).any()
