"""What a player corrects is kept and heeded."""

from pathlib import Path

import cv2
import numpy as np

from companion.devices.lessons import Lessons
from vision.household.corrections import CorrectionStore
from vision.household.prototypes import Prototypes
from vision.reading import Die, Reading

_, PACKED = cv2.imencode(".jpg", np.full((120, 160, 3), 90, np.uint8))
JPEG = PACKED.tobytes()


def reading(*faces: int) -> Reading:
    dice = tuple(Die(face, 6, 0.7, (10 + 40 * i, 20, 30, 30)) for i, face in enumerate(faces))
    return Reading(dice, "unsure", False, "roll-000001")


def test_only_the_wrong_dice_teach_and_the_reader_is_told(tmp_path: Path) -> None:
    taught: list[Prototypes] = []
    lessons = Lessons(tmp_path, taught.append)
    lessons.told("dice-1", reading(3, 5), JPEG)
    assert lessons.corrected("dice-1", [3, 6]) == 1
    assert [(c.read, c.truth) for c in CorrectionStore(tmp_path).all()] == [(5, 6)]
    assert len(taught) == 1
    assert lessons.corrected("dice-1", [1, 1]) == 0, "a reading is corrected once"


def test_a_correction_that_names_no_die_teaches_nothing(tmp_path: Path) -> None:
    taught: list[Prototypes] = []
    lessons = Lessons(tmp_path, taught.append)
    lessons.told("dice-1", reading(3, 5), JPEG)
    assert lessons.corrected("dice-1", [3, 5, 1]) == 0
    assert lessons.corrected("dice-9", [3]) == 0
    lessons.told("dice-2", reading(3), b"no picture")
    assert lessons.corrected("dice-2", [4]) == 0
    assert taught == []


def test_what_was_learned_last_evening_is_there_again(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path, lambda taught: None)
    lessons.told("dice-1", reading(5), JPEG)
    lessons.corrected("dice-1", [6])
    taught: list[Prototypes] = []
    Lessons(tmp_path, taught.append)
    assert len(taught[0].classes) == 1


def test_old_readings_are_forgotten(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path, lambda taught: None)
    for number in range(20):
        lessons.told(f"dice-{number}", reading(2), JPEG)
    assert lessons.corrected("dice-0", [4]) == 0
    assert lessons.corrected("dice-19", [4]) == 1
