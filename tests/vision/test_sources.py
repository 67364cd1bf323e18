"""The split of sources: what is reported on is neither learned from nor chosen on, and looking at it leaves a trace."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.training.dice.scenes import boxed_scenes, photo_scenes
from vision.training.dice.thresholds import photo_cases
from vision.training.sources import (
    RUNS,
    LabelledPhoto,
    Side,
    WrongSide,
    choosing_photos,
    group_of,
    report_photos,
    require_side,
    shared_pictures,
    source_groups,
    training_photos,
)

TRAIN, CHOOSE, REPORT = "DamianTab/DiceDetection", "burak0206/DiceRecognition", "skovy/tensorflow-dice-model"


def add_photo(photos: Path, source: str, name: str, licence: str = "MIT", folder: str = "dice") -> None:
    (photos / folder).mkdir(parents=True, exist_ok=True)
    look = np.random.default_rng(sum(name.encode())).integers(0, 255, (6, 8, 3)).astype(np.uint8)
    cv2.imwrite(str(photos / folder / name), cv2.resize(look, (80, 60), interpolation=cv2.INTER_CUBIC))
    label = {"file": name, "source": source, "licence": licence, "kind": "d6-pips", "faces": [4], "view": "overhead"}
    with (photos / folder / "labels.jsonl").open("a", encoding="utf-8") as out:
        out.write(json.dumps({**label, "scope": "in", "boxes": [[10, 10, 20, 20, 4]]}) + "\n")


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    add_photo(tmp_path, TRAIN, "t.png")
    add_photo(tmp_path, CHOOSE, "c.png", "none stated", "dice-more")
    add_photo(tmp_path, REPORT, "r.png")
    return tmp_path


@pytest.fixture
def card(tmp_path: Path) -> Path:
    card = tmp_path / "MODEL.md"
    card.write_text(f"# A card\n\n{RUNS}\n- 2026-01-01: before\n", encoding="utf-8")
    return card


def names(photos: list[LabelledPhoto]) -> list[str]:
    return [photo.name for photo in photos]


def test_each_use_gets_its_own_pictures(photos: Path, card: Path) -> None:
    assert names(training_photos(photos)) == ["t.png"]
    assert names(choosing_photos(photos)) == ["c.png"]
    assert names(report_photos(photos, "to see", card)) == ["r.png"]


def test_every_look_at_report_is_in_the_card(photos: Path, card: Path) -> None:
    report_photos(photos, "the second reader, first figures", card)
    lines = card.read_text(encoding="utf-8").splitlines()
    assert lines[-2] == "- 2026-01-01: before"
    assert lines[-1].endswith(": the second reader, first figures")


def test_no_look_without_a_reason_or_a_card_to_log_it_in(photos: Path, card: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.md"
    bare.write_text("# A card\n", encoding="utf-8")
    for purpose, where in ((" ", card), ("to see", bare)):
        with pytest.raises(WrongSide):
            report_photos(photos, purpose, where)
    bare.write_text(f"# A card\n\n{RUNS}\n\n## More\n", encoding="utf-8")
    with pytest.raises(WrongSide, match="last part"):
        report_photos(photos, "to see", bare)


def test_nothing_learns_from_or_chooses_on_report(photos: Path, card: Path) -> None:
    report = report_photos(photos, "to see", card)
    for use in (photo_scenes, boxed_scenes, lambda some: photo_cases(some, 1)):
        with pytest.raises(WrongSide, match=REPORT):
            use(report)
    with pytest.raises(WrongSide, match=CHOOSE):
        boxed_scenes(choosing_photos(photos))
    with pytest.raises(WrongSide, match=TRAIN):
        require_side(Side.CHOOSE, training_photos(photos))
    assert len(boxed_scenes(training_photos(photos))) == 1


def test_a_closed_licence_is_not_trained_on(photos: Path) -> None:
    add_photo(photos, TRAIN, "closed.png", "none stated")
    with pytest.raises(WrongSide, match="licence"):
        training_photos(photos)


def test_a_source_is_on_exactly_one_side(photos: Path) -> None:
    every = [source for group in source_groups() for source in group.sources]
    assert len(every) == len(set(every))
    assert {group.side for group in source_groups()} == set(Side)
    add_photo(photos, "somebody/new", "n.png")
    with pytest.raises(WrongSide, match="somebody/new"):
        training_photos(photos)
    assert group_of(REPORT).side is Side.REPORT


def test_a_grey_smaller_copy_at_another_source_is_found(photos: Path) -> None:
    copy = cv2.imread(str(photos / "dice" / "t.png"))
    assert copy is not None
    small = cv2.resize(cv2.cvtColor(copy, cv2.COLOR_BGR2GRAY), (60, 45), interpolation=cv2.INTER_AREA)
    add_photo(photos, CHOOSE, "copy.png", folder="dice-more")
    cv2.imwrite(str(photos / "dice-more" / "copy.png"), small)
    pairs = shared_pictures(training_photos(photos) + choosing_photos(photos))
    assert [(one.name, other.name) for one, other in pairs] == [("t.png", "copy.png")]
