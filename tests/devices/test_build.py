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
    assert (dict(devices.simulated), devices.faults) == ({"camera": False, "tray": False}, ())


@pytest.mark.usefixtures("reader")
def test_a_camera_that_is_not_there_is_said(tmp_path: Path) -> None:
    devices = build_devices("nowhere", "none", {}, tmp_path)
    assert len(devices.sources) == 1
    assert (devices.faults[0].part, devices.faults[0].code) == ("camera", "device_fault")
    assert "nowhere" in devices.faults[0].what


def test_damaged_networks_do_not_cost_the_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged() -> None:
        raise OSError("half a file")

    monkeypatch.setattr(build, "DiceReader", damaged)
    devices = build_devices("sim", "/dev/tray", {}, tmp_path)
    assert [type(source) for source in devices.sources] == [TraySource]
    assert devices.faults[0].part == "dice"
    assert "half a file" in devices.faults[0].what


@pytest.mark.usefixtures("reader")
def test_only_a_real_camera_is_lit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulated = build_devices("sim", "/dev/tray", {}, tmp_path).sources[-1]
    monkeypatch.setattr(build, "choose_camera", lambda wanted: StillCamera())
    real = build_devices("pi", "/dev/tray", {}, tmp_path).sources[-1]
    assert isinstance(simulated, TraySource)
    assert isinstance(real, TraySource)
    assert (simulated.lights_camera, real.lights_camera) == (False, True)


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize(
    "error", [ValueError("numpy.dtype size changed"), MemoryError(), KeyError("pi"), OSError(5, "EIO")]
)
def test_an_error_of_any_kind_in_one_device_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def broken(*words: object) -> None:
        raise error

    monkeypatch.setattr(build, "choose_camera", broken)
    monkeypatch.setattr(build, "choose_board_camera", broken)
    devices = build_devices("pi", "/dev/tray", {}, tmp_path, "pi")
    assert [type(source) for source in devices.sources] == [PhotoSource, TraySource]
    assert [fault.part for fault in devices.faults] == ["camera", "board_camera"]
    assert type(error).__name__ in devices.faults[0].what


@pytest.mark.usefixtures("reader")
def test_a_broken_tray_leaves_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*words: object) -> None:
        raise RuntimeError("no pyserial")

    monkeypatch.setattr(build, "TraySource", broken)
    devices = build_devices("sim", "auto", {}, tmp_path)
    assert [fault.part for fault in devices.faults] == ["tray"]
    assert len(devices.sources) == 2


@pytest.mark.usefixtures("reader")
def test_a_picamera2_that_does_not_work_is_said_though_another_camera_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "picamera2.py").write_text("raise ValueError('numpy.dtype size changed')", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    devices = build_devices("auto", "none", {}, tmp_path / "data")
    assert len(devices.sources) == 2
    assert ["numpy.dtype size changed" in fault.what for fault in devices.faults] == [True]
    assert build_devices("sim", "none", {}, tmp_path / "data").faults == ()
