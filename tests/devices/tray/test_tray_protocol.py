import pytest

from companion.devices.tray.messages import (
    BoardReset,
    ButtonEvent,
    Buzz,
    CardPresent,
    CardRemoved,
    Connected,
    Disconnected,
    EventsMissed,
    Fault,
    Lamps,
    ProtocolTooNew,
    ProtocolTooOld,
    Recovered,
    RingFlash,
    RingLight,
)
from companion.devices.tray.serial_frames import encode
from companion.devices.tray.simulated_hardware import SimulatedBoard
from tests.devices.tray.rig import ReaderSwitch, Rig


def test_hello_says_what_the_board_is_and_can(rig: Rig) -> None:
    board = rig.connect()
    assert board.protocol == 1
    assert board.simulated
    assert board.can("light")
    assert board.can("reader")
    assert not board.can("toaster")


def test_a_press_is_down_and_up(rig: Rig) -> None:
    rig.connect()
    rig.press("accept", held_ms=40)
    assert rig.events == [ButtonEvent("accept", "down"), ButtonEvent("accept", "up", 40)]


def test_a_long_press_is_said_while_it_is_held(rig: Rig) -> None:
    rig.connect()
    rig.press("correct", held_ms=900)
    assert rig.events == [
        ButtonEvent("correct", "down"),
        ButtonEvent("correct", "long"),
        ButtonEvent("correct", "up", 900),
    ]


def test_bouncing_contacts_make_one_press(rig: Rig) -> None:
    rig.connect()
    for level in (True, False, True, False, True):
        rig.board.button("next", level)
        rig.run(3, step_ms=1)
    rig.run(30)
    assert rig.events == [ButtonEvent("next", "down")]


@pytest.mark.parametrize("text", ["CL1:T:07:K", "", "Ä ~ * % = \n", None])
def test_a_card_comes_with_its_text_and_goes(rig: Rig, text: str | None) -> None:
    rig.connect()
    rig.board.put_card("04a1b2c3d4e5f6", text)
    rig.run(400)
    rig.board.take_card("04a1b2c3d4e5f6")
    rig.run(1000)
    assert rig.events == [CardPresent("04a1b2c3d4e5f6", text), CardRemoved("04a1b2c3d4e5f6")]


def test_two_cards_at_once_are_a_fault_and_no_guess(rig: Rig) -> None:
    rig.connect()
    rig.board.put_card("04a1b2c3d4e5f6", "one")
    rig.board.put_card("04ffffffffffff", "two")
    rig.run(600)
    assert rig.events == [Fault("reader", "two-cards")]
    rig.board.take_card("04a1b2c3d4e5f6")
    rig.run(600)
    assert rig.events[1:] == [Recovered("reader"), CardPresent("04ffffffffffff", "two")]


def test_a_reader_that_falls_off_is_said_and_found_again(rig: Rig) -> None:
    rig.connect()
    rig.board.lose_reader(True)
    rig.run(1000)
    rig.board.lose_reader(False)
    rig.run(2500)
    assert rig.events == [Fault("reader", "bus"), Recovered("reader")]


def test_commands_reach_the_parts(rig: Rig) -> None:
    rig.connect()
    rig.host.send(RingLight("ff8000", 60))
    rig.host.send(Lamps(255, 0, 17))
    rig.host.send(Buzz(880, 500))
    rig.host.send(RingFlash("ff0000", 1, 20))
    rig.run(200)
    look = rig.board.look()
    assert look.ring == (60, 30, 0)
    assert look.lamps == (255, 0, 17)
    assert look.tone == 880
    assert rig.host.idle
    rig.run(600)
    assert rig.board.look().tone == 0


def test_a_reader_switched_off_lets_go_of_its_card(rig: Rig) -> None:
    rig.connect()
    rig.board.put_card("04a1b2c3", "x")
    rig.run(400)
    rig.host.send(ReaderSwitch(False))
    rig.run(300)
    rig.host.send(ReaderSwitch(True))
    rig.run(300)
    present = CardPresent("04a1b2c3", "x")
    assert rig.events == [present, CardRemoved("04a1b2c3"), present]


@pytest.mark.parametrize(
    ("body", "code"),
    [("dance", "unknown"), ("", "unknown"), ("light red 5 steady", "light"), ("lamps 1", "lamps"), ("buzz", "buzz")],
)
def test_a_command_nobody_knows_is_a_fault(rig: Rig, body: str, code: str) -> None:
    rig.connect()
    rig.inject(to_board=encode("D", 1, body))
    rig.run(100)
    assert rig.events == [Fault("command", code)]


def test_a_silent_host_dims_the_light_and_nothing_is_lost_within_seconds(rig: Rig) -> None:
    rig.connect()
    rig.host.send(RingLight("ffffff", 70))
    rig.run(100)
    bright = rig.board.look().ring
    rig.cable.silence(rig.now + 3)
    rig.run(1500)
    assert max(rig.board.look().ring) <= 24 < max(bright)
    rig.press("accept")
    rig.run(3000)
    assert [type(event) for event in rig.events] == [Disconnected, Connected, ButtonEvent, ButtonEvent]
    assert rig.board.look().ring == bright


def test_a_press_made_while_the_host_was_long_gone_does_not_act_later(rig: Rig) -> None:
    rig.connect()
    rig.cable.silence(rig.now + 8)
    rig.press("accept")
    rig.run(8500)
    assert [type(event) for event in rig.events] == [Disconnected, Connected]
    rig.events.clear()
    rig.press("next")
    assert [event.name for event in rig.events if isinstance(event, ButtonEvent)] == ["next", "next"]


def test_connected_means_answered_within_the_last_second(rig: Rig) -> None:
    rig.connect()
    rig.cable.silence(rig.now + 10)
    rig.run(900)
    assert rig.host.connected
    rig.run(400)
    assert not rig.host.connected


def test_a_tone_that_found_nobody_does_not_sound_after_a_reset(rig: Rig) -> None:
    rig.connect()
    rig.cable.silence(rig.now + 0.5)
    rig.host.send(Buzz(880, 2000))
    rig.run(200)
    rig.reset()
    rig.run(800)
    assert rig.host.connected
    assert rig.host.idle
    assert rig.board.look().tone == 0


def test_a_reset_in_mid_game_is_normal(rig: Rig) -> None:
    rig.connect()
    rig.press("accept")
    rig.reset()
    rig.run(100)
    rig.press("accept")
    kinds = [type(event) for event in rig.events]
    assert kinds == [ButtonEvent, ButtonEvent, Disconnected, BoardReset, Connected, ButtonEvent, ButtonEvent]
    assert BoardReset("power") in rig.events


def test_a_hung_board_is_restarted_by_its_watchdog(rig: Rig) -> None:
    rig.connect()
    rig.board.hang()
    rig.run(6000)
    assert rig.host.connected
    assert BoardReset("watchdog") in rig.events


def test_a_button_held_through_a_reset_is_not_pressed_twice(rig: Rig) -> None:
    rig.connect()
    rig.board.button("correct", True)
    rig.run(100)
    rig.reset()
    rig.run(1500)
    rig.board.button("correct", False)
    rig.run(100)
    rig.press("correct")
    buttons = [event for event in rig.events if isinstance(event, ButtonEvent)]
    assert buttons == [ButtonEvent("correct", "down"), ButtonEvent("correct", "down"), ButtonEvent("correct", "up", 20)]


def cards(rig: Rig) -> list[object]:
    return [event for event in rig.events if isinstance(event, CardPresent | CardRemoved)]


def test_a_card_that_stays_through_a_reset_is_not_laid_down_twice(rig: Rig) -> None:
    rig.connect()
    rig.board.put_card("04a1b2c3", "x")
    rig.run(400)
    rig.reset()
    rig.run(3000, step_ms=4)
    assert cards(rig) == [CardPresent("04a1b2c3", "x")]
    rig.board.take_card("04a1b2c3")
    rig.run(800)
    rig.board.put_card("04a1b2c3", "x")
    rig.run(400)
    assert cards(rig)[1:] == [CardRemoved("04a1b2c3"), CardPresent("04a1b2c3", "x")]


def test_a_card_taken_or_swapped_during_a_reset_is_noticed(rig: Rig) -> None:
    rig.connect()
    rig.board.put_card("04a1b2c3", "x")
    rig.run(400)
    rig.board.take_card("04a1b2c3")
    rig.reset()
    rig.run(3000, step_ms=4)
    assert cards(rig) == [CardPresent("04a1b2c3", "x"), CardRemoved("04a1b2c3")]
    rig.events.clear()
    rig.board.put_card("04a1b2c3", "x")
    rig.run(400)
    rig.board.take_card("04a1b2c3")
    rig.board.put_card("04ffffff", "y")
    rig.reset()
    rig.run(3000, step_ms=4)
    assert cards(rig) == [CardPresent("04a1b2c3", "x"), CardRemoved("04a1b2c3"), CardPresent("04ffffff", "y")]


def test_a_new_companion_hears_of_the_card_that_already_lies_there(rig: Rig) -> None:
    rig.connect()
    rig.board.put_card("04a1b2c3", "x")
    rig.run(400)
    rig.restart_host()
    rig.run(600)
    assert cards(rig) == [CardPresent("04a1b2c3", "x")]


def test_more_events_than_the_board_can_keep_are_counted(rig: Rig) -> None:
    rig.connect()
    rig.cable.silence(rig.now + 4.5)
    for _ in range(60):
        rig.press("accept", held_ms=10)
    rig.run(5000)
    buttons = [event for event in rig.events if isinstance(event, ButtonEvent)]
    missed = sum(event.count for event in rig.events if isinstance(event, EventsMissed))
    assert len(buttons) == 64
    assert missed == 120 - 64


@pytest.mark.parametrize(("version", "verdict"), [(2, ProtocolTooNew(2, 1)), (0, ProtocolTooOld(0, 1))])
def test_another_protocol_version_is_said_once(rig: Rig, version: int, verdict: object) -> None:
    hello = encode("H", 1, f"proto={version} run=00000001 to=feedbeef board=rp2 fw=9")
    for _ in range(3):
        rig.host.receive(hello, rig.now)
    assert rig.host.take_events() == [verdict]
    assert not rig.host.connected


def test_the_board_answers_a_host_of_another_version_with_its_own(rig: Rig) -> None:
    said = rig.board.step(5, encode("H", 1, "proto=7 run=12345678"))
    assert b"proto=1" in said
    assert b"to=12345678" in said


def test_sequence_numbers_wrap_around(rig: Rig) -> None:
    rig.connect()
    rig.host._outbox.seq = 0xFFFE
    rig.reset()
    rig.run(200)
    for level in (10, 20, 30, 40):
        rig.host.send(RingLight("ff0000", level))
        rig.run(20)
    assert rig.board.look().ring == (40, 0, 0)


def test_a_tray_without_a_reader_does_not_promise_one(board: SimulatedBoard) -> None:
    board.lose_reader(True)
    rig = Rig(board)
    assert not rig.connect().can("reader")
    rig.host.send(ReaderSwitch(True))
    assert rig.host.idle
    rig.run(500)
    assert rig.events == []


def test_a_reader_that_was_missing_at_the_start_is_found_later(board: SimulatedBoard) -> None:
    board.lose_reader(True)
    rig = Rig(board)
    assert not rig.connect().can("reader")
    rig.run(5000)
    assert rig.events == []
    board.lose_reader(False)
    board.put_card("04a1b2c3d4e5f6", "Clove")
    rig.run(5000)
    assert rig.events == [Recovered("reader"), CardPresent("04a1b2c3d4e5f6", "Clove")]
    assert rig.host.board is not None
    assert rig.host.board.can("reader")
    assert rig.host.connected


def test_an_echo_of_the_board_s_first_hello_changes_nothing(rig: Rig) -> None:
    board = rig.connect()
    rig.inject(to_host=encode("H", 1, f"proto=1 run={board.run} link=0 to= board=rp2"))
    rig.run(50)
    assert rig.host.connected
    assert rig.events == []


def test_to_a_board_that_has_just_started_nothing_is_sent_before_it_knows_us(rig: Rig) -> None:
    rig.connect()
    rig.host.receive(encode("H", 1, "proto=1 run=00000001 link=0 to= board=rp2"), rig.now)
    rig.host.send(RingLight("ff0000", 10))
    rig.host.step(rig.now + 0.2)
    assert not rig.host.connected
    assert b"~D" not in rig.host.outgoing()
