"""`companion tags` and `companion labels`, as they are called; the box is a small one of our own."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

import companion.content
from companion.cli import labels, tags
from vision.tags.grammar import Kind, Tag
from vision.tags.render import Lying, Stage, Stray, draw
from vision.tags.seen import Picture
from vision.tags.weather import Weather


def small_box() -> SimpleNamespace:
    tiles = [SimpleNamespace(number=number, kind="plain", openings="NESW") for number in (2, 1, 17)]
    frenzy = SimpleNamespace(id="frenzy", deck="event", name={"en": "Frenzy", "fr": "Frénésie"}, tags=(5, 6))
    names = SimpleNamespace(model_dump=lambda: {"en": "Tunnel", "fr": "Couloir", "ru": "Тоннель"})
    pack = SimpleNamespace(tile_kind=[SimpleNamespace(id="plain", name=names)])
    return SimpleNamespace(pack=pack, tiles=tiles, cards={"frenzy": frenzy})


@pytest.fixture(autouse=True)
def own_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.content, "load_box", small_box, raising=False)


def call(*words: str) -> int:
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    tags.add_parser(commands)
    labels.add_parser(commands)
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
    file = saved(tmp_path, "other.png", picture(Tag(Kind.TILE, 30)))
    assert call("tags", "--json", "--any", file) == 0
    (line,) = lines(capsys)
    assert [tag.get("text") for tag in line["tags"]] == [Tag(Kind.TILE, 30).text]


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


def test_labels_of_the_box() -> None:
    found = labels.labels_of_box("fr")
    assert [label.tag.id for label in found] == [
        *("tile-1", "tile-2", "tile-17"),
        *("calibration-1", "calibration-2", "calibration-3", "calibration-4"),
        *("card-5", "card-6"),
    ]
    assert (found[0].title, found[-1].title) == ("Couloir", "Frénésie")
    assert labels.labels_of_box("de")[-1].title == "Frenzy"


def test_the_sheet_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "labels.pdf"
    assert call("labels", "--out", str(out), "--paper", "letter") == 0
    assert out.read_bytes().startswith(b"%PDF-")
    assert "9 labels" in capsys.readouterr().out


def test_a_sheet_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("labels", "--out", str(tmp_path / "no" / "labels.pdf")) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_other_letters_need_a_font(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "labels.pdf"
    assert call("labels", "--out", str(out), "--language", "ru") == 1
    assert "--font FILE.ttf" in capsys.readouterr().err
    no_font = tmp_path / "no.ttf"
    no_font.write_bytes(b"this is no font")
    for font in (no_font, tmp_path / "missing.ttf", tmp_path):
        assert call("labels", "--out", str(out), "--language", "ru", "--font", str(font)) == 1
        assert "no font that can be used" in capsys.readouterr().err
    assert not out.exists()


def test_a_broken_box_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise ValueError("cards.toml: no name")

    monkeypatch.setattr(companion.content, "load_box", broken)
    assert call("labels", "--out", str(tmp_path / "labels.pdf")) == 1
    assert call("tags", "x.png") == 1
    assert capsys.readouterr().err.count("cards.toml: no name") == 2
    assert not (tmp_path / "labels.pdf").exists()
