"""Frames on the serial line whose checksums are good: numbers and words that no firmware and no companion of ours says.

Damaged bytes have their own file: tests/devices/tray/test_tray_fuzz.py. Both run on the firmware under MicroPython.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.tray.firmware_board import FirmwareBoard
from companion.devices.tray.link import HostLink
from companion.devices.tray.messages import ButtonEvent, Connected, Disconnected
from companion.devices.tray.serial_frames import SerialFrame, SerialFrameReader, decode, encode, escape, unescape
from companion.devices.tray.signals import press_of
from companion.protocol.readings import ButtonMeaning, Press
from tests.devices.tray.rig import Rig
from tests.fuzz.odd import examples

HEALED_MS = 6000
PRESSES = [Press(what) for what in get_args(ButtonMeaning)]
LETTERS = st.characters(min_codepoint=33, max_codepoint=125, exclude_characters="*")
WORDS = st.sampled_from(
    (
        "button", "accept", "next", "undo", "down", "up", "long", "card", "present", "removed", "04a1b2c3", "%", "%ff",
        "light", "ring", "ff0000", "255", "-1", "99999999999999999999", "0", "1.5", "lamps", "tone", "440", "reader",
        "off", "proto=1", "proto=2", "proto=", "run=0badcafe", "run=", "to=feedbeef", "fw=9.9.9", "missed=-5",
        "link=99999999999", "can=ring,,", "=", "cause=watchdog", "fault", "recovered", "reset", "bootloader",
    )
)  # fmt: skip
bodies = st.lists(WORDS | st.text(LETTERS, max_size=12), max_size=8).map(" ".join)
numbers = st.integers(0, 70_000) | st.sampled_from((0, 1, 2, 0xFFFF, 99_999))
frames = st.builds(encode, st.sampled_from("HDABbXz"), numbers.map(lambda number: number % 100_000), bodies)
talk = st.lists(frames, max_size=8).map(b"".join)


@pytest.fixture(scope="module")
def board() -> Iterator[FirmwareBoard]:
    made = FirmwareBoard()
    yield made
    made.close()


@examples(8)
@given(data=talk)
def test_the_board_under_any_command(board: FirmwareBoard, data: bytes) -> None:
    """It neither stops nor shows more light than its cable can carry, and takes the next good command."""
    rig = Rig(board)
    rig.connect()
    rig.inject(to_board=data)
    rig.run(HEALED_MS, step_ms=20)
    assert rig.host.connected
    assert sum(rig.board.look().ring) <= 3 * 255
    rig.events.clear()
    rig.press("next")
    rig.run(200)
    assert [event for event in rig.events if not isinstance(event, Connected | Disconnected)]


@examples(100)
@given(data=talk, more=talk)
def test_the_companion_under_any_event(data: bytes, more: bytes) -> None:
    """Whatever it makes of them is one of its own events, and what it answers stays small."""
    link = HostLink("feedbeef")
    link.opened(0.0)
    link.receive(encode("H", 1, "proto=1 run=0badcafe to=feedbeef link=1 fw=1.1.0 can=ring,lamps,buttons"), 0.1)
    link.receive(data, 0.2)
    link.step(0.3)
    link.receive(more, 0.4)
    for event in link.take_events():
        assert not isinstance(event, ButtonEvent) or press_of(event) in (None, *PRESSES)
    assert len(link.outgoing()) < 5_000
    assert len(link.noise) <= 64


@examples(100)
@given(data=st.binary(max_size=600), text=st.text(max_size=60))
def test_lines_of_any_bytes(data: bytes, text: str) -> None:
    reader = SerialFrameReader()
    assert all(isinstance(frame, SerialFrame) for frame in reader.feed(data))
    decode(data)
    unescape(data.decode("latin-1"))
    if text.isprintable():
        assert unescape(escape(text)) == text
