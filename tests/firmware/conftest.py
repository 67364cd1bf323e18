from collections.abc import Iterator

import pytest

from companion.devices.tray.firmware_board import FirmwareBoard


@pytest.fixture
def board() -> Iterator[FirmwareBoard]:
    """The firmware on the real MicroPython interpreter."""
    made = FirmwareBoard()
    made.boot(0)
    yield made
    made.close()
