"""What the finder sees at several sizes of one image becomes one candidate for each die."""

import numpy as np

from vision.dice.finder import Candidate, merge_candidates

CLASSES = np.zeros(1, np.float32)


def candidate(x: float, size: float = 40.0, score: float = 0.9) -> Candidate:
    return Candidate(x, 100.0, size, score, CLASSES, 40.0)


def test_of_one_die_the_best_candidate_is_kept() -> None:
    best = candidate(101, score=0.95)
    assert merge_candidates([candidate(100), best, candidate(104, size=44, score=0.5)]) == [best]


def test_dice_that_touch_and_a_pip_on_a_die_are_candidates_of_their_own() -> None:
    seen = [candidate(100), candidate(141, score=0.8), candidate(100, size=9, score=0.7)]
    assert merge_candidates(seen) == seen


def test_a_candidate_that_was_dropped_drops_no_other() -> None:
    """The second is one with the first, the third only with the second."""
    first, second, third = candidate(100), candidate(115, score=0.8), candidate(130, score=0.7)
    assert merge_candidates([third, first, second]) == [first, third]


def test_where_nothing_was_seen_there_is_nothing_to_merge() -> None:
    assert merge_candidates([]) == []
