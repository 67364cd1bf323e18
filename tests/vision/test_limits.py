"""Choosing what counts as certain."""

from dataclasses import replace

import numpy as np
import pytest

from vision.dice.classes import CLASSES, class_of
from vision.dice.finder import Candidate
from vision.dice.join import Verdict, judge
from vision.dice.train.cases import Case
from vision.dice.train.changed import CHANGES, changed
from vision.dice.train.limits import LOOSER_SURE, Result, choose, score
from vision.render.scene import Wish, make_scene

SHAPE = (200, 200, 3)


def read(face: int, certainty: float) -> Verdict:
    chances = np.full(len(CLASSES), 0.0, np.float32)
    chances[class_of("d6-pips", face)] = 1.0
    seen = Candidate(100.0, 100.0, 40.0, 1.0, chances, 40.0)
    return replace(judge(seen, chances[None]), worst_view=certainty, facing=(0.5, 0.0))


def case(certainty: float, truth: int, read_as: int = 4, countable: bool = True) -> Case:
    return Case("a", "in", (read(read_as, certainty),), (truth,), SHAPE, countable, "x")


def test_the_limit_stays_clear_of_what_is_wrong() -> None:
    right = [case(certainty, 4) for certainty in np.linspace(0.5, 0.98, 25)]
    loose = choose(right)
    strict = choose([*right, case(0.6, 5)])
    assert loose.sure <= 0.5
    assert 0.6 + LOOSER_SURE < strict.sure < 0.8
    assert score([case(0.6, 5)], strict).silent == 0


def test_one_mistake_is_not_worth_any_number_of_questions() -> None:
    right = [case(0.6, 4)] * 500
    assert choose([*right, case(0.9, 5)]).sure <= 0.6


def test_hidden_dice_count_only_if_they_were_told_as_sure() -> None:
    limits = choose([case(0.9, 4)])
    assert score([case(0.95, 4, countable=False)], limits) == Result(exact=0, sure_right=0, silent=0)
    assert score([case(0.95, 5, countable=False)], limits) == Result(exact=0, sure_right=0, silent=1)


@pytest.mark.parametrize("which", range(len(CHANGES)))
def test_a_changed_photo_is_another_picture_and_the_same_each_time(which: int) -> None:
    image = make_scene(3, Wish(long_side=160)).image
    other = changed(image, which, 5)
    assert other.dtype == np.uint8
    assert other.shape != image.shape or np.abs(other.astype(int) - image).mean() > 1
    assert np.array_equal(other, changed(image, which, 5))
