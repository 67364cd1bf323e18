"""`companion tags` as it is called."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import images, main
from companion.protocol.box import box_refusal
from vision.evaluation.tag_images import ForeignCard, TagScene, TileOnTable, draw_tag_scene
from vision.images import Image
from vision.tags.grammar import Tag, TagKind
from vision.training.degradation import Degradation


def call(*words: str) -> int:
    return main(["tags", *words])


def picture(tag: Tag, turn: int = 0, foreign: tuple[ForeignCard, ...] = ()) -> Image:
    plane = np.array([[300.0, 0, 20], [0, 300.0, 20], [0, 0, 1]])
    tile = TileOnTable(tag, (0, 0), turn, (0.5, 0.5), turn)
    return draw_tag_scene(TagScene((640, 340), plane, (tile,), Degradation(blur=0.4, noise=1), foreign)).image


def saved(folder: Path, name: str, image: Image) -> str:
    path = folder / name
    assert cv2.imwrite(str(path), image)
    return str(path)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_json_line_for_each_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [saved(tmp_path, f"{turn}.png", picture(Tag(TagKind.TILE, 17), turn)) for turn in (0, 90)]
    assert call(*files, "--json") == 0
    for line, file, turn in zip(lines(capsys), files, (0, 90), strict=True):
        assert line["file"] == file
        assert line["ms"] > 0
        (found,) = line["tags"]
        assert (found["id"], found["turn"], found["reader"]) == ("tile-17", turn, "both")
        assert len(found["box"]) == 4


def test_foreign_codes_only_when_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stray = ForeignCard("https://example.org", (1.5, 0.5), 0)
    file = saved(tmp_path, "both.png", picture(Tag(TagKind.TILE, 17), 0, (stray,)))
    assert call("--json", file) == 0
    assert call("--json", "--any", file) == 0
    plain, everything = lines(capsys)
    assert [tag.get("id") for tag in plain["tags"]] == ["tile-17"]
    texts = {tag.get("text") for tag in everything["tags"]}
    assert texts == {None, "https://example.org"}


def test_a_tag_that_is_not_of_the_box_is_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = saved(tmp_path, "other.png", picture(Tag(TagKind.TILE, 300)))
    assert call("--json", "--any", file) == 0
    (line,) = lines(capsys)
    assert [tag.get("text") for tag in line["tags"]] == [Tag(TagKind.TILE, 300).text]


def test_bad_files_are_told_and_the_good_ones_still_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = saved(tmp_path, "good.png", picture(Tag(TagKind.TILE, 1)))
    whole = Path(good).read_bytes()
    contents = {"empty.png": b"", "text.png": b"hello", "cut.png": whole[:200], "noise.jpg": bytes(range(256)) * 9}
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    bad = [str(tmp_path / name) for name in (*contents, "missing.png", "")] + ["nul\0byte.png"]
    assert call("--json", *bad, good) == 1
    *refused, read = lines(capsys)
    assert [line["file"] for line in refused] == bad
    assert all(set(line) == {"file", "error"} and line["error"] for line in refused)
    assert len(read["tags"]) == 1


def test_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = saved(tmp_path, "one.png", picture(Tag(TagKind.TILE, 2), 180))
    blank = saved(tmp_path, "blank.png", np.full((50, 50, 3), 200, np.uint8))
    assert call(file, blank, str(tmp_path / "none.png")) == 1
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == f"{file}: tile-2 turned 180"
    assert second == f"{blank}: no tags"
    assert "cannot be read" in third


def test_a_broken_box_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> None:
        raise box_refusal("cards.toml", "no name")

    monkeypatch.setattr(images, "LoadedBox", broken)
    assert call("x.png") == 1
    assert "cards.toml: no name" in capsys.readouterr().err
