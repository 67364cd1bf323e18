"""The bars the tag reader must pass, on a few rendered frames; the bench measures the same on many."""

from __future__ import annotations

from vision.evaluation.tag_bench import mixed_frame, score_boards, score_frames, score_votes
from vision.evaluation.tag_scenes import board_scene, tray_scene

# neither used while the reader was made nor by the bench
SEED = 2_000_000


def test_one_tile_in_the_tray_is_read_within_three_frames() -> None:
    score = score_votes([tray_scene(SEED + seed, frame=frame) for frame in range(3)] for seed in range(60))
    assert score.rate >= 0.995
    assert (score.wrong, score.turned_wrong) == (0, 0)


def test_a_board_of_24_tiles() -> None:
    score = score_boards(board_scene(SEED + seed, 24, 6, 4, (2304, 1296)) for seed in range(4))
    assert score.rate >= 0.99
    assert (score.wrong, score.turned_wrong) == (0, 0)
    assert score.grids_right == score.grids


def test_a_board_of_36_tiles_at_full_size() -> None:
    score = score_boards([board_scene(SEED, 36, 8, 5, (4608, 2592))])
    assert score.rate >= 0.99
    assert (score.wrong, score.turned_wrong) == (0, 0)


def test_no_wrong_id_with_and_without_foreign_codes() -> None:
    score = score_frames(mixed_frame(SEED + seed) for seed in range(100))
    assert score.tags == 50
    assert score.rate >= 0.95
    assert (score.wrong, score.turned_wrong) == (0, 0)
