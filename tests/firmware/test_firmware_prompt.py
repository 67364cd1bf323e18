"""A fresh Pico: the real MicroPython at its prompt, which echoes whatever it is sent, instead of the tray's program."""

from __future__ import annotations

import os
import select
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices.tray.driver import TrayDriver
from companion.devices.tray.firmware_board import node_program
from companion.devices.tray.ports import TrayProblemCode
from tests.devices.camera_rig import wait_for

PROMPT = Path(__file__).with_name("prompt.mjs")


class Prompt:
    """The prompt as a port. Its banner went by long before the companion opened it."""

    def __init__(self) -> None:
        node = node_program()
        assert node is not None
        self._process = subprocess.Popen([node, str(PROMPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        banner = b""
        while b">>> " not in banner:
            banner += os.read(self._out.fileno(), 4096)
        self.written = b""

    def read(self) -> bytes:
        ready, _, _ = select.select([self._out], [], [], 0.01)
        return os.read(self._out.fileno(), 4096) if ready else b""

    def write(self, data: bytes) -> None:
        self.written += data
        self._in.write(data)
        self._in.flush()

    def close(self) -> None:
        """The port is closed; the board goes on."""

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._in.close()
        self._out.close()


@pytest.fixture
def prompt() -> Iterator[Prompt]:
    made = Prompt()
    yield made
    made.end()


def test_a_fresh_pico_is_told_from_a_stranger_and_from_a_tray(prompt: Prompt) -> None:
    found = threading.Event()
    driver = TrayDriver(lambda event: found.set(), lambda: ["/dev/ttyACM0"], lambda name: prompt)
    driver.start()
    try:
        wait_for(lambda: driver.status.problem is not None)
        problem = driver.status.problem
        assert problem is not None
        assert problem.code is TrayProblemCode.NO_FIRMWARE
        assert "companion flash" in problem.do
    finally:
        driver.stop()
    assert not found.is_set()


def test_the_prompt_does_not_collect_what_it_is_sent_for_ever(prompt: Prompt) -> None:
    """Hours of hellos in one line would fill the board's memory."""
    driver = TrayDriver(lambda event: None, lambda: ["/dev/ttyACM0"], lambda name: prompt)
    driver.start()
    try:
        wait_for(lambda: prompt.written.count(b"\x03") >= 2)
    finally:
        driver.stop()
