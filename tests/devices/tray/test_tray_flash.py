"""Flashing without a board: mpremote is written down instead of run, and a simulated tray says hello."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices.tray.firmware_board import FIRMWARE, FirmwareBoard
from companion.devices.tray.flash import FlashError, flash, run_mpremote, version_in
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.simulator import SimulatedTray


@pytest.fixture
def real_firmware() -> Iterator[SimulatedTray]:
    tray = SimulatedTray(FirmwareBoard())
    tray.start()
    yield tray
    tray.stop()


def test_everything_is_copied_main_last_and_the_version_checked(real_firmware: SimulatedTray) -> None:
    done: list[list[str]] = []

    def write_down(arguments: list[str]) -> None:
        done.append(arguments[2:])
        if "-r" in arguments:
            folder = Path(arguments[-2])
            assert sorted(path.name for path in folder.iterdir() if path.suffix != ".py") == []
            assert (folder / ("app.py" if folder.name == "tray" else "ring.py")).is_file()

    port, version = flash(real_firmware.find, run=write_down)
    assert [port] == real_firmware.find()
    assert version == version_in(FIRMWARE)
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    assert "stop_watchdog()" in done[0][-1]
    assert [Path(step[-2]).name for step in done[1:4]] == ["tray", "simpletest", "main.py"]
    assert done[4] == ["reset"]


def test_a_board_that_says_another_version_is_not_called_flashed() -> None:
    tray = SimulatedTray(ModelBoard())
    tray.start()
    with pytest.raises(FlashError, match="says version model"):
        flash(tray.find, run=lambda arguments: None)
    tray.stop()


def test_a_board_that_stays_silent_is_not_called_flashed(tmp_path: Path) -> None:
    (tmp_path / "port").touch()
    with pytest.raises(FlashError):
        flash(lambda: [str(tmp_path / "port")], run=lambda arguments: None, hello_s=0.5)


@pytest.mark.parametrize("ports", [[], ["/dev/ttyACM0", "/dev/ttyACM1"]])
def test_which_board_must_be_clear(ports: list[str]) -> None:
    with pytest.raises(FlashError, match="plugged in"):
        flash(lambda: ports, run=lambda arguments: pytest.fail("must not copy"))


def test_what_mpremote_says_is_handed_on() -> None:
    with pytest.raises(FlashError, match=r"mpremote says.*BOOTSEL"):
        run_mpremote(["connect", "/dev/does-not-exist", "fs", "ls"])
