"""The devices by the words of the command line: what cannot be had is said, and the rest plays."""

from pathlib import Path

import pytest

from companion.devices import build
from companion.devices.build import build_devices
from companion.devices.photo_source import PhotoSource
from companion.devices.tray_source import TraySource
from tests.devices.camera_rig import FixedReader, StillCamera


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "DiceReader", FixedReader)


@pytest.mark.usefixtures("reader")
def test_without_a_camera_photos_can_still_be_read(tmp_path: Path) -> None:
    devices = build_devices("none", "none", {}, tmp_path)
    assert [type(source) for source in devices.sources] == [PhotoSource]
    assert (dict(devices.simulated), devices.errors) == ({"camera": False, "tray": False}, ())


@pytest.mark.usefixtures("reader")
def test_a_camera_that_is_not_there_is_said(tmp_path: Path) -> None:
    devices = build_devices("nowhere", "none", {}, tmp_path)
    assert len(devices.sources) == 1
    assert "nowhere" in devices.errors[0]


def test_damaged_networks_do_not_cost_the_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged() -> None:
        raise OSError("half a file")

    monkeypatch.setattr(build, "DiceReader", damaged)
    devices = build_devices("sim", "/dev/tray", {}, tmp_path)
    assert [type(source) for source in devices.sources] == [TraySource]
    assert "half a file" in devices.errors[0]


@pytest.mark.usefixtures("reader")
def test_only_a_real_camera_is_lit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulated = build_devices("sim", "/dev/tray", {}, tmp_path).sources[-1]
    monkeypatch.setattr(build, "choose_camera", lambda wanted: StillCamera())
    real = build_devices("pi", "/dev/tray", {}, tmp_path).sources[-1]
    assert isinstance(simulated, TraySource)
    assert isinstance(real, TraySource)
    assert (simulated.lights_camera, real.lights_camera) == (False, True)
