"""What was answered as saved survives a power cut: every file is synced before its rename, its folder after it.

Watched in the order of the calls, in the service itself. The games have SQLite, and tests of their own.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.data_folder import lock_folder
from companion.devices.camera_setup import ProfileStore
from companion.devices.home_learning import ToldDiceStore
from tests.content.owner.test_owner_scenarios import RAID
from tests.devices.test_home_learning import CROP, DIE
from tests.fixtures.make import HOWLS, STICKER
from tests.server.service_rig import RunningService
from vision.calibrate.profile import CameraProfile


class Call(NamedTuple):
    what: str
    path: str
    to: str = ""


class Calls:
    """The calls that change names or sync, in order. A power cut keeps what was synced, and may keep nothing else."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[Call] = []
        for what in ("replace", "rename"):
            self._watch(monkeypatch, what, lambda source, target, **_: Call("rename", str(source), str(target)))
        for what in ("unlink", "mkdir", "rmdir"):
            self._watch(monkeypatch, what, lambda path, *_, what=what, **__: Call(what, str(path)))
        self._watch(monkeypatch, "fsync", lambda handle: Call("fsync", str(Path(f"/proc/self/fd/{handle}").readlink())))

    def _watch(self, monkeypatch: pytest.MonkeyPatch, name: str, noted: Callable[..., Call]) -> None:
        real = getattr(os, name)

        def call(*args: Any, **options: Any) -> Any:
            seen = noted(*args, **options)
            answer = real(*args, **options)
            self.seen.append(seen)
            return answer

        monkeypatch.setattr(os, name, call)

    def assert_durable(self) -> list[str]:
        """Every file was synced before it got its name, and the name lasts; gives the files that were written."""
        written = []
        for number, call in enumerate(self.seen):
            if call.what == "rename":
                written.append(call.to)
                assert Call("fsync", call.path) in self.seen[:number], f"{call.path} was renamed before it was synced"
        self.assert_names_last()
        return written

    def assert_names_last(self) -> None:
        """Every folder was synced after a name in it had changed."""
        for number, call in enumerate(self.seen):
            after = self.seen[number:]
            if call.what in ("rename", "unlink", "mkdir") and not _is_undone(call, after):
                changed = str(Path(call.to or call.path).parent)
                assert Call("fsync", changed) in after, f"{changed} was not synced after {call}"


def _is_undone(call: Call, after: list[Call]) -> bool:
    return call.what == "mkdir" and Call("rmdir", call.path) in after


def files_of(data: Path) -> dict[str, tuple[int, int]]:
    found = {}
    for path in data.rglob("*"):
        if path.is_file() and path.parent.name != "games":
            found[str(path)] = (path.stat().st_ino, path.stat().st_mtime_ns)
    return found


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    with lock_folder(tmp_path / "data"):
        running = RunningService(tmp_path / "data")
        yield running
        running.stop()


def box_values(service: RunningService) -> Any:
    return service.post("/api/box/values", b'{"values": {"pack.human.brute.lines.1": {"mvt": 1, "cbt": 3, "def": 4}}}')


def posts(path: str, body: Any) -> Callable[[RunningService], Any]:
    return lambda service: service.post(path, json.dumps(body).encode())


def new_codes(service: RunningService) -> Any:
    host = {"Authorization": f"Bearer {service.token('', 'host')}"}
    return service.ask("/api/host/code", b'{"new": true}', **host)


def picture(service: RunningService) -> None:
    service.web.service.put_picture("roll-1", b"jpeg")


def corners(service: RunningService) -> None:
    ProfileStore(service.web.service.settings.data / "cameras").save(CameraProfile("usb camera 0", (160, 120)))


def correction(service: RunningService) -> None:
    ToldDiceStore(service.web.service.settings.data / "corrections").add(CROP, DIE, 5)


# In this order: each builds on those before it. What is done, and how many files that writes or removes.
SAVES: dict[str, tuple[Callable[[RunningService], Any], int]] = {
    "values": (box_values, 1),
    "a card": (posts("/api/box/cards", HOWLS), 1),
    "a sticker": (posts("/api/box/cards/howls/bind", {"uid": STICKER}), 1),
    "a scenario": (posts("/api/box/scenarios", RAID), 1),
    "a new box": (posts("/api/boxes", {"name": {"en": "House rules"}, "copy_of": "mine"}), 1),
    "the chosen box": (posts("/api/boxes/house_rules/choose", {}), 1),
    "the name of a box": (posts("/api/boxes/house_rules/rename", {"name": {"en": "Ours"}}), 1),
    "a scenario that goes": (posts("/api/box/scenarios/raid/delete", {}), 1),
    "a box that goes": (posts("/api/boxes/house_rules/delete", {}), 2),
    "corners": (corners, 1),
    "a correction": (correction, 2),
    "a picture": (picture, 1),
    "how far set-up is": (posts("/api/first-run/step", {"step": "light", "state": "skipped"}), 1),
    # The last one, since it changes the code; the host's seat is kept too.
    "new codes": (new_codes, 2),
}


def test_whatever_is_saved_is_on_disk_before_the_answer(
    service: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = service.web.service.settings.data
    # The first change of an evening also notes that a backup is due.
    service.web.service.backups.changed()
    for name, (save, number) in SAVES.items():
        before = files_of(data)
        with monkeypatch.context() as watched:
            calls = Calls(watched)
            answer = save(service)
        assert answer is None or answer[0] < 300, (name, answer)
        written = {path for path in calls.assert_durable() if path.startswith(str(data))}
        now = files_of(data)
        changed = {path for path in now if now[path] != before.get(path)}
        gone = {path for path in before if path not in now}
        assert len(changed | gone) == number, (name, changed, gone)
        assert changed == written, f"{name}: a file was written past the durable write"
        assert gone <= {call.path for call in calls.seen if call.what == "unlink"}


def test_a_game_that_is_begun_deleted_and_brought_back_keeps_its_name(
    service: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in its file is SQLite's to sync; the name is ours."""
    with monkeypatch.context() as watched:
        calls = Calls(watched)
        game = service.new_game()
        kept = service.post(f"/api/games/{game}/delete", b"")[1]["kept"]
        assert service.post(f"/api/kept-games/{kept}/restore", b"")[0] == 200
    calls.assert_names_last()
    renamed = [Path(call.to).name for call in calls.seen if call.what == "rename" and call.to.endswith(".game")]
    assert renamed == [f"{game}.game", f"{kept}.game", f"{game}.game"]


def test_a_new_data_folder_is_on_disk_with_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the folders above it that had to be made."""
    data = tmp_path / "far" / "away" / "data"
    with monkeypatch.context() as watched:
        calls = Calls(watched)
        with lock_folder(data):
            RunningService(data).stop()
    assert str(data / "access.json") in calls.assert_durable()
    made = [call.path for call in calls.seen if call.what == "mkdir"]
    assert str(tmp_path / "far") in made
    assert str(data / "games") in made
