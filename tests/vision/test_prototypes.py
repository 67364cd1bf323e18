"""What corrections teach: they help with dice that look like the corrected ones, and harm no other."""

import numpy as np
import pytest

from vision.dice.corrections import Prototypes, direction
from vision.dice.finder import Candidate
from vision.dice.network import CLASSES, class_of
from vision.dice.scoring import ScoredCandidate


def verdict(face: int) -> ScoredCandidate:
    chances = np.zeros(len(CLASSES), np.float32)
    return ScoredCandidate(
        Candidate(50, 50, 40, 0.9, chances, 40), class_of("d6-pips", face), 0.6, 0.9, 0.5, 0.5, 0.2, 0.1, (2,)
    )


def turned(vector: list[float]) -> np.ndarray:
    return np.tile(np.array(vector, np.float32), (4, 1))


def test_a_die_like_a_corrected_one_is_read_as_corrected_but_not_surely() -> None:
    known = Prototypes(np.stack([direction(turned([1, 0.1, 0]))]), (class_of("d6-pips", 5),))
    adapted = known.adapt(verdict(3), turned([1, 0.12, 0]), certain=False)
    assert CLASSES[adapted.number].face == 5
    assert adapted.guesses[0] == 3
    assert adapted.worst_view == 0


@pytest.mark.parametrize(("features", "certain"), [([0, 1, 0.3], False), ([0, 1, 0.3], True), ([1, 0.45, 0], True)])
def test_dice_that_do_not_look_like_it_stay_as_they_are(features: list[float], certain: bool) -> None:
    known = Prototypes(np.stack([direction(turned([1, 0.1, 0]))] * 2), (class_of("d6-pips", 5),) * 2)
    before = verdict(3)
    assert known.adapt(before, turned(features), certain) is before


def test_what_was_certain_and_corrected_is_asked_about_and_after_a_second_time_read_as_corrected() -> None:
    row, five = direction(turned([1, 0.1, 0])), class_of("d6-pips", 5)
    asked = Prototypes(np.stack([row]), (five,)).adapt(verdict(3), turned([1, 0.12, 0]), certain=True)
    assert (CLASSES[asked.number].face, asked.guesses[0], asked.worst_view) == (3, 5, 0)
    known = Prototypes(np.stack([row, row]), (five, five)).adapt(verdict(3), turned([1, 0.12, 0]), certain=True)
    assert (CLASSES[known.number].face, known.guesses[0], known.worst_view) == (5, 3, 0)


def test_two_corrections_that_look_alike_but_differ_decide_nothing() -> None:
    known = Prototypes(
        np.stack([direction(turned([1, 0.1, 0])), direction(turned([1, 0.11, 0]))]),
        (class_of("d6-pips", 5), class_of("d6-pips", 4)),
    )
    before = verdict(3)
    assert known.adapt(before, turned([1, 0.12, 0]), certain=False) is before
