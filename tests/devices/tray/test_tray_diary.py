"""What is told of the tray's link, and what is tried by hand."""

from companion.devices.tray.diary import BACK, LOST, OTHER_VERSION, RESET, Diary
from companion.devices.tray.driver import TrayStatus
from companion.devices.tray.events import (
    BoardInfo,
    BoardReset,
    Button,
    CardPresent,
    CardRemoved,
    Connected,
    Disconnected,
    Fault,
    ProtocolTooOld,
    Recovered,
)
from companion.devices.tray.problems import Problem, ProblemCode
from companion.devices.tray.tryout import LASTS_S, Tryout

BOARD = BoardInfo("pico", "1.2", 1, "run", 1, "power", frozenset({"light:24", "reader"}))


def test_the_first_link_is_no_news_but_every_loss_and_return_is() -> None:
    diary = Diary()
    events = [Connected(BOARD), Disconnected("unplugged"), Connected(BOARD), Disconnected("stopped")]
    assert [diary.note(event) for event in events] == [None, LOST, BACK, None]


def test_a_reset_is_told_once() -> None:
    diary = Diary()
    events = [Connected(BOARD), Disconnected("reset"), BoardReset("watchdog"), Connected(BOARD)]
    assert [diary.note(event) for event in events] == [None, None, None, RESET]
    assert diary.resets == 1
    assert diary.note(ProtocolTooOld(0, 1)) == OTHER_VERSION


def test_faults_are_kept_until_they_are_over() -> None:
    diary = Diary()
    diary.note(Fault("reader", "two-cards"))
    status = TrayStatus("connected", "/dev/x", BOARD)
    told = diary.as_json(status)
    assert (told["faults"], told["board"]["firmware"]) == ({"reader": "two-cards"}, "1.2")
    diary.note(Recovered("reader"))
    busy = TrayStatus("problem", "/dev/x", None, Problem(ProblemCode.BUSY, "/dev/x", "in use"))
    told = diary.as_json(busy)
    assert (told["faults"], told["board"]) == ({}, None)
    assert told["problem"] == {"code": "tray_busy", "facts": {"port": "/dev/x", "detail": "in use"}}


def test_what_is_tried_is_kept_from_the_game_and_ends_by_itself() -> None:
    now = [100.0]
    tryout = Tryout(lambda: now[0])
    press = Button("accept", "down")
    assert not tryout.takes(press)
    tryout.begin()
    assert tryout.takes(press)
    assert tryout.takes(CardPresent("04a1", "CL:AT0017I"))
    assert not tryout.takes(Connected(BOARD))
    told = tryout.as_json()
    assert told["buttons"]["accept"] == {"presses": 1, "down": True}
    assert told["card"] == {"uid": "04a1", "text": "CL:AT0017I"}
    assert tryout.takes(Button("accept", "up", 90))
    assert tryout.takes(CardRemoved("04a1"))
    assert not tryout.as_json()["buttons"]["accept"]["down"]
    now[0] += LASTS_S
    assert not tryout.takes(press)
    assert tryout.as_json()["card"] is None
    tryout.begin()
    tryout.end()
    assert not tryout.lasts
