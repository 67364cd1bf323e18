from collections.abc import Iterator

import pytest

from tests.firmware.interpreter import MicroPythonBoard


@pytest.fixture
def board() -> Iterator[MicroPythonBoard]:
    """The firmware on the real MicroPython interpreter."""
    made = MicroPythonBoard()
    made.boot(0)
    yield made
    made.close()
