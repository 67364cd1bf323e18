"""Flashing without a board: mpremote is written down instead of run, and a simulated tray says hello."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.devices.tray.firmware_board import FIRMWARE, FirmwareBoard
from companion.devices.tray.flash import MICROPYTHON, FlashError, flash, run_mpremote, version_in
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.simulator import SimulatedTray


@pytest.fixture
def real_firmware() -> Iterator[SimulatedTray]:
    tray = SimulatedTray(FirmwareBoard())
    tray.start()
    yield tray
    tray.stop()


class WrittenDown:
    """mpremote's arguments are written down; a board answers that it has this version."""

    def __init__(self, version: str = "(1, 27, 0)") -> None:
        self.done: list[list[str]] = []
        self._version = version

    def __call__(self, arguments: list[str]) -> str:
        self.done.append(arguments[2:])
        if "-r" in arguments:
            folder = Path(arguments[-2])
            assert sorted(path.name for path in folder.iterdir() if path.suffix != ".py") == []
            assert (folder / ("app.py" if folder.name == "tray" else "ring.py")).is_file()
        return f"{self._version}\r\n" if "implementation" in arguments[-1] else ""


def test_everything_is_copied_main_last_and_the_version_checked(real_firmware: SimulatedTray) -> None:
    mpremote = WrittenDown()
    flashed = flash(real_firmware.find, run=mpremote)
    assert [flashed.port] == real_firmware.find()
    assert flashed.firmware == version_in(FIRMWARE)
    assert re.fullmatch(r"\d+\.\d+\.\d+", flashed.firmware)
    assert flashed.micropython == MICROPYTHON
    assert "stop_watchdog()" in mpremote.done[0][-1]
    assert [Path(step[-2]).name for step in mpremote.done[2:5]] == ["tray", "simpletest", "main.py"]
    assert mpremote.done[5] == ["reset"]


def test_the_version_of_micropython_is_the_one_the_firmware_is_tested_with() -> None:
    simulator = json.loads((FIRMWARE / "sim" / "package.json").read_text())
    assert set(simulator["dependencies"].values()) == {MICROPYTHON}
    assert MICROPYTHON in (FIRMWARE / "README.md").read_text()


@pytest.mark.parametrize(
    ("said", "why"), [("(1, 23, 0)", "1.23.0, which is too old"), ("", "does not say"), ("Traceback", "does not say")]
)
def test_a_board_that_could_not_run_the_firmware_gets_none(said: str, why: str) -> None:
    mpremote = WrittenDown(said)
    with pytest.raises(FlashError, match=why):
        flash(lambda: ["/dev/ttyACM0"], run=mpremote)
    assert not [step for step in mpremote.done if "cp" in step]


def test_a_board_that_says_another_version_is_not_called_flashed() -> None:
    tray = SimulatedTray(ModelBoard())
    tray.start()
    with pytest.raises(FlashError, match="says version model"):
        flash(tray.find, run=WrittenDown())
    tray.stop()


def test_a_board_that_stays_silent_is_not_called_flashed(tmp_path: Path) -> None:
    (tmp_path / "port").touch()
    with pytest.raises(FlashError):
        flash(lambda: [str(tmp_path / "port")], run=WrittenDown(), hello_s=0.5)


@pytest.mark.parametrize("ports", [[], ["/dev/ttyACM0", "/dev/ttyACM1"]])
def test_which_board_must_be_clear(ports: list[str]) -> None:
    with pytest.raises(FlashError, match="plugged in"):
        flash(lambda: ports, run=lambda arguments: pytest.fail("must not copy"))


def test_what_mpremote_says_is_handed_on() -> None:
    with pytest.raises(FlashError, match=rf"mpremote says.*BOOTSEL.*MicroPython {MICROPYTHON}"):
        run_mpremote(["connect", "/dev/does-not-exist", "fs", "ls"])


@pytest.mark.parametrize("words", [["/dev/does-not-exist"], ["/dev/does-not-exist", "--try", "ring"]])
def test_the_command_says_why_nothing_was_flashed(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["flash", *words]) == 1
    assert "BOOTSEL" in capfd.readouterr().err
