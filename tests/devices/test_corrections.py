"""What a player corrects is kept and heeded."""

from pathlib import Path

import numpy as np
import pytest

from companion.devices.corrections import CorrectionLearner, CorrectionStore, review_lines
from vision.dice.corrections import Prototypes
from vision.dice.reading import DiceReading, DieReading

IMAGE = np.full((120, 160, 3), 90, np.uint8)
CROP = np.random.default_rng(4).integers(0, 255, (64, 64, 3)).astype(np.uint8)
DIE = DieReading(3, 6, 0.6, (80, 90, 40, 40), "d6-pips", (5, 2))


def reading(*faces: int) -> DiceReading:
    dice = tuple(DieReading(face, 6, 0.7, (10 + 40 * i, 20, 30, 30)) for i, face in enumerate(faces))
    return DiceReading(dice, "unsure", False)


def test_only_the_wrong_dice_teach_and_the_reader_is_told(tmp_path: Path) -> None:
    taught: list[Prototypes] = []
    learner = CorrectionLearner(tmp_path, taught.append)
    learner.remember("dice-1", reading(3, 5), IMAGE)
    assert learner.correct("dice-1", [3, 6]) == 1
    assert [(c.read, c.truth) for c in CorrectionStore(tmp_path).all()] == [(5, 6)]
    assert len(taught) == 1
    assert learner.correct("dice-1", [1, 1]) == 0, "a reading is corrected once"


def test_a_correction_that_names_no_die_teaches_nothing(tmp_path: Path) -> None:
    taught: list[Prototypes] = []
    learner = CorrectionLearner(tmp_path, taught.append)
    learner.remember("dice-1", reading(3, 5), IMAGE)
    assert learner.correct("dice-1", [3, 5, 1]) == 0
    assert learner.correct("dice-9", [3]) == 0
    assert taught == []


def test_what_was_learned_last_evening_is_there_again(tmp_path: Path) -> None:
    learner = CorrectionLearner(tmp_path, lambda taught: None)
    learner.remember("dice-1", reading(5), IMAGE)
    learner.correct("dice-1", [6])
    taught: list[Prototypes] = []
    CorrectionLearner(tmp_path, taught.append)
    assert len(taught[0].classes) == 1


def test_old_readings_are_forgotten(tmp_path: Path) -> None:
    learner = CorrectionLearner(tmp_path, lambda taught: None)
    for number in range(20):
        learner.remember(f"dice-{number}", reading(2), IMAGE)
    assert learner.correct("dice-0", [4]) == 0
    assert learner.correct("dice-19", [4]) == 1


def test_a_correction_keeps_the_crop_and_the_truth(tmp_path: Path) -> None:
    store = CorrectionStore(tmp_path / "c", clock=lambda: 1_700_000_000.0)
    kept = store.add(CROP, DIE, 5)
    assert (kept.read, kept.truth, kept.kind) == (3, 5, "d6-pips")
    again = CorrectionStore(tmp_path / "c")
    assert again.all() == [kept]
    crop = again.crop(kept)
    assert crop is not None
    assert crop.shape == (64, 64, 3)


def test_a_face_the_die_has_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no class"):
        CorrectionStore(tmp_path).add(CROP, DIE, 9)


def test_the_oldest_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.devices.corrections.MOST_KEPT", 3)
    store = CorrectionStore(tmp_path)
    for truth in (1, 2, 3, 4, 5):
        store.add(CROP, DIE, truth)
    assert [c.truth for c in store.all()] == [3, 4, 5]
    assert len(list(tmp_path.glob("*.png"))) == 3


def test_a_broken_list_loses_only_its_broken_lines(tmp_path: Path) -> None:
    store = CorrectionStore(tmp_path)
    kept = store.add(CROP, DIE, 5)
    with (tmp_path / "corrections.jsonl").open("a", encoding="utf-8") as out:
        out.write('{"half\n[]\n{"crop": "x", "kind": "d6-pips", "read": 1, "truth": 77, "when": 0}\n')
    assert store.all() == [kept]


def test_review_says_what_was_corrected(tmp_path: Path) -> None:
    assert list(review_lines(tmp_path, False)) == ["no corrections have been kept"]
    CorrectionStore(tmp_path).add(CROP, DIE, 5)
    (line,) = review_lines(tmp_path, False)
    assert "read 3, is 5" in line
    (row,) = review_lines(tmp_path, True)
    assert '"truth": 5' in row
