"""The devices by the words of the command line: what cannot be had is said, and the rest plays."""

from pathlib import Path

import pytest

from companion.devices import assembly
from companion.devices.assembly import assemble
from companion.devices.hand import TraySource
from companion.devices.photos import Photos
from tests.devices.camera_rig import Seer, StillCamera


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assembly, "DiceReader", Seer)


@pytest.mark.usefixtures("reader")
def test_without_a_camera_photos_can_still_be_read(tmp_path: Path) -> None:
    devices = assemble("none", "none", {}, tmp_path)
    assert [type(source) for source in devices.sources] == [Photos]
    assert (dict(devices.simulated), devices.troubles) == ({"camera": False, "tray": False}, ())


@pytest.mark.usefixtures("reader")
def test_a_camera_that_is_not_there_is_said(tmp_path: Path) -> None:
    devices = assemble("nowhere", "none", {}, tmp_path)
    assert len(devices.sources) == 1
    assert "nowhere" in devices.troubles[0]


def test_damaged_networks_do_not_cost_the_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged() -> None:
        raise OSError("half a file")

    monkeypatch.setattr(assembly, "DiceReader", damaged)
    devices = assemble("sim", "/dev/tray", {}, tmp_path)
    assert [type(source) for source in devices.sources] == [TraySource]
    assert "half a file" in devices.troubles[0]


@pytest.mark.usefixtures("reader")
def test_only_a_real_camera_is_lit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulated = assemble("sim", "/dev/tray", {}, tmp_path).sources[-1]
    monkeypatch.setattr(assembly, "choose_camera", lambda wanted: StillCamera())
    real = assemble("pi", "/dev/tray", {}, tmp_path).sources[-1]
    assert isinstance(simulated, TraySource)
    assert isinstance(real, TraySource)
    assert (simulated.lights_camera, real.lights_camera) == (False, True)
