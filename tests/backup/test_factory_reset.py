"""The factory reset: what goes, what stays, and what a kill in the middle comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.backup.making import backups_in
from companion.backup.reset import RESET, ask_reset, finish_reset
from companion.cli import main
from companion.data_folder import FOLDERS, UPDATE
from companion.protocol.refusal import Refused
from tests.backup.backup_rig import small_folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = small_folder(tmp_path / "data", 2)
    (folder / UPDATE).mkdir(exist_ok=True)
    (folder / "access.json").write_text("{}")
    (folder / "mine.txt").write_text("not the companion's")
    return folder


def files_of(data: Path) -> list[str]:
    return sorted(path.relative_to(data).as_posix() for path in data.rglob("*") if path.is_file())


def test_everything_of_ours_goes_and_today_can_be_had_again(data: Path) -> None:
    ask_reset(data, everything=False)
    assert finish_reset(data)
    (backup,) = backups_in(data / "backups")
    assert files_of(data) == [f"backups/{backup.name}", "mine.txt"]
    assert {path.name for path in data.iterdir() if path.is_dir()} == {*FOLDERS}
    assert not finish_reset(data)
    assert main(["restore", backup.name, "--data", str(data)]) == 0
    assert len(list((data / "games").glob("*.game"))) == 1


def test_the_backups_too(data: Path) -> None:
    assert main(["backup", "--data", str(data)]) == 0
    assert main(["reset", "--everything", "--data", str(data)]) == 0
    assert files_of(data) == ["mine.txt"]


def test_what_cannot_be_saved_first_is_not_forgotten(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Path:
        raise Refused("backup/no_space", "no_space", {"megabytes": 1, "free": 0})

    monkeypatch.setattr("companion.backup.reset.make_backup", full)
    before = files_of(data)
    ask_reset(data, everything=False)
    assert not finish_reset(data)
    assert files_of(data) == before


def test_killed_in_the_middle_it_is_gone_on_from(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask_reset(data, everything=False)

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.backup.reset.shutil.rmtree", killed)
    with pytest.raises(KeyboardInterrupt):
        finish_reset(data)
    monkeypatch.undo()
    assert (data / RESET).exists()
    assert finish_reset(data)
    # One backup, not a second one of the half that was left.
    assert len(backups_in(data / "backups")) == 1
    assert not list((data / "games").glob("*.game"))
