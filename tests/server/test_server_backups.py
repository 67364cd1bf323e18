"""Backups over HTTP and by themselves: for the host, one after each evening, and the way back in a real service."""

from __future__ import annotations

import io
import json
import random
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

import pytest

from companion.backup.archive import read_manifest
from companion.backup.making import backups_in
from companion.backup.store import AFTER_START_S, QUIET_S, RETRY_S, BackupStore
from companion.cli import main
from companion.protocol.views import Seat
from tests.backup.backup_rig import contents, small_folder
from tests.server.service_rig import RunningService
from tests.server.test_server_process import Process
from tests.server.wire_client import WireClient
from tests.table.choosing import choose


@pytest.fixture
def host(service: RunningService) -> dict[str, str]:
    return as_seat(service, "host")


def as_seat(service: RunningService, seat: Seat) -> dict[str, str]:
    return {"Authorization": f"Bearer {service.token('', seat)}"}


def test_only_the_host_sees_makes_and_restores(service: RunningService) -> None:
    watcher = as_seat(service, "table")
    code = {"X-Table-Code": service.code}
    for path, body in (("", None), ("", b""), ("/import", b"x"), ("/a.zip", None), ("/a.zip/restore", b"")):
        for who in ({}, code, watcher):
            status, answer = service.ask(f"/api/backups{path}", body, **who)
            assert (status, answer["code"]) == (403, "table/not_host"), path


def test_made_listed_fetched_brought_back_and_thrown_away(service: RunningService, host: dict[str, str]) -> None:
    service.new_game()
    status, made = service.ask("/api/backups", b"", **host)
    assert status == 201
    _, listed = service.ask("/api/backups", **host)
    (backup,) = listed["backups"]
    assert (backup["name"], backup["why"], backup["games"]) == (made["backup"], "asked", 1)
    _, content = service.ask(f"/api/backups/{made['backup']}", **host)
    assert "manifest.json" in zipfile.ZipFile(io.BytesIO(content)).namelist()
    status, brought = service.ask("/api/backups/import", content, **host)
    assert status == 201
    assert brought["backup"].endswith("-brought.zip")
    assert service.ask(f"/api/backups/{made['backup']}/delete", b"", **host)[0] == 200
    _, listed = service.ask("/api/backups", **host)
    assert [one["name"] for one in listed["backups"]] == [brought["backup"]]


def test_what_is_refused(service: RunningService, host: dict[str, str]) -> None:
    status, answer = service.ask("/api/backups/import", b"junk" * 1000, **host)
    assert (status, answer["code"]) == (400, "backup/bad_file")
    for name in ("nothing.zip", "access.json", ".."):
        status, answer = service.ask(f"/api/backups/{name}/restore", b"", **host)
        assert status == 404, name
    (service.web.service.settings.data / "backups" / "00009-junk.zip").write_bytes(b"junk")
    _, listed = service.ask("/api/backups", **host)
    assert [(one["name"], one["made"]) for one in listed["backups"]] == [("00009-junk.zip", None)]
    status, answer = service.ask("/api/backups/00009-junk.zip/restore", b"", **host)
    assert (status, answer["code"]) == (400, "backup/bad_file")


# -- after every evening -----------------------------------------------------------------------------------------------


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = small_folder(tmp_path / "data", 1)
    (folder / "backups").mkdir()
    return folder


def store_at(data: Path, clock: Clock) -> BackupStore:
    return BackupStore(data, lambda: None, clock)


def test_one_backup_when_the_evening_is_over(data: Path) -> None:
    clock = Clock()
    store = store_at(data, clock)
    clock.now += 10 * QUIET_S
    assert not store.tick(), "nothing was played"
    store.changed()
    clock.now += QUIET_S - 1
    assert not store.tick(), "they may only be eating"
    store.changed()
    clock.now += QUIET_S
    assert store.tick()
    clock.now += 10 * QUIET_S
    assert not store.tick(), "one is enough"
    assert [read_manifest(path).why for path in backups_in(data / "backups")] == ["evening"]


def test_an_evening_that_ended_with_the_plug_is_backed_up_at_the_next_start(data: Path) -> None:
    store_at(data, Clock()).changed()
    clock = Clock()
    next_day = store_at(data, clock)
    assert not next_day.tick(), "not while everybody waits for the first page"
    clock.now += AFTER_START_S
    assert next_day.tick()
    clock = Clock()
    third_day = store_at(data, clock)
    clock.now += AFTER_START_S
    assert not third_day.tick(), "not at every start"


def test_a_backup_that_fails_is_tried_again_later(data: Path) -> None:
    clock = Clock()
    store = store_at(data, clock)
    store.changed()
    clock.now += QUIET_S
    (data / "games").rename(data / "games-away")
    (data / "backups").rename(data / "away")
    (data / "backups").write_text("in the way")
    assert not store.tick()
    (data / "backups").unlink()
    (data / "away").rename(data / "backups")
    assert not store.tick()
    clock.now += RETRY_S
    assert store.tick()


# -- the way back ------------------------------------------------------------------------------------------------------


def asked(service: Process, token: str, path: str, body: bytes | None = None) -> Any:
    request = urllib.request.Request(service.address + path, body, {"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def test_a_running_service_goes_back_to_a_backup(tmp_path: Path) -> None:
    service = Process(tmp_path / "data").ready()
    try:
        game, rng = service.new_game(), random.Random(1)
        client = WireClient(service.address)
        client.join(game, "both", service.code())
        host = WireClient(service.address)
        host.join(None, "host", service.code())
        assert host.token
        first = client.intend(choose(client.view, rng))["version"]
        backup = asked(service, host.token, "/api/backups", b"")["backup"]
        client.wait_version(first)
        second = client.intend(choose(client.view, rng))["version"]
        assert asked(service, host.token, f"/api/backups/{backup}/restore", b"")["ok"]
        client.close()
        host.close()
        back = wait_for_version(service, game, client.token or "", first)
        # The token still counts, and what was replaced is a backup of the very last step.
        assert back.do(undo=True)["ok"]
        back.close()
        newest = asked(service, host.token, "/api/backups")["backups"][0]
        assert newest["why"] == "before_restore"
        assert asked(service, host.token, f"/api/backups/{newest['name']}/restore", b"")["ok"]
        wait_for_version(service, game, client.token or "", second).close()
        assert "Traceback" not in service.said()
    finally:
        service.kill()


def wait_for_version(service: Process, game: str, token: str, version: int) -> WireClient:
    for _ in range(200):
        time.sleep(0.1)
        try:
            client = WireClient(service.address)
        except Exception:  # noqa: BLE001 (between two lives of the service anything can be refused)
            continue
        answer = client.join(game, "both", token=token)
        if answer["ok"] and answer["view"]["version"] == version:
            return client
        client.close()
    raise AssertionError(f"version {version} did not come back")


def test_the_commands(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other, file = small_folder(tmp_path / "other", 2), tmp_path / "evening.zip"
    assert main(["backup", "--data", str(other), "--out", str(file)]) == 0
    assert "1 games, 1 boxes" in capsys.readouterr().out
    assert main(["restore", "--data", str(data), str(file)]) == 0
    assert contents(data) == contents(other)
    capsys.readouterr()
    assert main(["restore", "--data", str(data)]) == 0
    name = capsys.readouterr().out.split()[0]
    assert name.endswith("before_restore.zip")
    assert main(["restore", "--data", str(data), name]) == 0
    assert contents(data) != contents(other)
    file.write_bytes(b"junk")
    assert main(["restore", "--data", str(data), str(file)]) == 2
    assert "backup/bad_file" in capsys.readouterr().err
    assert main(["backup", "--data", str(tmp_path / "nowhere")]) == 2
