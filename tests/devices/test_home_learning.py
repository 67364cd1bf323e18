"""What a player corrects is kept and heeded."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.devices.home_learning import HomeLearner, ToldDiceStore, review_lines
from vision.dice.home import HomeDice
from vision.dice.reading import DiceReading, DieReading

IMAGE = np.full((120, 160, 3), 90, np.uint8)
CROP = np.random.default_rng(4).integers(0, 255, (64, 64, 3)).astype(np.uint8)
DIE = DieReading(3, 6, 0.6, (80, 90, 40, 40), "d6-pips", (5, 2))


def reading(*faces: int) -> DiceReading:
    dice = tuple(DieReading(face, 6, 0.7, (10 + 40 * i, 20, 30, 30)) for i, face in enumerate(faces))
    return DiceReading(dice, "unsure", False)


def test_a_corrected_reading_teaches_the_true_faces_of_all_its_dice(tmp_path: Path) -> None:
    taught: list[HomeDice] = []
    learner = HomeLearner(tmp_path, taught.append)
    learner.remember("dice-1", reading(3, 5), IMAGE)
    assert learner.told("dice-1", [3, 6]) == 1
    assert [(c.read, c.truth) for c in ToldDiceStore(tmp_path).all()] == [(3, 3), (5, 6)]
    assert len(taught) == 1
    assert learner.told("dice-1", [1, 1]) == 0, "a reading is corrected once"


def test_a_confirmed_reading_teaches_once_and_may_still_be_corrected(tmp_path: Path) -> None:
    learner = HomeLearner(tmp_path, lambda taught: None)
    learner.remember("dice-1", reading(3, 5), IMAGE)
    assert [learner.told("dice-1", [3, 5]), learner.told("dice-1", [3, 5])] == [0, 0], "undone and taken again"
    assert learner.to_json() == {"can_read": True, "on": True, "confirmed": 2, "corrected": 0}
    assert learner.told("dice-1", [3, 6]) == 1
    assert learner.to_json() == {"can_read": True, "on": True, "confirmed": 3, "corrected": 1}


@pytest.mark.parametrize("grade", ["sure", "likely"])
def test_what_is_taken_without_anybody_having_to_look_confirms_nothing(tmp_path: Path, grade: str) -> None:
    learner = HomeLearner(tmp_path, lambda taught: None)
    learner.remember("dice-1", replace(reading(3), **{grade: True}), IMAGE)
    learner.told("dice-1", [3])
    assert learner.to_json()["confirmed"] == 0
    learner.told("dice-1", [3], looked=True)  # as in the practice of the first evening
    assert learner.to_json()["confirmed"] == 1
    assert learner.told("dice-1", [4]) == 1, "undone, and corrected"


def test_switched_off_nothing_is_kept_or_used_and_what_was_kept_comes_back(tmp_path: Path) -> None:
    taught: list[HomeDice] = []
    learner = HomeLearner(tmp_path, taught.append)
    learner.remember("dice-1", reading(3), IMAGE)
    learner.told("dice-1", [3])
    learner.switch(False)
    assert len(taught[-1].truths) == 0
    learner.remember("dice-2", reading(4), IMAGE)
    learner.told("dice-2", [5])
    assert learner.to_json() == {"can_read": True, "on": False, "confirmed": 1, "corrected": 0}
    later: list[HomeDice] = []
    again = HomeLearner(tmp_path, later.append)
    assert later == []
    again.switch(True)
    assert len(later[-1].truths) == 1


def test_the_ten_of_a_ten_sided_die_is_its_0(tmp_path: Path) -> None:
    learner = HomeLearner(tmp_path, lambda taught: None)
    ten = DieReading(0, 10, 0.7, (10, 20, 30, 30), "d10-numeral")
    learner.remember("dice-1", DiceReading((ten,), "unsure", False), IMAGE)
    assert learner.told("dice-1", [10]) == 0
    assert learner.to_json()["confirmed"] == 1


def test_a_correction_that_names_no_die_teaches_nothing(tmp_path: Path) -> None:
    taught: list[HomeDice] = []
    learner = HomeLearner(tmp_path, taught.append)
    learner.remember("dice-1", reading(3, 5), IMAGE)
    assert learner.told("dice-1", [3, 5, 1]) == 0
    assert learner.told("dice-9", [3]) == 0
    assert taught == []


def test_what_was_learned_last_evening_is_there_again(tmp_path: Path) -> None:
    learner = HomeLearner(tmp_path, lambda taught: None)
    learner.remember("dice-1", reading(5), IMAGE)
    learner.told("dice-1", [6])
    taught: list[HomeDice] = []
    HomeLearner(tmp_path, taught.append)
    assert len(taught[0].truths) == 1


def test_old_readings_are_forgotten(tmp_path: Path) -> None:
    learner = HomeLearner(tmp_path, lambda taught: None)
    for number in range(20):
        learner.remember(f"dice-{number}", reading(2), IMAGE)
    assert learner.told("dice-0", [4]) == 0
    assert learner.told("dice-19", [4]) == 1


def test_a_correction_keeps_the_crop_and_the_truth(tmp_path: Path) -> None:
    store = ToldDiceStore(tmp_path / "c", clock=lambda: 1_700_000_000.0)
    kept = store.add(CROP, DIE, 5)
    assert (kept.read, kept.truth, kept.kind) == (3, 5, "d6-pips")
    again = ToldDiceStore(tmp_path / "c")
    assert again.all() == [kept]
    crop = again.crop(kept)
    assert crop is not None
    assert crop.shape == (64, 64, 3)


def test_a_face_the_die_has_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no class"):
        ToldDiceStore(tmp_path).add(CROP, DIE, 9)


def test_the_oldest_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.devices.home_learning.MOST_CORRECTED", 2)
    monkeypatch.setattr("companion.devices.home_learning.MOST_CONFIRMED", 1)
    store = ToldDiceStore(tmp_path)
    for truth in (1, 3, 2, 3, 4, 5):  # it was read as 3
        store.add(CROP, DIE, truth)
    assert [(c.truth, c.crop) for c in store.all()] == [(3, "000004.png"), (4, "000005.png"), (5, "000006.png")]
    assert len(list(tmp_path.glob("*.png"))) == 3


def test_a_broken_list_loses_only_its_broken_lines(tmp_path: Path) -> None:
    store = ToldDiceStore(tmp_path)
    kept = store.add(CROP, DIE, 5)
    with (tmp_path / "corrections.jsonl").open("a", encoding="utf-8") as out:
        out.write('{"half\n[]\n{"crop": "x", "kind": "d6-pips", "read": 1, "truth": 77, "when": 0}\n')
    assert store.all() == [kept]


def test_review_says_what_was_corrected(tmp_path: Path) -> None:
    assert list(review_lines(tmp_path, False)) == ["no dice have been kept"]
    ToldDiceStore(tmp_path).add(CROP, DIE, 5)
    (line,) = review_lines(tmp_path, False)
    assert "read 3, is 5" in line
    (row,) = review_lines(tmp_path, True)
    assert '"truth": 5' in row
