"""The drivers one by one, run by MicroPython itself."""

import json

import pytest

from tests.firmware.interpreter import MicroPythonBoard


def evaluate(board: MicroPythonBoard, setup: str, expression: str) -> object:
    """What `expression` is in MicroPython after `setup`, through JSON."""
    (line,) = board.python(f"import json, world\nfrom tray import pins\n{setup}\nprint(json.dumps({expression}))")
    return json.loads(line)


@pytest.mark.parametrize("part", ["ring", "buttons", "reader", "buzzer", "lamps"])
def test_the_bench_test_of_each_part_runs(board: MicroPythonBoard, part: str) -> None:
    said = board.python(f"from simpletest import {part}\n{part}.run(40)")
    assert said


def test_the_reader_bench_test_names_the_wires_when_nothing_answers(board: MicroPythonBoard) -> None:
    board.lose_reader(True)
    assert "SDA" in board.python("from simpletest import reader\nreader.run(10)")[0]


@pytest.mark.parametrize(
    ("colour", "fits"),
    [((255, 255, 255), False), ((255, 0, 0), False), ((40, 40, 40), True), ((0, 0, 0), True)],
)
def test_the_ring_never_draws_more_than_the_port_gives(
    board: MicroPythonBoard, colour: tuple[int, int, int], fits: bool
) -> None:
    shown = evaluate(board, "from tray.ring import within_current", f"within_current({colour}, 24, 350)")
    assert isinstance(shown, list)
    assert 24 * sum(shown) * 20 / 255 <= 350
    assert (shown == list(colour)) is fits


def test_a_pulse_stays_between_its_floor_and_full(board: MicroPythonBoard) -> None:
    setup = "from tray.ring import pulse_level\nlevels = [pulse_level(t) for t in range(-1600, 3200, 7)]"
    assert evaluate(board, setup, "[min(levels), max(levels)]") == [64, 254]


def test_a_flash_ends_and_the_light_is_back(board: MicroPythonBoard) -> None:
    setup = """
import neopixel, machine
from tray.ring import Ring
ring = Ring(neopixel.NeoPixel(machine.Pin(2), 24), 24, 350)
ring.light((0, 0, 100), 255, False, 0)
seen = [world.ring]
ring.flash((100, 0, 0), 2, 100, 0)
for now in range(0, 500, 50):
    ring.step(now)
    seen.append(world.ring)
"""
    blue, red, dark = [0, 0, 100], [100, 0, 0], [0, 0, 0]
    assert evaluate(board, setup, "seen") == [blue, red, red, dark, dark, red, red, dark, dark, blue, blue]


TEXT = "d101 08 54 02656e 436c6f7665".replace(" ", "")


@pytest.mark.parametrize(
    ("memory", "text"),
    [
        (f"030c{TEXT}fe", "Clove"),
        (f"0103a00c34030c{TEXT}fe", "Clove"),  # a lock control block first, as on a fresh NTAG203
        (f"00000003 0c{TEXT}fe".replace(" ", ""), "Clove"),
        ("0300fe", None),
        ("fe", None),
        ("0305d101015500fe", None),  # an address, not a text
        ("03ff0200", None),
        (f"0320{TEXT}", "more"),
        ("0302d101fe", None),
        ("0304d1010154fe", None),
        ("0308d10104548541420043fe", None),  # UTF-16
    ],
)
def test_the_text_of_a_sticker(board: MicroPythonBoard, memory: str, text: str | None) -> None:
    setup = f"""
from binascii import unhexlify
from tray import ndef
message = ndef.message(unhexlify("{memory}"))
text = "more" if isinstance(message, int) else message and ndef.text(message)
text = bytes(text).decode() if text and text != "more" else text or None
"""
    assert evaluate(board, setup, "text") == text


def test_any_memory_is_a_text_or_nothing(board: MicroPythonBoard) -> None:
    setup = """
from tray import ndef
seed = 12345
def byte():
    global seed
    seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
    return seed >> 16 & 255
for _ in range(3000):
    memory = bytes([3, byte() & 63]) + bytes(byte() for _ in range(byte() & 63))
    message = ndef.message(memory)
    if message is not None and not isinstance(message, int):
        ndef.text(message)
"""
    assert evaluate(board, setup, "True") is True


@pytest.mark.parametrize(
    ("frame", "fault"),
    [
        ("0000ff04fcd54b0000e000", None),
        ("0000ff04fbd54b0000e000", "frame"),
        ("0000ff04fcd54b0000e100", "checksum"),
        ("0000ff04fcd54d0000de00", "answer"),
        ("000000000000000000000000", "frame"),
        ("0000ff20e0d54b0000e000", "checksum"),
        ("ffffffffffffffff", "frame"),
    ],
)
def test_the_chip_s_answers_are_checked(board: MicroPythonBoard, frame: str, fault: str | None) -> None:
    setup = f"""
from binascii import unhexlify
from tray.pn532 import ChipFault, reply_body
fault = None
try:
    reply_body(unhexlify("{frame}"), 0x4A)
except ChipFault as error:
    fault = str(error)
"""
    assert evaluate(board, setup, "fault") == fault


MAIN = """
import sys
import machine, tray.board as board

class Time:
    turns = 0
    ticks_ms = staticmethod(lambda: Time.turns)
    @staticmethod
    def sleep_ms(milliseconds):
        Time.turns += 1
        if Time.turns == 50:
            raise KeyboardInterrupt

class Sys:
    platform = "rp2"
    class implementation:
        _machine = "Raspberry Pi Pico with {chip}"

class Os:
    urandom = staticmethod(lambda count: b"abcd")

class Serial:
    said = ""
    def read(self):
        return b""
    def write(self, text):
        Serial.said += text

board.time, board.sys, board.os, board.UsbSerial = Time, Sys, Os, Serial
machine.mem32.clear()
board.main()
"""


@pytest.mark.parametrize(("chip", "register"), [("RP2040", 0x40058000), ("RP2350", 0x400D8000)])
def test_control_c_ends_the_program_and_the_watchdog(board: MicroPythonBoard, chip: str, register: int) -> None:
    expression = "[Time.turns, Serial.said[:28], list(machine.mem32.items())]"
    clear_enable = [register + 0x3000, 1 << 30]
    hello = "~H 1 proto=1 run=61626364 li"
    assert evaluate(board, MAIN.replace("{chip}", chip), expression) == [50, hello, [clear_enable]]


def test_frames_that_are_no_frames_are_counted(board: MicroPythonBoard) -> None:
    setup = """
from tray.frame import Reader, encode
seen = []
reader = Reader(lambda kind, seq, words: seen.append([kind, seq, words]))
reader.feed(b"garbage~D 1 x*00000000\\n~" + b"y" * 2000 + b"\\n" + bytes(range(256)))
reader.feed(encode("D", 7, "light off").encode())
"""
    assert evaluate(board, setup, "[seen, reader.bad > 0]") == [[["D", 7, ["light", "off"]]], True]
