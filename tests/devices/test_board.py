"""The camera over the board: chosen by a word, and never in the way of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.devices.assembly import assemble
from companion.devices.board import BoardCamera, see_source
from companion.table.library import Library
from companion.table.problems import TableRefusal
from tests.devices.board_rig import Lies, photo
from vision.cameras.stills import FolderCamera

NAMES = Library().tag_names()


def test_a_folder_stands_in_for_the_camera(tmp_path: Path) -> None:
    (tmp_path / "board.jpg").write_bytes(photo([Lies(36, 0, 0), Lies(2, 0, 1, 180)]))
    devices = assemble("none", "none", NAMES, tmp_path, str(tmp_path))
    assert devices.board is not None
    seen = see_source(devices.board, NAMES)
    assert [(str(one.tag), one.cell, one.turn) for one in seen.placed] == [
        ("tile-36", (0, 0), 0),
        ("tile-2", (0, 1), 180),
    ]


def test_without_one(tmp_path: Path) -> None:
    assert assemble("none", "none", NAMES, tmp_path).board is None
    nowhere = assemble("none", "none", NAMES, tmp_path, str(tmp_path / "nowhere"))
    assert nowhere.board is None
    assert "nowhere" in nowhere.troubles[-1]


def test_a_folder_without_pictures(tmp_path: Path) -> None:
    with pytest.raises(TableRefusal) as refused:
        see_source(BoardCamera(FolderCamera(tmp_path)), NAMES)
    assert refused.value.code == "table/no_board_picture"
