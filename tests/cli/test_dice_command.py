"""`companion dice`: a line for each picture, whatever the file is."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.devices.home_learning import ToldDiceStore
from vision.dice.reading import DieReading
from vision.render.scene import SceneOptions, make_scene

WISH = SceneOptions(long_side=480, dice=3, kind="d6-pips", die_size=(40, 50), oblique=0, cocked=0, things=0, hand=0)


def command(*words: str) -> int:
    return main(["dice", *words])


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    file = tmp_path / "dice.jpg"
    cv2.imwrite(str(file), make_scene(3, WISH).image)
    return file


def test_json_has_the_fields_of_the_contract(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(str(photo), "--json") == 0
    row = json.loads(capsys.readouterr().out)
    assert set(row) == {"file", "dice", "state", "sure", "likely", "ms"}
    assert row["file"] == str(photo)
    assert row["state"] in {"empty", "settled", "cocked", "unsure"}
    assert row["dice"]
    for die in row["dice"]:
        assert set(die) == {"face", "sides", "confidence", "box"}
        assert 0 <= die["confidence"] <= 1
        assert len(die["box"]) == 4


def test_boxes_are_in_pixels_of_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = make_scene(3, WISH).image
    small, large = tmp_path / "small.png", tmp_path / "large.png"
    cv2.imwrite(str(small), image)
    cv2.imwrite(str(large), cv2.resize(image, None, fx=7, fy=7, interpolation=cv2.INTER_CUBIC))
    assert command(str(small), str(large), "--json") == 0
    one, two = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert len(one["dice"]) == len(two["dice"]) > 0
    for a, b in zip(one["dice"], two["dice"], strict=True):
        assert np.allclose(np.array(a["box"]) * 7, b["box"], atol=60)


def test_bad_files_are_lines_with_an_error_and_the_good_ones_are_still_read(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(photo.read_bytes()[:500])
    empty = tmp_path / "empty.png"
    empty.touch()
    assert command(str(broken), str(empty), str(tmp_path / "none.jpg"), str(tmp_path), str(photo), "--json") == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [("error" in row) for row in rows] == [True, True, True, True, False]
    assert all(isinstance(row["error"], str) and row["error"] for row in rows[:4])


def test_without_json_a_line_to_read(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(str(photo)) == 0
    assert capsys.readouterr().out.startswith(f"{photo}: ")


def test_no_picture_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert command() == 2
    assert "no images" in capsys.readouterr().err


def test_review_lists_corrections(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = np.zeros((100, 100, 3), np.uint8)
    ToldDiceStore(tmp_path / "corrections").add(image, DieReading(2, 6, 0.5, (30, 30, 40, 40)), 4)
    assert command("--review", "--data", str(tmp_path)) == 0
    assert "read 2, is 4" in capsys.readouterr().out


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((1, 1, 3), np.uint8),
        np.full((2000, 3, 3), 255, np.uint8),
        np.random.default_rng(1).integers(0, 255, (300, 400), dtype=np.uint8),
    ],
    ids=["one pixel", "a strip", "noise"],
)
def test_odd_pictures_are_never_sure(image: np.ndarray, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "odd.png"
    cv2.imwrite(str(file), image)
    assert command(str(file), "--json") == 0
    assert json.loads(capsys.readouterr().out)["sure"] is False
