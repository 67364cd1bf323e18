"""Files are replaced whole or not at all."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from companion.files import make_folder, read_text, remove, write_atomically


def test_a_file_is_written_with_its_folder_and_read_by_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "new" / "codes"
    write_atomically(path, "первый")
    write_atomically(path, b"second")
    assert path.read_bytes() == b"second"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["codes"]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "codes"
    write_atomically(path, "old")

    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path], "the draft is gone"


def test_two_who_write_the_same_file_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "codes"
    texts = [letter * 200_000 for letter in "abcd"]
    threads = [threading.Thread(target=write_atomically, args=(path, text)) for text in texts for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_text() in texts
    assert list(tmp_path.iterdir()) == [path]


def test_removing_what_is_not_there_is_nothing(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a", "x")
    remove(tmp_path / "a")
    remove(tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_cannot_be_made_under_a_file(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a", "x")
    with pytest.raises(NotADirectoryError, match="not a folder"):
        make_folder(tmp_path / "a" / "b" / "c")


def test_only_files_of_a_sensible_size_are_read(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a", "twelve bytes")
    assert read_text(tmp_path / "a", 12) == "twelve bytes"
    with pytest.raises(OSError, match="larger than 11 bytes"):
        read_text(tmp_path / "a", 11)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a file"):
        read_text(tmp_path / "pipe")
