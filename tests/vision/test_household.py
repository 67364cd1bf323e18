"""Learning from corrections: kept on the device, helping with dice that look like them, harming no other."""

from pathlib import Path

import numpy as np
import pytest

from vision.dice.classes import CLASSES, class_of
from vision.dice.finder import Candidate
from vision.dice.join import Verdict
from vision.household.corrections import MOST, CorrectionStore
from vision.household.prototypes import Prototypes, direction
from vision.household.review import review_lines
from vision.reading import Die

IMAGE = np.random.default_rng(4).integers(0, 255, (200, 200, 3)).astype(np.uint8)
DIE = Die(3, 6, 0.6, (80, 90, 40, 40), "d6-pips", (5, 2))


def test_a_correction_keeps_the_crop_and_the_truth(tmp_path: Path) -> None:
    store = CorrectionStore(tmp_path / "c", clock=lambda: 1_700_000_000.0)
    kept = store.add(IMAGE, DIE, 5)
    assert kept is not None
    assert (kept.read, kept.truth, kept.kind) == (3, 5, "d6-pips")
    again = CorrectionStore(tmp_path / "c")
    assert again.all() == [kept]
    crop = again.crop(kept)
    assert crop is not None
    assert crop.shape == (64, 64, 3)


def test_switched_off_nothing_is_kept(tmp_path: Path) -> None:
    store = CorrectionStore(tmp_path / "c", enabled=False)
    assert store.add(IMAGE, DIE, 5) is None
    assert not (tmp_path / "c").exists()


def test_a_face_the_die_has_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no class"):
        CorrectionStore(tmp_path).add(IMAGE, DIE, 9)


def test_the_oldest_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.household.corrections.MOST", 3)
    store = CorrectionStore(tmp_path)
    for truth in (1, 2, 3, 4, 5):
        store.add(IMAGE, DIE, truth)
    assert [c.truth for c in store.all()] == [3, 4, 5]
    assert len(list(tmp_path.glob("*.png"))) == 3
    assert MOST > 3


def test_a_broken_list_loses_only_its_broken_lines(tmp_path: Path) -> None:
    store = CorrectionStore(tmp_path)
    kept = store.add(IMAGE, DIE, 5)
    with (tmp_path / "corrections.jsonl").open("a", encoding="utf-8") as out:
        out.write('{"half\n[]\n{"crop": "x", "kind": "d6-pips", "read": 1, "truth": 77, "when": 0}\n')
    assert store.all() == [kept]


def test_forget_deletes_everything(tmp_path: Path) -> None:
    store = CorrectionStore(tmp_path)
    store.add(IMAGE, DIE, 5)
    store.forget()
    assert store.all() == []
    assert list(tmp_path.iterdir()) == []


def test_review_says_what_was_corrected(tmp_path: Path) -> None:
    assert list(review_lines(tmp_path, False)) == ["no corrections have been kept"]
    CorrectionStore(tmp_path).add(IMAGE, DIE, 5)
    (line,) = review_lines(tmp_path, False)
    assert "read 3, is 5" in line
    (row,) = review_lines(tmp_path, True)
    assert '"truth": 5' in row


def verdict(face: int) -> Verdict:
    chances = np.zeros(len(CLASSES), np.float32)
    return Verdict(
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
