"""Choosing what counts as certain."""

from dataclasses import replace

import numpy as np
import pytest

from vision.dice.finder import Candidate
from vision.dice.network import CLASSES, class_of
from vision.dice.scoring import ScoredCandidate, Thresholds, score_candidate
from vision.render.scene import SceneOptions, make_scene
from vision.training.dice.augmentation import PHOTO_CHANGES, changed_photo
from vision.training.dice.thresholds import (
    LOOSER_SURE,
    LabelledCase,
    ThresholdResult,
    choose_keeping,
    choose_thresholds,
    score_thresholds,
)

SHAPE = (200, 200, 3)


def read(face: int, certainty: float) -> ScoredCandidate:
    chances = np.full(len(CLASSES), 0.0, np.float32)
    chances[class_of("d6-pips", face)] = 1.0
    seen = Candidate(100.0, 100.0, 40.0, 1.0, chances, 40.0)
    return replace(score_candidate(seen, chances[None]), worst_view=certainty, facing=(0.5, 0.0))


def case(certainty: float, truth: int, read_as: int = 4, countable: bool = True) -> LabelledCase:
    return LabelledCase("a", "in", (read(read_as, certainty),), (truth,), SHAPE, countable, "x")


def choose(cases: list[LabelledCase], *opposed: str) -> Thresholds:
    return choose_thresholds(cases, choose_keeping(cases), opposed)


def test_the_limit_stays_clear_of_what_is_wrong() -> None:
    right = [case(certainty, 4) for certainty in np.linspace(0.5, 0.98, 25)]
    loose = choose(right)
    strict = choose([*right, case(0.6, 5)])
    assert loose.sure <= 0.5
    assert 0.6 + LOOSER_SURE < strict.sure < 0.8
    assert score_thresholds([case(0.6, 5)], strict).silent == 0


def test_what_the_second_reader_opposes_needs_no_stricter_limit() -> None:
    right = [case(certainty, 4) for certainty in np.linspace(0.5, 0.98, 25)]
    assert choose([*right, replace(case(0.6, 5), name="opposed")], "opposed").sure == choose(right).sure


def test_one_mistake_is_not_worth_any_number_of_questions() -> None:
    right = [case(0.6, 4)] * 500
    assert choose([*right, case(0.9, 5)]).sure <= 0.6


def test_hidden_dice_count_only_if_they_were_told_as_sure() -> None:
    limits = choose([case(0.9, 4)])
    assert score_thresholds([case(0.95, 4, countable=False)], limits) == ThresholdResult(
        exact=0, sure_right=0, silent=0
    )
    assert score_thresholds([case(0.95, 5, countable=False)], limits) == ThresholdResult(
        exact=0, sure_right=0, silent=1
    )


@pytest.mark.parametrize("which", range(len(PHOTO_CHANGES)))
def test_a_changed_photo_is_another_picture_and_the_same_each_time(which: int) -> None:
    image = make_scene(3, SceneOptions(long_side=160)).image
    other = changed_photo(image, which, 5)
    assert other.dtype == np.uint8
    assert other.shape != image.shape or np.abs(other.astype(int) - image).mean() > 1
    assert np.array_equal(other, changed_photo(image, which, 5))
