"""The camera over the board: chosen by a word, and never in the way of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.devices.board_check import BoardCamera
from companion.devices.board_reading import read_board_image
from companion.devices.build import build_devices
from companion.devices.taught_pieces import nothing_taught
from companion.protocol.refusal import Refused
from companion.table.loaded_box import LoadedBox
from tests.devices.board_rig import Lies, photo
from vision.cameras.simulated import FolderCamera

NAMES = LoadedBox().tag_names()


def test_a_folder_stands_in_for_the_camera(tmp_path: Path) -> None:
    (tmp_path / "board.jpg").write_bytes(photo([Lies(36, 0, 0), Lies(2, 0, 1, 180)]))
    devices = build_devices("none", "none", NAMES, tmp_path, str(tmp_path))
    assert devices.board is not None
    seen = read_board_image(devices.board.grab(), NAMES, nothing_taught())
    assert [(str(one.tag), one.cell, one.turn) for one in seen.placed] == [
        ("tile-36", (0, 0), 0),
        ("tile-2", (0, 1), 180),
    ]


def test_without_one(tmp_path: Path) -> None:
    assert build_devices("none", "none", NAMES, tmp_path).board is None
    nowhere = build_devices("none", "none", NAMES, tmp_path, str(tmp_path / "nowhere"))
    assert nowhere.board is None
    assert nowhere.faults[-1].part == "board_camera"
    assert "nowhere" in nowhere.faults[-1].what


def test_a_folder_without_pictures(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        BoardCamera(FolderCamera(tmp_path)).grab()
    assert refused.value.code == "table/no_board_picture"
