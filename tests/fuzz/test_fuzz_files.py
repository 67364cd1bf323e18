"""Files from elsewhere, and files of ours that became something else: refused with a reason, or read; nothing changes.

Games have their own file: tests/table/test_table_hostile_files.py, which `make fuzz` runs too.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.backup.archive import read_manifest
from companion.backup.making import make_backup
from companion.backup.restoring import stage
from companion.data_folder import ACCESS, FIRST_RUN, NETWORK, SEATS, STICKERS
from companion.devices.home_learning import ToldDiceStore
from companion.devices.tray.cards import CardFileError, load_cards
from companion.network.kept import NetworkChoices
from companion.protocol.refusal import Refused
from companion.server.access import Access
from companion.server.first_run import FirstRun
from companion.server.held_seats import HeldSeats
from companion.table.box_store import BoxStore
from tests.backup.backup_rig import FIXTURE, contents, small_folder
from tests.fuzz.odd import anything, changed, damaged, examples, is_coded
from vision.calibrate.profile import CameraProfile

PROFILE = next((FIXTURE / "data" / "cameras").glob("*.json")).read_text()
BOX = (FIXTURE / "data" / "boxes" / "mine.toml").read_bytes()
CORRECTIONS = (FIXTURE / "data" / "corrections" / "corrections.jsonl").read_bytes()


def must_be_coded(refused: Refused) -> None:
    assert is_coded(refused.to_json()), refused


# -- boxes -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def boxes(tmp_path_factory: pytest.TempPathFactory) -> BoxStore:
    return BoxStore(tmp_path_factory.mktemp("boxes"))


@examples(60)
@given(text=damaged(BOX) | st.binary(max_size=300))
def test_a_box(boxes: BoxStore, text: bytes) -> None:
    before = boxes.names()
    try:
        name = boxes.take_in(text.decode("utf-8", "replace"))
    except Refused as refused:
        must_be_coded(refused)
        assert boxes.names() == before
        return
    # A box that was taken in can be played with, or says itself why it cannot.
    try:
        boxes.choose(name)
    except Refused as refused:
        must_be_coded(refused)
    boxes.delete(name)


# -- backups -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return make_backup(small_folder(tmp_path_factory.mktemp("backup") / "data", 1), "asked").read_bytes()


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_folder(tmp_path_factory.mktemp("today") / "data", 2)


@examples(15)
@given(data=st.data())
def test_a_damaged_backup(backup: bytes, today: Path, data: st.DataObject) -> None:
    """Bytes changed anywhere: in the list, in the entries, in what they hold."""
    file = today.parent / "backup.zip"
    file.write_bytes(data.draw(damaged(backup)))
    must_be_refused_or_whole(today, file)


@examples(15)
@given(data=st.data())
def test_a_backup_that_was_made_up(backup: bytes, today: Path, data: st.DataObject) -> None:
    """A whole zip whose list says something else, or whose files have other names."""
    whole, file = today.parent / "whole.zip", today.parent / "backup.zip"
    others = ["../x", "/etc/x", "games/../../x", "games/a/b", "access.json"]
    whole.write_bytes(backup)
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith("manifest.json"):
                content = json.dumps(data.draw(changed(json.loads(content)) | anything)).encode("utf-8", "replace")
            elif data.draw(st.integers(0, 3)) == 0 and others:
                name = others.pop(data.draw(st.integers(0, len(others) - 1)))
            new.writestr(name, content)
    must_be_refused_or_whole(today, file)


def must_be_refused_or_whole(today: Path, file: Path) -> None:
    before = contents(today)
    try:
        read_manifest(file)
        stage(today, file)
    except Refused as refused:
        must_be_coded(refused)
        assert not (today / "restore").exists()
    else:
        shutil.rmtree(today / "restore")
    assert contents(today) == before
    assert sorted(path.name for path in today.parent.iterdir() if path.suffix != ".zip") == [today.name]


# -- what the service keeps for itself ---------------------------------------------------------------------------------


def stickers(folder: Path) -> object:
    try:
        return load_cards(folder / STICKERS)
    except CardFileError:
        return None


ROLLS = [{"faces": [1, 6], "right": True}]
KEPT: dict[str, tuple[Callable[[Path], object], Any]] = {
    ACCESS: (Access, {"code": "ABCDEF", "long": "ABCDEFGHJKLM", "key": "5e" * 32, "evening": "2026-11-18"}),
    SEATS: (HeldSeats, {"abcd": {"human": ["4b66bab5cf37ff9e"], "demon": []}}),
    NETWORK: (NetworkChoices, {"name": "claustrophobia", "id": "5e" * 8, "word": "abcdefgh", "auto": True}),
    FIRST_RUN: (FirstRun, {"steps": [{"step": "camera", "state": "done", "seconds": 3}], "rolls": ROLLS}),
    STICKERS: (stickers, {"04a1b2c3": "CL:AC0051Z"}),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.mark.parametrize("name", KEPT)
@examples(40)
@given(data=st.data())
def test_a_file_of_the_service(folder: Path, name: str, data: st.DataObject) -> None:
    """It starts with whatever is there."""
    load, good = KEPT[name]
    (folder / name).write_bytes(data.draw(json_files(good)))
    load(folder)


def json_files(good: Any) -> st.SearchStrategy[bytes]:
    texts = (changed(good) | anything).map(lambda value: json.dumps(value).encode())
    return texts | damaged(json.dumps(good).encode())


@examples(80)
@given(text=json_files(json.loads(PROFILE)))
def test_a_camera_profile(text: bytes) -> None:
    try:
        profile = CameraProfile.from_text(text.decode("utf-8", "replace"))
    except ValueError:
        return
    # What was read can be used.
    assert profile.calibration is not None
    assert CameraProfile.from_text(profile.to_text()) == profile


@examples(50)
@given(text=damaged(CORRECTIONS) | json_files(json.loads(CORRECTIONS.splitlines()[0])))
def test_corrections(folder: Path, text: bytes) -> None:
    (folder / "corrections.jsonl").write_bytes(text)
    store = ToldDiceStore(folder)
    assert len(store.known()) <= len(store.all())
