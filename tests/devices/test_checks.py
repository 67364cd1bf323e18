"""The checks beside the tray: each says how it is, what to do, and what it is called in other languages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices import checks
from companion.devices.camera_source import CameraSource
from companion.devices.checks import BackgroundCheck
from companion.devices.tray.check import CheckFinding
from tests.devices.camera_rig import NO_PROFILES, OneRoll, RecordingSink, StillCamera, no_tags, wait_for


def test_no_network_is_said() -> None:
    assert checks.check_network("http://127.0.0.1:8000/").code == "network_none"
    assert checks.check_network("").state == "fail"
    found = checks.check_network("http://192.168.1.5:8000/")
    assert (found.state, found.facts) == ("ok", {"address": "http://192.168.1.5:8000/"})


def test_a_disk_that_is_full_or_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert checks.check_disk(tmp_path / "new").code == "disk_ok"
    (tmp_path / "file").touch()
    assert checks.check_disk(tmp_path / "file" / "below").code == "disk_unwritable"
    monkeypatch.setattr(checks, "ENOUGH_BYTES", 10**18)
    assert checks.check_disk(tmp_path).code == "disk_full"
    assert sorted(f.name for f in tmp_path.iterdir()) == ["file", "new"]


@pytest.mark.parametrize(("text", "codes"), [("54321\n", ["heat_ok"]), ("81000", ["heat_high"]), ("?", []), (None, [])])
def test_heat(tmp_path: Path, text: str | None, codes: list[str]) -> None:
    sensor = tmp_path / "temp"
    if text is not None:
        sensor.write_text(text)
    assert [finding.code for finding in checks.check_heat(sensor)] == codes


def test_cameras() -> None:
    assert checks.check_camera("none").code == checks.check_camera_in_use(None).code == "camera_unwanted"
    assert checks.check_camera("sim").code == "camera_simulated"
    assert checks.check_camera("/dev/no-such-video").code == "camera_fails"


def test_a_camera_in_use_is_not_opened_again() -> None:
    camera_source = CameraSource(StillCamera(), OneRoll(), no_tags, {}, NO_PROFILES)
    assert checks.check_camera_in_use(camera_source).code == "camera_fails"
    camera_source.start(RecordingSink())
    try:
        wait_for(camera_source.live.frame)
        found = checks.check_camera_in_use(camera_source)
    finally:
        camera_source.stop()
    assert (found.code, found.facts) == ("camera_ok", {"camera": "still camera", "width": 60, "height": 40})


def test_a_check_goes_on_in_the_background_and_never_ends_badly() -> None:
    def findings() -> Iterator[CheckFinding]:
        yield CheckFinding("disk", "ok", "fine", code="disk_ok")
        raise RuntimeError("the cable was pulled")

    run = BackgroundCheck(findings)
    assert run.to_json() == {"running": False, "findings": []}
    assert run.start()
    wait_for(lambda: not run.to_json()["running"])
    assert [found["code"] for found in run.to_json()["findings"]] == ["disk_ok", "check_stopped"]
    assert run.start()
    run.wait(5)
    assert len(run.to_json()["findings"]) == 2
