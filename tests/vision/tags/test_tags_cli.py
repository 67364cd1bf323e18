"""`companion tags` as it is called."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import tags
from companion.content import PackError
from vision.tags.grammar import Kind, Tag
from vision.tags.render import Lying, Stage, Stray, draw
from vision.tags.seen import Picture
from vision.tags.weather import Weather


def call(*words: str) -> int:
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    tags.add_parser(commands)
    args = parser.parse_args(words)
    code: int = args.run(args)
    return code


def picture(tag: Tag, turn: int = 0, foreign: tuple[Stray, ...] = ()) -> Picture:
    plane = np.array([[300.0, 0, 20], [0, 300.0, 20], [0, 0, 1]])
    tile = Lying(tag, (0, 0), turn, (0.5, 0.5), turn)
    return draw(Stage((640, 340), plane, (tile,), Weather(blur=0.4, noise=1), foreign)).picture


def saved(folder: Path, name: str, image: Picture) -> str:
    path = folder / name
    assert cv2.imwrite(str(path), image)
    return str(path)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_json_line_for_each_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [saved(tmp_path, f"{turn}.png", picture(Tag(Kind.TILE, 17), turn)) for turn in (0, 90)]
    assert call("tags", *files, "--json") == 0
    for line, file, turn in zip(lines(capsys), files, (0, 90), strict=True):
        assert line["file"] == file
        assert line["ms"] > 0
        (found,) = line["tags"]
        assert (found["id"], found["turn"], found["reader"]) == ("tile-17", turn, "both")
        assert len(found["box"]) == 4


def test_foreign_codes_only_when_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stray = Stray("https://example.org", (1.5, 0.5), 0)
    file = saved(tmp_path, "both.png", picture(Tag(Kind.TILE, 17), 0, (stray,)))
    assert call("tags", "--json", file) == 0
    assert call("tags", "--json", "--any", file) == 0
    plain, everything = lines(capsys)
    assert [tag.get("id") for tag in plain["tags"]] == ["tile-17"]
    texts = {tag.get("text") for tag in everything["tags"]}
    assert texts == {None, "https://example.org"}


def test_a_tag_that_is_not_of_the_box_is_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = saved(tmp_path, "other.png", picture(Tag(Kind.TILE, 300)))
    assert call("tags", "--json", "--any", file) == 0
    (line,) = lines(capsys)
    assert [tag.get("text") for tag in line["tags"]] == [Tag(Kind.TILE, 300).text]


def test_bad_files_are_told_and_the_good_ones_still_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = saved(tmp_path, "good.png", picture(Tag(Kind.TILE, 1)))
    whole = Path(good).read_bytes()
    contents = {"empty.png": b"", "text.png": b"hello", "cut.png": whole[:200], "noise.jpg": bytes(range(256)) * 9}
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    bad = [str(tmp_path / name) for name in (*contents, "missing.png", "")] + ["nul\0byte.png"]
    assert call("tags", "--json", *bad, good) == 1
    *refused, read = lines(capsys)
    assert [line["file"] for line in refused] == bad
    assert all(set(line) == {"file", "error"} and line["error"] for line in refused)
    assert len(read["tags"]) == 1


def test_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = saved(tmp_path, "one.png", picture(Tag(Kind.TILE, 2), 180))
    blank = saved(tmp_path, "blank.png", np.full((50, 50, 3), 200, np.uint8))
    assert call("tags", file, blank, str(tmp_path / "none.png")) == 1
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == f"{file}: tile-2 turned 180"
    assert second == f"{blank}: no tags"
    assert "cannot be read" in third


def test_a_broken_box_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> None:
        raise PackError("cards.toml: no name")

    monkeypatch.setattr(tags, "Library", broken)
    assert call("tags", "x.png") == 1
    assert "cards.toml: no name" in capsys.readouterr().err
