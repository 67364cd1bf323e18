"""Both ends under hostile bytes: no crash, no event that did not happen, and the link is back within two seconds."""

import random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.devices.tray.messages import (
    BUTTONS,
    ButtonEvent,
    CardPresent,
    CardRemoved,
    Disconnected,
    RingLight,
    TrayEvent,
)
from companion.devices.tray.serial_frames import encode
from companion.devices.tray.simulated_hardware import SimulatedBoard
from tests.devices.tray.rig import Rig

HEALED_MS = 2000

good = [
    encode("D", 1, "button accept down"),
    encode("D", 2, "card removed 04a1b2c3"),
    encode("A", 1),
    encode("B", 3),
    encode("b", 60000),
    encode("H", 9, "proto=1 run=0badcafe"),
]
pieces = st.one_of(
    st.binary(max_size=200),
    st.sampled_from(good).map(lambda frame: frame[:-3]),
    st.sampled_from(good).map(lambda frame: frame.replace(b" ", b"  ")),
    st.integers(0, 3000).map(lambda count: b"~" + b"z" * count),
    st.just(b"\x03\x04\x00\r\n"),
)
hostile = st.lists(pieces, max_size=6).map(b"".join)

fuzz = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@fuzz
@given(to_host=hostile, to_board=hostile)
def test_noise_makes_no_event_and_the_link_heals(board: SimulatedBoard, to_host: bytes, to_board: bytes) -> None:
    rig = Rig(board)
    rig.connect()
    rig.inject(to_host=to_host, to_board=to_board)
    rig.run(HEALED_MS, step_ms=20)
    assert rig.host.connected
    assert not [event for event in rig.events if isinstance(event, ButtonEvent | CardPresent | CardRemoved)]
    rig.events.clear()
    rig.press("next")
    rig.run(200)
    assert [event.action for event in rig.events if isinstance(event, ButtonEvent)] == ["down", "up"]
    rig.host.send(RingLight("00ff00", 50))
    rig.run(200)
    assert rig.board.look().ring == (0, 50, 0)


def only_inputs(events: list[TrayEvent]) -> list[TrayEvent]:
    return [event for event in events if isinstance(event, ButtonEvent | CardPresent | CardRemoved)]


def test_ten_thousand_events_under_five_percent_corruption(board: SimulatedBoard) -> None:
    """Each event is told apart by how long the button was held, or by the card's number: none lost, none doubled."""
    rig = Rig(board, seed=6)
    rig.connect()
    rig.cable.noise_rate = 0.05
    chance = random.Random(6)
    expected: list[TrayEvent] = []
    while len(expected) < 10_000:
        name = chance.choice(tuple(BUTTONS.values()))
        held = 8 + 4 * chance.randrange(5)
        if len(expected) % 100 == 0:
            uid = f"04{len(expected):012x}"
            rig.board.put_card(uid, f"card {uid}")
            rig.run(240, step_ms=4)
            rig.board.take_card(uid)
            rig.run(600, step_ms=4)
            expected += [CardPresent(uid, f"card {uid}"), CardRemoved(uid)]
        rig.press(name, held, step_ms=4)
        expected += [ButtonEvent(name, "down"), ButtonEvent(name, "up", held)]
        if chance.random() < 0.3:
            rig.run(100, step_ms=4)  # players pause, and the link catches up
    rig.run(5000, step_ms=4)
    assert only_inputs(rig.events) == expected
    assert rig.host.bad_frames > 200


def test_commands_arrive_under_corruption_and_the_last_one_stands(board: SimulatedBoard) -> None:
    rig = Rig(board, seed=9)
    rig.connect()
    rig.cable.noise_rate = 0.2
    for level in range(1, 121):
        rig.host.send(RingLight("ff0000", level))
        rig.run(24, step_ms=4)
    rig.run(2000, step_ms=4)
    assert rig.host.idle
    assert rig.board.look().ring == (120, 0, 0)


def test_resets_in_the_middle_lose_only_what_the_board_had_not_said(board: SimulatedBoard) -> None:
    rig = Rig(board, seed=3)
    rig.connect()
    rig.cable.noise_rate = 0.05
    for _ in range(20):
        rig.press("accept")
        rig.run(1500)
        rig.reset()
        rig.run(1500)
    assert rig.host.connected
    assert len(only_inputs(rig.events)) == 40
    assert sum(isinstance(event, Disconnected) for event in rig.events) >= 20
