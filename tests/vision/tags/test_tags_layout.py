"""Tags of one picture to a grid, and two grids compared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vision.tags.board import read_board
from vision.tags.compare import Change, Difference, compare
from vision.tags.grammar import Kind, Tag
from vision.tags.layout import LabelPlace, Placed, arrange
from vision.tags.render import Stage, TrueTag, draw, true_tags, view
from vision.tags.scenes import board
from vision.tags.seen import TagSeen, corners_tuple

# the same examples every time, and no clock: the machine may be busy
STEADY = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
SIZE = (2304, 1296)


def stage_of(seed: int, tiles: int, tilt: float) -> Stage:
    stage = board(seed, tiles, 9, 8, SIZE)
    return replace(stage, to_picture=view(SIZE, (9.3, 8.3), tilt, np.random.default_rng(seed)))


def seen_of(truths: tuple[TrueTag, ...], jitter: float, seed: int = 0) -> list[TagSeen]:
    """What a reader would report, its corners off by some pixels."""
    rng = np.random.default_rng((5, seed))
    return [
        TagSeen(true.tag.text, true.tag, true.turn, corners_tuple(true.corners + rng.normal(0, jitter, (4, 2))), "both")
        for true in truths
    ]


def placed_of(truths: tuple[TrueTag, ...]) -> list[Placed]:
    return [Placed(true.tag, true.cell, true.turn) for true in truths]


def tile(number: int, x: int, y: int, turn: int = 0) -> Placed:
    return Placed(Tag(Kind.TILE, number), (x, y), turn)


@pytest.mark.parametrize("tilt", [0.0, 0.1, 0.25])
@pytest.mark.parametrize("tiles", [2, 3, 7, 20, 36])
def test_a_slanted_crooked_board_becomes_its_grid(tilt: float, tiles: int) -> None:
    for seed in range(4):
        truths = true_tags(stage_of(seed, tiles, tilt))
        layout = arrange(seen_of(truths, 1.0, seed))
        assert not layout.loose
        assert compare(placed_of(truths), layout.placed, rotation=0).differences == ()


def test_unread_tags_leave_holes_not_shifts() -> None:
    truths = true_tags(stage_of(3, 30, 0.15))
    kept = truths[::2]
    assert compare(placed_of(kept), arrange(seen_of(kept, 1.0)).placed, rotation=0).differences == ()


@pytest.mark.parametrize("at", [(0.3, 0.3), (-0.35, 0.2)])
def test_labels_off_the_middle_of_their_tiles(at: tuple[float, float]) -> None:
    truths = true_tags(replace(stage_of(5, 20, 0.1), label_at=at))
    layout = arrange(seen_of(truths, 0.5), LabelPlace(right=at[0], down=at[1]))
    assert compare(placed_of(truths), layout.placed, rotation=0).differences == ()


def test_the_corner_cell_is_the_origin() -> None:
    layout = arrange(seen_of(true_tags(stage_of(1, 12, 0.1)), 0.5))
    assert min(one.cell[0] for one in layout.placed) == 0
    assert min(one.cell[1] for one in layout.placed) == 0


def test_a_tag_beside_the_board_is_loose() -> None:
    truths = true_tags(stage_of(2, 12, 0.05))
    half_off = truths[0].corners + np.array([0.5 * 139, 0])
    stray = replace(truths[0], tag=Tag(Kind.TILE, 99), corners=half_off)
    layout = arrange(seen_of((*truths, stray), 0.3))
    assert [one.tag for one in layout.loose] == [stray.tag]
    assert len(layout.placed) == 12


def test_nothing_and_one() -> None:
    assert arrange([]).placed == ()
    (alone,) = arrange(seen_of(true_tags(stage_of(1, 1, 0.1)), 0.5)).placed
    assert alone.cell == (0, 0)


def test_a_picture_of_a_board() -> None:
    stage = board(2_200_000, 6, 3, 2, (1000, 700))
    # figures stand beside a label in the middle; this one is elsewhere, where they would hide it
    first, *others = (replace(tile, discs=()) for tile in stage.tiles)
    stage = replace(stage, tiles=(replace(first, tag=Tag(Kind.CARD, 3)), *others), label_at=(0.2, -0.1))
    layout = read_board(draw(stage).picture, label=LabelPlace(right=0.2, down=-0.1))
    truths = true_tags(stage)[1:]
    assert compare(placed_of(truths), layout.placed, rotation=0).differences == ()


def test_foreign_codes_are_left_aside() -> None:
    seen = seen_of(true_tags(stage_of(1, 4, 0.1)), 0.5)
    assert len(arrange([*seen, replace(seen[0], tag=None)]).placed) == 4


EXPECTED = [tile(1, 0, 0), tile(2, 1, 0, 90), tile(3, 1, 1, 180), tile(4, 2, 1, 270), tile(5, 2, 2)]


def changes(differences: tuple[Difference, ...]) -> list[tuple[Change, int]]:
    return [(one.change, one.tag.number) for one in differences]


def test_each_kind_of_difference() -> None:
    seen = [tile(1, 0, 0), tile(2, 1, 0, 180), tile(3, 1, 1, 180), tile(5, 3, 2), tile(12, 0, 1)]
    found = compare(EXPECTED, seen).differences
    assert changes(found) == [
        (Change.TURNED, 2),
        (Change.MISSING, 4),
        (Change.MOVED, 5),
        (Change.UNEXPECTED, 12),
    ]
    assert (found[0].expected, found[0].seen) == (EXPECTED[1], seen[1])
    assert (found[1].expected, found[1].seen) == (EXPECTED[3], None)
    assert (found[3].expected, found[3].seen) == (None, seen[4])


@settings(STEADY)
@given(st.sampled_from((0, 90, 180, 270)), st.integers(-9, 9), st.integers(-9, 9))
def test_the_camera_may_stand_anywhere(rotation: int, x: int, y: int) -> None:
    elsewhere = compare(EXPECTED, EXPECTED, rotation=rotation).seen
    moved = [Placed(one.tag, (one.cell[0] + x, one.cell[1] + y), one.turn) for one in elsewhere]
    comparison = compare(EXPECTED, moved)
    assert comparison.differences == ()
    assert sorted(comparison.seen) == sorted(EXPECTED)
    assert (comparison.rotation + rotation) % 360 == 0


def test_a_second_copy_of_a_tag_is_unexpected() -> None:
    found = compare(EXPECTED, [*EXPECTED, tile(1, 5, 5)]).differences
    assert changes(found) == [(Change.UNEXPECTED, 1)]
    assert found[0].seen == tile(1, 5, 5)


def test_a_turn_that_cannot_be_told_is_no_difference() -> None:
    seen = [tile(1, 0, 0, 180), tile(2, 1, 0, 180), tile(3, 1, 1), tile(4, 2, 1, 90), tile(5, 2, 2, 90)]
    symmetry = {Tag(Kind.TILE, number): turn for number, turn in ((1, 180), (2, 90), (3, 180), (4, 180), (5, 180))}
    assert changes(compare(EXPECTED, seen, symmetry=symmetry).differences) == [(Change.TURNED, 5)]


def test_two_tiles_far_apart() -> None:
    stage = board(7, 2, 5, 1, SIZE)
    first, second = stage.tiles
    apart = (
        replace(first, cell=(0, 0), centre=(0.65, 0.65)),
        replace(second, cell=(4, 0), centre=(4.65, 0.65)),
    )
    truths = true_tags(replace(stage, tiles=apart))
    assert compare(placed_of(truths), arrange(seen_of(truths, 0.5)).placed, rotation=0).differences == ()


def test_nothing_in_common() -> None:
    found = compare([tile(1, 0, 0)], [tile(2, 0, 0)]).differences
    assert changes(found) == [(Change.MISSING, 1), (Change.UNEXPECTED, 2)]
    assert compare([], []).differences == ()
