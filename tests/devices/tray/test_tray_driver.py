"""The driver on a simulated tray behind a real pseudo-terminal, in real time."""

import errno
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.devices.tray.driver import TrayDriver
from companion.devices.tray.messages import (
    BoardReset,
    ButtonEvent,
    Buzz,
    CardPresent,
    Connected,
    Disconnected,
    Lamps,
    ProtocolTooOld,
    RingFlash,
    RingLight,
    TrayEvent,
)
from companion.devices.tray.ports import TrayProblemCode, only
from companion.devices.tray.serial_frames import encode
from companion.devices.tray.simulated_hardware import SimulatedBoard
from companion.devices.tray.simulator import SimulatedTray
from companion.devices.tray_source import choose_tray

PATIENCE_S = 10.0


class Listener:
    """Collects events and waits for the ones a test is about."""

    def __init__(self) -> None:
        self.seen: list[TrayEvent] = []
        self._queue: queue.SimpleQueue[TrayEvent] = queue.SimpleQueue()

    def __call__(self, event: TrayEvent) -> None:
        self._queue.put(event)

    def wait_for(self, wanted: TrayEvent | type[TrayEvent]) -> TrayEvent:
        until = time.monotonic() + PATIENCE_S
        while True:
            event = self._queue.get(timeout=max(0.01, until - time.monotonic()))
            self.seen.append(event)
            if event == wanted or (isinstance(wanted, type) and isinstance(event, wanted)):
                return event


def wait_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.005)


@pytest.fixture
def simulated(board: SimulatedBoard) -> Iterator[SimulatedTray]:
    tray = SimulatedTray(board)
    tray.start()
    yield tray
    tray.stop()


@pytest.fixture
def heard() -> Listener:
    return Listener()


@pytest.fixture
def tray(simulated: SimulatedTray, heard: Listener) -> Iterator[TrayDriver]:
    driver = TrayDriver(heard, simulated.find)
    driver.start()
    heard.wait_for(Connected)
    yield driver
    driver.stop()


def test_events_arrive_and_commands_act(tray: TrayDriver, simulated: SimulatedTray, heard: Listener) -> None:
    simulated.press("accept", 30)
    heard.wait_for(ButtonEvent("accept", "down"))
    heard.wait_for(ButtonEvent)
    simulated.put_card("04a1b2c3", "x")
    heard.wait_for(CardPresent("04a1b2c3", "x"))
    tray.send(RingLight("00ff00", 50))
    tray.send(Lamps(1, 2, 3))
    assert tray.wait_confirmed(PATIENCE_S)
    assert simulated.look().ring == (0, 50, 0)
    assert simulated.look().lamps == (1, 2, 3)
    assert tray.status.state == "connected"
    assert tray.status.board is not None


@pytest.mark.parametrize("same_name", [True, False], ids=["same name", "another name"])
def test_a_replug_is_noticed_and_the_light_is_set_again(
    tray: TrayDriver, simulated: SimulatedTray, heard: Listener, same_name: bool
) -> None:
    tray.send(RingLight("0000ff", 60))
    assert tray.wait_confirmed(PATIENCE_S)
    simulated.unplug(0.2, same_name)
    heard.wait_for(Disconnected)
    heard.wait_for(BoardReset)
    heard.wait_for(Connected)
    assert tray.wait_confirmed(PATIENCE_S)
    wait_until(lambda: simulated.look().ring == (0, 0, 60))
    simulated.press("next")
    heard.wait_for(ButtonEvent("next", "down"))


def test_a_brown_out_sets_everything_again(tray: TrayDriver, simulated: SimulatedTray, heard: Listener) -> None:
    tray.send(RingLight("ff0000", 60))
    assert tray.wait_confirmed(PATIENCE_S)
    simulated.reset()
    heard.wait_for(BoardReset("power"))
    wait_until(lambda: simulated.look().ring == (60, 0, 0))


def test_silence_and_noise_heal(tray: TrayDriver, simulated: SimulatedTray, heard: Listener) -> None:
    simulated.cable.corrupt(40)
    simulated.cable.flood(5000)
    simulated.cable.repeat()
    simulated.silence(1.4)
    heard.wait_for(Disconnected("silent"))
    wait_until(lambda: tray.status.state == "searching")
    heard.wait_for(Connected)
    simulated.bounce("accept")
    heard.wait_for(ButtonEvent)
    heard.wait_for(ButtonEvent)
    presses = [event for event in heard.seen if isinstance(event, ButtonEvent)]
    assert [press.action for press in presses] == ["down", "up"]


def test_a_listener_that_fails_does_not_cost_the_link(simulated: SimulatedTray) -> None:
    seen: list[TrayEvent] = []
    done = threading.Event()

    def fails(event: TrayEvent) -> None:
        seen.append(event)
        if isinstance(event, ButtonEvent):
            done.set()
        raise RuntimeError("the game has a bug")

    driver = TrayDriver(fails, simulated.find)
    driver.start()
    wait_until(lambda: driver.status.state == "connected")
    simulated.press("accept")
    assert done.wait(PATIENCE_S)
    driver.stop()


def test_commands_without_a_tray_neither_wait_nor_raise(heard: Listener) -> None:
    driver = TrayDriver(heard, lambda: [])
    driver.start()
    for _ in range(1000):
        driver.send(RingFlash("ff0000"))
        driver.send(Buzz(440, 10))
    wait_until(lambda: driver.status.problem is not None)
    assert driver.status.problem is not None
    assert driver.status.problem.code is TrayProblemCode.NO_TRAY
    assert not driver.wait_confirmed(0.01)
    driver.stop()


class FakePort:
    """A port with a stranger on it."""

    def __init__(self, says: bytes) -> None:
        self._says = says

    def read(self) -> bytes:
        time.sleep(0.01)
        said, self._says = self._says, b""
        return said

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


def problem_with(open_port: Callable[[str], FakePort], heard: Listener, code: TrayProblemCode) -> str:
    driver = TrayDriver(heard, only("/dev/ttyX"), open_port)
    driver.start()
    wait_until(lambda: driver.status.problem is not None)
    driver.stop()
    problem = driver.status.problem
    assert problem is not None
    assert problem.code is code
    assert problem.do
    return problem.what


@pytest.mark.parametrize(
    ("says", "code"),
    [
        (b"", TrayProblemCode.NOT_A_TRAY),
        (b"$GPGGA,123519,4807.038,N\r\n" * 50, TrayProblemCode.NOT_A_TRAY),
        (b"MicroPython v1.27 on 2025; Raspberry Pi Pico\r\n>>> ", TrayProblemCode.NO_FIRMWARE),
        (encode("H", 1, "proto=0 run=1"), TrayProblemCode.TOO_OLD),
        (encode("H", 1, "proto=2 run=1"), TrayProblemCode.TOO_NEW),
    ],
)
def test_a_stranger_on_the_port_is_named(heard: Listener, says: bytes, code: TrayProblemCode) -> None:
    assert "/dev/ttyX" in problem_with(lambda name: FakePort(says), heard, code)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EACCES, TrayProblemCode.PERMISSION),
        (errno.EBUSY, TrayProblemCode.BUSY),
        (errno.EAGAIN, TrayProblemCode.BUSY),
        (errno.ENOENT, TrayProblemCode.GONE),
        (errno.EINVAL, TrayProblemCode.UNREADABLE),
    ],
)
def test_a_port_that_does_not_open_says_why(heard: Listener, number: int, code: TrayProblemCode) -> None:
    def refuse(name: str) -> FakePort:
        raise OSError(number, os.strerror(number))

    problem_with(refuse, heard, code)


def test_a_second_companion_finds_the_port_busy(tray: TrayDriver, simulated: SimulatedTray) -> None:
    second = TrayDriver(Listener(), simulated.find)
    second.start()
    wait_until(lambda: second.status.problem is not None)
    second.stop()
    assert second.status.problem is not None
    assert second.status.problem.code is TrayProblemCode.BUSY
    assert tray.status.state == "connected"


def test_a_file_is_not_a_port(heard: Listener, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    driver = TrayDriver(heard, only(str(tmp_path / "notes.txt")))
    driver.start()
    wait_until(lambda: driver.status.problem is not None)
    driver.stop()


def test_old_firmware_is_said_once_however_often_it_is_tried(heard: Listener) -> None:
    opened = []

    def open_port(name: str) -> FakePort:
        opened.append(name)
        return FakePort(encode("H", 1, "proto=0 run=1"))

    driver = TrayDriver(heard, only("/dev/ttyX"), open_port)
    driver.start()
    wait_until(lambda: len(opened) > 1)
    driver.stop()
    assert heard.wait_for(ProtocolTooOld) == ProtocolTooOld(0, 1)
    assert heard._queue.empty()


def test_a_real_tray_replaces_the_simulated_one(board: SimulatedBoard, heard: Listener) -> None:
    real = SimulatedTray(board)
    plugged_in = threading.Event()
    chosen = choose_tray("auto", heard, lambda: real.find() if plugged_in.is_set() else [], SimulatedTray)
    chosen.start()
    heard.wait_for(Connected)
    real.start()
    plugged_in.set()
    heard.wait_for(Disconnected)
    heard.wait_for(Connected)
    real.press("accept")
    heard.wait_for(ButtonEvent("accept", "down"))
    chosen.stop()
    real.stop()


def test_a_search_takes_a_real_tray_at_once(
    board: SimulatedBoard, heard: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without the search it would be looked for again only after the test.
    monkeypatch.setattr("companion.devices.tray.driver.SEARCH_EVERY_S", 60.0)
    real = SimulatedTray(board)
    real.start()
    plugged_in = threading.Event()
    chosen = choose_tray("auto", heard, lambda: real.find() if plugged_in.is_set() else [], SimulatedTray)
    chosen.start()
    heard.wait_for(Connected)
    simulated = chosen.driver.status.port
    assert chosen.driver.search(PATIENCE_S)
    assert (chosen.driver.status.state, chosen.driver.status.port) == ("connected", simulated)
    plugged_in.set()
    assert chosen.driver.search(PATIENCE_S)
    assert (chosen.driver.status.state, [chosen.driver.status.port]) == ("connected", real.find())
    chosen.stop()
    real.stop()


def test_a_search_that_finds_nothing_says_why(heard: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.devices.tray.driver.FIRST_PAUSE_S", 60.0)
    ports: list[str] = []

    def busy(name: str) -> FakePort:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    driver = TrayDriver(heard, lambda: list(ports), busy)
    driver.start()
    assert driver.search(PATIENCE_S)
    assert driver.status.problem is not None
    assert driver.status.problem.code is TrayProblemCode.NO_TRAY
    ports.append("/dev/ttyACM0")
    assert driver.search(PATIENCE_S)
    assert driver.status.problem.code is TrayProblemCode.BUSY
    driver.stop()
