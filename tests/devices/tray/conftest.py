"""Every protocol test runs twice: on the firmware under MicroPython, and on the Python model of it."""

from collections.abc import Iterator

import pytest

from companion.devices.tray.firmware_board import FirmwareBoard
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.simulated_hardware import SimulatedBoard
from tests.devices.tray.rig import Rig


@pytest.fixture(params=[FirmwareBoard, ModelBoard], ids=["firmware", "model"])
def board(request: pytest.FixtureRequest) -> Iterator[SimulatedBoard]:
    made: SimulatedBoard = request.param()
    yield made
    made.close()


@pytest.fixture
def rig(board: SimulatedBoard) -> Rig:
    return Rig(board)
