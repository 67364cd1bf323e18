"""Hardware that does worse than the data sheet: a busy chip, a bus that refuses, LEDs that lose their colour, restarts."""

import pytest

from companion.devices.tray.messages import CardPresent, Fault, Recovered
from tests.devices.tray.rig import Rig
from tests.firmware.interpreter import MicroPythonBoard
from tests.firmware.test_firmware_drivers import evaluate


@pytest.fixture
def rig(board: MicroPythonBoard) -> Rig:
    joined = Rig(board)
    joined.connect()
    return joined


@pytest.mark.parametrize("calls", [1, 2, 3, 5])
def test_a_bus_that_refuses_now_and_then_is_asked_again_and_nobody_hears_of_it(
    rig: Rig, board: MicroPythonBoard, calls: int
) -> None:
    board.put_card("04a1b2c3d4e5f6", "Clove")
    rig.run(600)
    assert rig.events == [CardPresent("04a1b2c3d4e5f6", "Clove")]
    for offset in range(8):
        # At every moment of a look: while it writes, waits and reads.
        rig.run(100 + 4 * offset)
        board.refuse(calls)
        rig.run(300)
    assert rig.events == [CardPresent("04a1b2c3d4e5f6", "Clove")]


def test_a_bus_that_refuses_for_good_is_said_once(rig: Rig, board: MicroPythonBoard) -> None:
    board.refuse(10_000)
    rig.run(3000)
    assert rig.events == [Fault("reader", "bus")]
    board.refuse(0)
    rig.run(3000)
    assert rig.events == [Fault("reader", "bus"), Recovered("reader")]


def test_a_chip_that_takes_its_time_is_waited_for(rig: Rig, board: MicroPythonBoard) -> None:
    board.python("import world\nworld.chip.works = 60")
    board.put_card("04a1b2c3d4e5f6", "Clove")
    rig.run(4000)
    assert rig.events == [CardPresent("04a1b2c3d4e5f6", "Clove")]


def test_a_ring_that_lost_its_colour_gets_it_again(board: MicroPythonBoard) -> None:
    setup = """
import neopixel, machine
from tray.ring import Ring
ring = Ring(neopixel.NeoPixel(machine.Pin(2), 24), 24, 350)
ring.light((0, 0, 100), 255, False, 0)
world.ring = (9, 9, 9)
seen = []
for now in range(0, 2000, 20):
    ring.step(now)
    if world.ring not in seen:
        seen.append(world.ring)
"""
    assert evaluate(board, setup, "seen") == [[9, 9, 9], [0, 0, 100]]


BOOT = """
import machine, tray.board as board

class Sys:
    platform = "rp2"
    class implementation:
        _machine = "Raspberry Pi Pico with {chip}"

board.sys = Sys
world.cause = "{cause}"
machine.mem32[{register}] = {reason}
"""


@pytest.mark.parametrize(("chip", "register"), [("RP2040", 0x40058008), ("RP2350", 0x400D8008)])
@pytest.mark.parametrize(
    ("says", "reason", "cause"),
    [("power", 0, "power"), ("watchdog", 0b01, "watchdog"), ("watchdog", 0b10, "restart")],
)
def test_a_restart_that_was_asked_for_is_not_the_watchdog(
    board: MicroPythonBoard, chip: str, register: int, says: str, reason: int, cause: str
) -> None:
    """MicroPython calls `machine.reset()` a reset by the watchdog, because it is made with it (bit 1 of its reason)."""
    setup = BOOT.format(chip=chip, cause=says, register=register, reason=reason)
    assert evaluate(board, setup, "board.reset_cause()") == cause
