"""Updates over HTTP: for the host only, checked before anything is asked of the updater, and what is refused."""

from __future__ import annotations

import http.server
import io
import json
import shutil
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.appliance.spool import TakenSpool
from companion.appliance.state import UpdateState, write_state
from companion.server.access import SeatAt
from companion.table.seats import HOST
from tests.appliance.appliance_rig import Appliance, make_key, make_release, zipped
from tests.server.service_rig import RunningService

WISHES = ("prepare", "switch", "stop", "back")


def as_host(service: RunningService) -> dict[str, str]:
    return {"Authorization": f"Bearer {service.web.service.access.token_for(SeatAt(None, HOST))}"}


@pytest.fixture
def appliance(tmp_path: Path) -> Appliance:
    return Appliance(tmp_path, tmp_path / "data")


@pytest.fixture
def service(tmp_path: Path, appliance: Appliance) -> Iterator[RunningService]:
    running = RunningService(tmp_path / "data", places=appliance.places, sticks=tmp_path / "sticks")
    yield running
    running.stop()


@pytest.fixture
def host(service: RunningService) -> dict[str, str]:
    return as_host(service)


def bring(service: RunningService, host: dict[str, str], file: Path) -> tuple[int, Any]:
    return service.ask("/api/update/file", file.read_bytes(), **host)


def test_only_the_host_may_update_or_reset(service: RunningService) -> None:
    human = {"Authorization": f"Bearer {service.token(service.new_game(), 'human')}"}
    for path in ("update/file", "update/place", *(f"update/{wish}" for wish in WISHES), "reset"):
        for who in ({}, {"X-Table-Code": service.code}, human):
            status, answer = service.ask(f"/api/{path}", b"{}", **who)
            assert (status, answer["code"]) == (403, "table/not_host"), path
    assert service.ask("/api/update")[1]["code"] == "table/not_host"
    assert TakenSpool(service.web.service.settings.data).wish() is None


def test_from_a_file_to_the_new_version(
    service: RunningService, host: dict[str, str], appliance: Appliance, tmp_path: Path
) -> None:
    service.new_game()
    release = make_release(tmp_path / "companion-0.3.0", key=appliance.key)
    status, answer = bring(service, host, zipped(release))
    assert status == 200
    assert answer["release"]["version"] == "0.3.0"
    assert [entry["kind"] for entry in answer["release"]["changes"][0]["entries"]] == ["Added", "Fixed"]
    assert (answer["games"], answer["round"], answer["rolling"]) == (1, 1, False)
    assert service.ask("/api/update/prepare", b"", **host)[0] == 200
    # The games were backed up before anything was asked for.
    assert len(service.ask("/api/backups", **host)[1]["backups"]) == 1
    wish = TakenSpool(appliance.data).wish()
    assert wish == "prepare"
    assert appliance.updater().do(wish)
    assert service.ask("/api/update", **host)[1]["state"]["step"] == "ready"
    assert service.ask("/api/update/switch", b"", **host)[0] == 200
    assert TakenSpool(appliance.data).wish() == "switch"
    assert appliance.updater().do("switch")
    answer = service.ask("/api/update", **host)[1]
    assert (answer["state"]["step"], answer["previous"]) == ("done", "0.2.0")
    assert service.ask("/api/update/back", b"", **host)[0] == 200
    assert TakenSpool(appliance.data).wish() == "back"


def test_files_that_are_no_releases_of_ours(
    service: RunningService, host: dict[str, str], appliance: Appliance, tmp_path: Path
) -> None:
    stranger = make_release(tmp_path / "a", key=make_key(tmp_path / "other.pem"))
    unsigned = make_release(tmp_path / "b")
    outside = tmp_path / "outside.zip"
    with zipfile.ZipFile(outside, "w") as archive:
        archive.writestr("../../evil", "x")
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("SHA256SUMS", "w") as out:
        for _ in range(700):
            out.write(bytes(1_000_000))
    junk = tmp_path / "junk.zip"
    junk.write_bytes(b"junk" * 1000)
    expected = {zipped(stranger): "wrong_signature", zipped(unsigned): "unsigned", outside: "not_a_release"}
    expected |= {bomb: "too_large", junk: "not_a_release"}
    for file, why in expected.items():
        status, answer = bring(service, host, file)
        assert (status, answer["code"], answer["facts"]["why"]) == (400, "update/bad_release", why), file
        assert service.ask("/api/update", **host)[1]["release"] is None
        assert list((appliance.data / "update").iterdir()) == []
        assert service.ask("/api/update/prepare", b"", **host)[1]["code"] == "update/not_now"
    assert not (tmp_path / "evil").exists()


def test_from_a_stick_as_a_folder_and_as_a_file(
    service: RunningService, host: dict[str, str], appliance: Appliance, tmp_path: Path
) -> None:
    folder = make_release(tmp_path / "sticks" / "sda1" / "companion-0.3.0", key=appliance.key)
    (tmp_path / "sticks" / "sdb1").mkdir()
    shutil.copy(zipped(folder), tmp_path / "sticks" / "sdb1")
    names = [place["name"] for place in service.ask("/api/update", **host)[1]["places"]]
    assert names == ["sda1/companion-0.3.0", "sdb1/companion-0.3.0.zip"]
    for name in names:
        status, answer = service.ask("/api/update/place", json.dumps({"name": name}).encode(), **host)
        assert (status, answer["release"]["version"]) == (200, "0.3.0"), answer
    for name in ("../data", "sda1", "network", "/etc"):
        status, answer = service.ask("/api/update/place", json.dumps({"name": name}).encode(), **host)
        assert (status, answer["code"]) == (404, "update/no_such_place"), name


def test_from_the_network(tmp_path: Path) -> None:
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path / "www"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    appliance = Appliance(tmp_path, tmp_path / "data", f"http://127.0.0.1:{server.server_port}/new")
    running = RunningService(tmp_path / "data", places=appliance.places, sticks=tmp_path / "sticks")
    host = as_host(running)
    status, answer = running.ask("/api/update/place", b'{"name": "network"}', **host)
    assert (status, answer["code"]) == (503, "update/unreachable")
    make_release(tmp_path / "www" / "new", key=appliance.key)
    status, answer = running.ask("/api/update/place", b'{"name": "network"}', **host)
    assert (status, answer["release"]["version"]) == (200, "0.3.0")
    running.stop()
    server.shutdown()
    thread.join()
    server.server_close()


def test_nothing_new_while_one_is_under_way(
    service: RunningService, host: dict[str, str], appliance: Appliance, tmp_path: Path
) -> None:
    release = make_release(tmp_path / "companion-0.3.0", key=appliance.key)
    assert bring(service, host, zipped(release))[0] == 200
    write_state(appliance.places.state, UpdateState(step="environment", version="0.3.0"))
    assert bring(service, host, zipped(release))[1]["code"] == "update/not_now"
    for wish in ("prepare", "switch", "back"):
        assert service.ask(f"/api/update/{wish}", b"", **host)[1]["code"] == "update/not_now"
    assert service.ask("/api/update/stop", b"", **host)[0] == 200
    assert TakenSpool(appliance.data).stopped()


def test_what_was_brought_is_there_after_a_restart(
    service: RunningService, host: dict[str, str], appliance: Appliance, tmp_path: Path
) -> None:
    bring(service, host, zipped(make_release(tmp_path / "companion-0.3.0", key=appliance.key)))
    again = RunningService(tmp_path / "data", places=appliance.places, sticks=tmp_path / "sticks")
    assert again.web.service.updates.release_json() is not None
    again.stop()


def test_a_checkout_says_that_it_is_none_of_ours(tmp_path: Path) -> None:
    running = RunningService(tmp_path / "data")
    host = as_host(running)
    answer = running.ask("/api/update", **host)[1]
    assert (answer["managed"], answer["previous"], answer["state"]["step"]) == (False, None, "idle")
    for wish in WISHES:
        assert running.ask(f"/api/update/{wish}", b"", **host)[1]["code"] == "update/not_managed"
    assert running.ask("/api/update/file", io.BytesIO(b"x").read(), **host)[1]["code"] == "update/not_managed"
    running.stop()


def test_a_reset_is_done_by_the_next_start(tmp_path: Path) -> None:
    restarted: list[bool] = []
    running = RunningService(tmp_path / "data", restart=lambda: restarted.append(True))
    host = as_host(running)
    assert running.ask("/api/reset", b'{"everything": true}', **host) == (200, {"ok": True})
    assert restarted == [True]
    assert (tmp_path / "data" / "reset").read_text() == "everything"
    running.stop()
