import queue
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.devices.tray import firmware_board
from companion.devices.tray.driver import TrayDriver
from companion.devices.tray.firmware_board import FirmwareBoard, SimulatorError
from companion.devices.tray.messages import Connected, TrayEvent
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.ports import find_trays
from companion.devices.tray.simulator import SimulatedTray, best_board
from companion.devices.tray.simulator_commands import HELP, SimulatorCommandError, run_command


@dataclass
class Usb:
    device: str
    vid: int | None
    pid: int | None


def test_trays_are_found_by_name_and_by_usb_id_each_once(tmp_path: Path) -> None:
    for device in ("ttyACM0", "ttyACM1", "ttyUSB0"):
        (tmp_path / device).touch()
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    named = by_id / "usb-MicroPython_Board_in_FS_mode_e66-if00"
    named.symlink_to(tmp_path / "ttyACM1")
    (by_id / "usb-FTDI_FT232R-if00").symlink_to(tmp_path / "ttyUSB0")
    ports = [
        Usb(str(tmp_path / "ttyACM1"), 0x2E8A, 0x0005),
        Usb(str(tmp_path / "ttyACM0"), 0x2E8A, 0x0005),
        Usb(str(tmp_path / "ttyUSB0"), 0x0403, 0x6001),
        Usb("/dev/ttyS0", None, None),
    ]
    assert find_trays(by_id, lambda: ports) == [str(named), str(tmp_path / "ttyACM0")]


def test_no_serial_folder_is_no_tray(tmp_path: Path) -> None:
    assert find_trays(tmp_path / "by-id", lambda: []) == []


@pytest.fixture
def simulated() -> Iterator[SimulatedTray]:
    tray = SimulatedTray(ModelBoard())
    tray.start()
    yield tray
    tray.stop()


def test_every_verb_of_the_help_can_be_typed(simulated: SimulatedTray) -> None:
    arguments = {"NAME": "accept", "MS": "20", "UID": "04a1b2c3", "TEXT": "x", "S": "0.01", "K": "3", "SHARE": "0.1"}
    for line in HELP.splitlines():
        for form in line[:19].split("/"):
            words = [arguments.get(word.strip("[]"), word) for word in form.split()]
            run_command(simulated, " ".join(words))
    assert "ring" in run_command(simulated, "look")
    assert run_command(simulated, "help") == HELP


@pytest.mark.parametrize(
    "line", ["", "dance", "press", "press stop", "press accept soon", "card", "card xyz", "silent", "corrupt x"]
)
def test_a_line_that_is_no_verb_is_refused(simulated: SimulatedTray, line: str) -> None:
    with pytest.raises(SimulatorCommandError):
        run_command(simulated, line)


def test_a_card_s_number_may_be_typed_in_capitals(simulated: SimulatedTray) -> None:
    run_command(simulated, "card 04A1B2C3 some words")
    run_command(simulated, "remove 04a1b2c3")


def test_without_an_interpreter_the_model_takes_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not firmware_board.available(tmp_path)
    monkeypatch.setattr(firmware_board, "node_program", lambda: None)
    assert not firmware_board.available()
    board = best_board()
    assert isinstance(board, ModelBoard)


def test_an_interpreter_that_ends_is_replaced_by_the_model() -> None:
    board = FirmwareBoard()
    tray = SimulatedTray(board)
    tray.start()
    board._process.kill()
    board._process.wait()
    seen: queue.SimpleQueue[TrayEvent] = queue.SimpleQueue()
    driver = TrayDriver(seen.put, tray.find)
    driver.start()
    event = seen.get(timeout=10)
    assert isinstance(event, Connected)
    assert event.board.board == "model"
    driver.stop()
    tray.stop()


def test_a_program_that_is_not_there_is_said() -> None:
    with pytest.raises(SimulatorError, match="cannot start"):
        FirmwareBoard(node="no-such-program")
