"""Tags of one image to a grid, and two grids compared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vision.evaluation.tag_images import TagScene, TrueTag, draw_tag_scene, table_perspective, true_tags
from vision.evaluation.tag_scenes import board_scene
from vision.tags.grammar import Tag, TagKind
from vision.tags.layout import LabelPlace, LayoutChange, LayoutDifference, PlacedTag, arrange_board, compare_layouts
from vision.tags.reader import read_tags
from vision.tags.reading import TagReading, corners_tuple

# the same examples every time, and no clock: the machine may be busy
STEADY = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
SIZE = (2304, 1296)


def scene_of(seed: int, tiles: int, tilt: float) -> TagScene:
    scene = board_scene(seed, tiles, 9, 8, SIZE)
    return replace(scene, to_image=table_perspective(SIZE, (9.3, 8.3), tilt, np.random.default_rng(seed)))


def readings_of(truths: tuple[TrueTag, ...], jitter: float, seed: int = 0) -> list[TagReading]:
    """What a reader would report, its corners off by some pixels."""
    rng = np.random.default_rng((5, seed))
    return [
        TagReading(
            true.tag.text, true.tag, true.turn, corners_tuple(true.corners + rng.normal(0, jitter, (4, 2))), "both"
        )
        for true in truths
    ]


def placed_of(truths: tuple[TrueTag, ...]) -> list[PlacedTag]:
    return [PlacedTag(true.tag, true.cell, true.turn) for true in truths]


def tile(number: int, x: int, y: int, turn: int = 0) -> PlacedTag:
    return PlacedTag(Tag(TagKind.TILE, number), (x, y), turn)


@pytest.mark.parametrize("tilt", [0.0, 0.1, 0.25])
@pytest.mark.parametrize("tiles", [2, 3, 7, 20, 36])
def test_a_slanted_crooked_board_becomes_its_grid(tilt: float, tiles: int) -> None:
    for seed in range(4):
        truths = true_tags(scene_of(seed, tiles, tilt))
        layout = arrange_board(readings_of(truths, 1.0, seed))
        assert not layout.loose
        assert compare_layouts(placed_of(truths), layout.placed, rotation=0).differences == ()


def test_unread_tags_leave_holes_not_shifts() -> None:
    truths = true_tags(scene_of(3, 30, 0.15))
    kept = truths[::2]
    assert compare_layouts(placed_of(kept), arrange_board(readings_of(kept, 1.0)).placed, rotation=0).differences == ()


@pytest.mark.parametrize("at", [(0.3, 0.3), (-0.35, 0.2)])
def test_labels_off_the_middle_of_their_tiles(at: tuple[float, float]) -> None:
    truths = true_tags(replace(scene_of(5, 20, 0.1), label_at=at))
    layout = arrange_board(readings_of(truths, 0.5), LabelPlace(right=at[0], down=at[1]))
    assert compare_layouts(placed_of(truths), layout.placed, rotation=0).differences == ()


def test_the_corner_cell_is_the_origin() -> None:
    layout = arrange_board(readings_of(true_tags(scene_of(1, 12, 0.1)), 0.5))
    assert min(one.cell[0] for one in layout.placed) == 0
    assert min(one.cell[1] for one in layout.placed) == 0


def test_a_tag_beside_the_board_is_loose() -> None:
    truths = true_tags(scene_of(2, 12, 0.05))
    half_off = truths[0].corners + np.array([0.5 * 139, 0])
    stray = replace(truths[0], tag=Tag(TagKind.TILE, 99), corners=half_off)
    layout = arrange_board(readings_of((*truths, stray), 0.3))
    assert [one.tag for one in layout.loose] == [stray.tag]
    assert len(layout.placed) == 12


def test_nothing_and_one() -> None:
    assert arrange_board([]).placed == ()
    (alone,) = arrange_board(readings_of(true_tags(scene_of(1, 1, 0.1)), 0.5)).placed
    assert alone.cell == (0, 0)


def test_an_image_of_a_board() -> None:
    scene = board_scene(2_200_000, 6, 3, 2, (1000, 700))
    # figures stand beside a label in the middle; this one is elsewhere, where they would hide it
    first, *others = (replace(tile, discs=()) for tile in scene.tiles)
    scene = replace(scene, tiles=(replace(first, tag=Tag(TagKind.CARD, 3)), *others), label_at=(0.2, -0.1))
    tiles = [
        one for one in read_tags(draw_tag_scene(scene).image) if one.tag is not None and one.tag.kind is TagKind.TILE
    ]
    layout = arrange_board(tiles, LabelPlace(right=0.2, down=-0.1))
    truths = true_tags(scene)[1:]
    assert compare_layouts(placed_of(truths), layout.placed, rotation=0).differences == ()


def test_foreign_codes_are_left_aside() -> None:
    seen = readings_of(true_tags(scene_of(1, 4, 0.1)), 0.5)
    assert len(arrange_board([*seen, replace(seen[0], tag=None)]).placed) == 4


EXPECTED = [tile(1, 0, 0), tile(2, 1, 0, 90), tile(3, 1, 1, 180), tile(4, 2, 1, 270), tile(5, 2, 2)]


def changes(differences: tuple[LayoutDifference, ...]) -> list[tuple[LayoutChange, int]]:
    return [(one.change, one.tag.number) for one in differences]


def test_each_kind_of_difference() -> None:
    seen = [tile(1, 0, 0), tile(2, 1, 0, 180), tile(3, 1, 1, 180), tile(5, 3, 2), tile(12, 0, 1)]
    found = compare_layouts(EXPECTED, seen).differences
    assert changes(found) == [
        (LayoutChange.TURNED, 2),
        (LayoutChange.MISSING, 4),
        (LayoutChange.MOVED, 5),
        (LayoutChange.UNEXPECTED, 12),
    ]
    assert (found[0].expected, found[0].found) == (EXPECTED[1], seen[1])
    assert (found[1].expected, found[1].found) == (EXPECTED[3], None)
    assert (found[3].expected, found[3].found) == (None, seen[4])


@settings(STEADY)
@given(st.sampled_from((0, 90, 180, 270)), st.integers(-9, 9), st.integers(-9, 9))
def test_the_camera_may_stand_anywhere(rotation: int, x: int, y: int) -> None:
    elsewhere = compare_layouts(EXPECTED, EXPECTED, rotation=rotation).found
    moved = [PlacedTag(one.tag, (one.cell[0] + x, one.cell[1] + y), one.turn) for one in elsewhere]
    comparison = compare_layouts(EXPECTED, moved)
    assert comparison.differences == ()
    assert sorted(comparison.found) == sorted(EXPECTED)
    assert (comparison.rotation + rotation) % 360 == 0


def test_a_second_copy_of_a_tag_is_unexpected() -> None:
    found = compare_layouts(EXPECTED, [*EXPECTED, tile(1, 5, 5)]).differences
    assert changes(found) == [(LayoutChange.UNEXPECTED, 1)]
    assert found[0].found == tile(1, 5, 5)


def test_a_turn_that_cannot_be_told_is_no_difference() -> None:
    seen = [tile(1, 0, 0, 180), tile(2, 1, 0, 180), tile(3, 1, 1), tile(4, 2, 1, 90), tile(5, 2, 2, 90)]
    symmetry = {Tag(TagKind.TILE, number): turn for number, turn in ((1, 180), (2, 90), (3, 180), (4, 180), (5, 180))}
    assert changes(compare_layouts(EXPECTED, seen, symmetry=symmetry).differences) == [(LayoutChange.TURNED, 5)]


def test_two_tiles_far_apart() -> None:
    scene = board_scene(7, 2, 5, 1, SIZE)
    first, second = scene.tiles
    apart = (
        replace(first, cell=(0, 0), centre=(0.65, 0.65)),
        replace(second, cell=(4, 0), centre=(4.65, 0.65)),
    )
    truths = true_tags(replace(scene, tiles=apart))
    assert (
        compare_layouts(placed_of(truths), arrange_board(readings_of(truths, 0.5)).placed, rotation=0).differences == ()
    )


def test_nothing_in_common() -> None:
    found = compare_layouts([tile(1, 0, 0)], [tile(2, 0, 0)]).differences
    assert changes(found) == [(LayoutChange.MISSING, 1), (LayoutChange.UNEXPECTED, 2)]
    assert compare_layouts([], []).differences == ()
