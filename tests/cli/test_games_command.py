"""export, import and replay as commands."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from companion.cli import main
from companion.data_folder import lock_folder
from tests.table.table_rig import begin, games_in, play


@pytest.fixture
def game(tmp_path: Path) -> str:
    games = games_in(tmp_path / "games")
    table = begin(games, "ritual")
    play(table, random.Random(2), 80, back=0.1)
    games.close()
    return table.name


def test_a_game_goes_out_comes_in_and_replays(tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    file, data = tmp_path / "a.jsonl", ["--data", str(tmp_path)]
    assert main(["export", *data]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == game
    assert main(["export", *data, game, "--out", str(file)]) == 0
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out.startswith(f"ok {file}: ")
    assert main(["import", *data, str(file)]) == 0
    copy = capsys.readouterr().out.strip()
    assert main(["export", *data, copy]) == 0
    # All but the name the game was begun under is the same, checksums included.
    assert capsys.readouterr().out == file.read_text()
    assert main(["export", *data, game, "--seat", "demon", "--out", str(file)]) == 0
    assert main(["replay", str(file)]) == 0


def test_files_that_cannot_be_used(tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    junk = tmp_path / "junk"
    junk.write_bytes(b"\xff\x00 junk")
    assert main(["replay", str(junk), str(tmp_path / "nothing")]) == 1
    assert capsys.readouterr().out.count("FAIL ") == 2
    assert main(["import", "--data", str(tmp_path), str(junk)]) == 2
    assert "import/bad_file" in capsys.readouterr().err
    assert main(["import", "--data", str(tmp_path), str(tmp_path / "nothing")]) == 2
    assert main(["export", "--data", str(tmp_path), "no-such"]) == 2
    assert "table/no_such_game" in capsys.readouterr().err


def test_a_folder_in_use_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with lock_folder(tmp_path):
        assert main(["export", "--data", str(tmp_path)]) == 2
    assert "another service is using" in capsys.readouterr().err


def test_games_are_named_put_away_deleted_and_restored(
    tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> str:
        assert main(["games", words[0], "--data", str(tmp_path), *words[1:]]) == 0
        return capsys.readouterr().out.strip()

    assert json.loads(run("list"))["game"] == game
    assert json.loads(run("rename", game, "Tuesday"))["title"] == "Tuesday"
    assert run("list", "nothing") == ""
    assert json.loads(run("list", "tues"))["game"] == game
    run("archive", game)
    assert run("list") == ""
    assert json.loads(run("list", "--archived"))["game"] == game
    run("unarchive", game)
    deleted = run("delete", game)
    assert run("list") == ""
    assert json.loads(run("kept"))["id"] == deleted
    assert json.loads(run("show", deleted))["reason"] is None
    assert run("restore", deleted) == game
    assert json.loads(run("list"))["title"] == "Tuesday"
    assert main(["games", "restore", "--data", str(tmp_path), deleted]) == 2
    assert "table/no_such_game" in capsys.readouterr().err
    assert main(["games", "rename", "--data", str(tmp_path), game, "x" * 81]) == 2


def test_a_damaged_game_is_shown_exported_and_restored(
    tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    file = tmp_path / "games" / f"{game}.game"
    spoilt = bytearray(file.read_bytes())
    spoilt[spoilt.rindex(b'"intent":"test-') + 3] ^= 1
    file.write_bytes(spoilt)
    assert main(["export", *data, game]) == 0
    good = len(capsys.readouterr().out.splitlines())
    assert main(["games", "kept", *data]) == 0
    aside = json.loads(capsys.readouterr().out)["id"]
    assert main(["games", "show", *data, aside]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["kind"], shown["records"]) == ("damaged", good)
    assert "checksum" in shown["reason"]
    assert main(["export", *data, aside, "--out", str(tmp_path / "good.jsonl")]) == 0
    assert main(["replay", str(tmp_path / "good.jsonl")]) == 0
    capsys.readouterr()
    assert main(["games", "restore", *data, aside]) == 0
    copy = capsys.readouterr().out.strip()
    assert main(["export", *data, copy]) == 0
    assert capsys.readouterr().out == (tmp_path / "good.jsonl").read_text()
