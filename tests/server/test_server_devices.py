"""The devices page over HTTP, with a simulated tray on a real link."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.protocol.devices import DeviceStatuses
from companion.server.connected_devices import StatusWatch
from tests.devices.camera_rig import wait_for
from tests.server.service_rig import RunningService
from tests.server.tray_rig import TrayTable
from tests.server.wire_client import WireClient


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TrayTable]:
    table = TrayTable(tmp_path)
    yield table
    table.service.stop()


def test_buttons_and_cards_are_tried_without_touching_the_game(table: TrayTable) -> None:
    service = table.service
    client = WireClient(service.address)
    client.join(service.new_game(), "both", service.code)
    client.wait_version(client.do(draw_for_me=True)["version"])
    version = client.view["version"]
    assert service.post("/api/tray/test", b'{"on": true}')[1]["lasts"]
    table.simulator.press("correct", 1000)
    table.simulator.press("next")
    table.simulator.put_card("04a1b2c3", "hello")
    wait_for(lambda: table.devices()["tray"]["test"]["card"] == {"kind": "unknown"})
    wait_for(lambda: table.devices()["tray"]["test"]["buttons"]["next"]["presses"] == 1)
    assert (client.events("reading"), client.view["version"]) == ([], version)
    # A long press that began in the test still ends in it.
    wait_for(lambda: not table.devices()["tray"]["test"]["buttons"]["correct"]["down"])
    assert not service.post("/api/tray/test", b'{"on": false}')[1]["lasts"]
    assert table.devices()["tray"]["test"]["card"] is None
    table.simulator.press("correct", 1000)
    client.wait_version(version + 1)
    client.close()


def test_a_reset_is_a_notice_on_every_tablet_and_nothing_else(table: TrayTable) -> None:
    client = WireClient(table.service.address)
    client.join(table.service.new_game(), "demon", table.service.code)
    version = client.view["version"]
    table.simulator.reset()
    client.wait_for(lambda c: any(n["code"] == "tray/reset" for n in c.events("notice")))
    table.simulator.unplug(0.2)
    client.wait_for(lambda c: any(n["code"] == "tray/lost" for n in c.events("notice")))
    client.wait_for(lambda c: c.events("notice")[-1]["code"] in ("tray/back", "tray/reset"))
    assert table.devices()["tray"]["resets"] >= 1
    assert client.view["version"] == version
    client.close()


def test_the_check_goes_step_by_step_on_the_tray_in_use(table: TrayTable) -> None:
    service = table.service
    code = {"X-Table-Code": service.code}
    assert service.post("/api/check", b"")[0] == 202
    wait_for(lambda: not service.ask("/api/check", **code)[1]["running"])
    found = {one["part"]: one for one in service.ask("/api/check", **code)[1]["findings"]}
    assert {
        part: found[part]["state"] for part in ("tray", "light", "lamps", "buzzer", "reader", "disk", "network")
    } == dict.fromkeys(("tray", "light", "lamps", "buzzer", "reader", "disk", "network"), "ok")
    assert found["camera"]["code"] == "camera_unwanted"
    assert all(one["code"] for one in found.values())
    assert table.devices()["tray"]["state"] == "connected"


def test_the_support_bundle_has_no_secrets(table: TrayTable) -> None:
    service = table.service
    client = WireClient(service.address)
    client.join(service.new_game(), "human", service.code)
    service.web.service.games.note("x", "y", {})
    status, told = service.ask("/api/support.json", Authorization=f"Bearer {client.token}")
    client.close()
    assert status == 200
    assert told["devices"]["tray"]["state"] == "connected"
    assert told["companion"]["version"]
    kept = json.loads((service.web.service.settings.data / "access.json").read_text())
    text = json.dumps(told)
    for secret in (kept["code"], kept["long"], kept["key"], client.token):
        assert secret not in text


def test_a_tray_is_searched_for_and_its_light_blinks(table: TrayTable) -> None:
    service = table.service
    status, found = service.post("/api/tray/search", b"")
    assert (status, found["tray"]["state"], found["tray"]["simulated"]) == (200, "connected", True)
    assert service.post("/api/tray/blink", b"")[1] == {"ok": True}
    table.simulator.unplug(60)
    wait_for(lambda: table.devices()["tray"]["state"] != "connected")
    lost = service.post("/api/tray/search", b"")[1]["tray"]
    assert (lost["state"], lost["problem"]["code"]) == ("problem", "tray_no_tray")
    assert service.post("/api/tray/blink", b"")[1]["code"] == "tray/no_light"


def test_every_tablet_is_told_how_the_devices_stand(table: TrayTable) -> None:
    client = WireClient(table.service.address)
    answer = client.join(table.service.new_game(), "human", table.service.code)
    assert answer["devices"] == {"camera": "none", "tray": "simulated"}
    table.simulator.unplug(600)
    client.wait_for(lambda c: any(told["tray"] in ("problem", "searching") for told in c.events("devices")))
    table.simulator.plug_back()
    client.wait_for(lambda c: c.events("devices")[-1]["tray"] == "simulated")
    client.close()


def test_a_status_that_could_not_be_sent_is_sent_at_the_next_look() -> None:
    told: list[DeviceStatuses] = []
    failing = [OSError("the wire is gone")]

    def send(status: DeviceStatuses) -> None:
        if failing:
            raise failing.pop()
        told.append(status)

    watch = StatusWatch(lambda: {"camera": "gone", "tray": "none"})
    watch.listeners.append(send)
    watch.start()
    wait_for(lambda: bool(told))
    watch.stop()
    assert told == [{"camera": "gone", "tray": "none"}]


def test_who_may_ask_and_what_is_refused(table: TrayTable) -> None:
    service = table.service
    for path in ("/api/devices", "/api/check", "/api/support.json"):
        assert service.ask(path)[1]["code"] == "table/wrong_code"
    for path in ("/api/tray/test", "/api/tray/search", "/api/tray/blink"):
        assert service.ask(path, b"{}")[1]["code"] == "table/wrong_code"
    for body in (b"", b"[]", b'{"on": 3}', b'{"on": true, "more": 1}'):
        assert service.post("/api/tray/test", body)[1]["code"] == "wire/bad_message"


def test_without_a_tray(tmp_path: Path) -> None:
    running = RunningService(tmp_path)
    assert running.ask("/api/devices", **{"X-Table-Code": running.code})[1]["tray"] == {"state": "none"}
    status, answer = running.post("/api/tray/test", b'{"on": true}')
    assert (status, answer["code"]) == (404, "tray/none")
    assert running.post("/api/tray/search", b"")[1]["code"] == "tray/none"
    running.stop()


def test_verbs_are_typed_to_the_simulated_tray(table: TrayTable) -> None:
    service = table.service
    assert service.post("/api/tray/sim", b'{"line": "corrupt 3"}') == (200, {"ok": True, "shown": ""})
    assert "ring" in service.post("/api/tray/sim", b'{"line": "look"}')[1]["shown"]
    for line in (
        "",
        "dance",
        "press",
        "press nose",
        "flood 1000000000",
        "silent inf",
        "silent nan",
        "noise 7",
        "drop -1",
    ):
        status, answer = service.post("/api/tray/sim", json.dumps({"line": line}).encode())
        assert (status, answer["code"]) == (400, "tray/bad_verb"), line
        assert answer["facts"]["reason"]
    assert service.post("/api/tray/sim", b'{"line": 4}')[1]["code"] == "wire/bad_message"
    assert service.ask("/api/tray/sim", b'{"line": "look"}')[1]["code"] == "table/wrong_code"


def test_the_command_types_to_a_running_service(
    table: TrayTable, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    port = table.service.address.rsplit(":", 1)[1]
    words = ["--data", str(tmp_path), "--port", port]
    assert main(["tray", "press", "next", *words]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("look\n\ndance\n"))
    assert main(["tray", *words]) == 1
    told = capsys.readouterr()
    assert "ring" in told.out
    assert "dance" in told.err
    assert main(["tray", "look", "--data", str(tmp_path / "other"), "--port", port]) == 1
    assert main(["tray", "look", "--data", str(tmp_path), "--port", "9"]) == 1
    assert "is it running" in capsys.readouterr().err
