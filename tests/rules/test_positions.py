"""The position files of this project: every rule of the base box as questions to the referee."""

import json
from pathlib import Path

import pytest

from companion.content import load_box
from companion.content.judging import judge_file

FILES = sorted((Path(__file__).parents[1] / "positions").glob("*.json"))
BOX = load_box()


def test_there_are_positions() -> None:
    assert len(FILES) > 150


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_position(path: Path) -> None:
    assert judge_file(path, BOX).complaint == ""


def test_names_are_unlike() -> None:
    names = [json.loads(path.read_text())["name"] for path in FILES]
    assert len(set(names)) == len(names)
