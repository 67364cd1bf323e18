"""The log of the tray's link, the test mode, and both as JSON."""

from companion.devices.tray.driver import TrayStatus
from companion.devices.tray.messages import (
    BoardInfo,
    BoardReset,
    ButtonEvent,
    CardPresent,
    CardRemoved,
    Connected,
    Disconnected,
    Fault,
    ProtocolTooOld,
    Recovered,
    RingLight,
)
from companion.devices.tray.ports import TrayProblem, TrayProblemCode
from companion.devices.tray.status import (
    BACK,
    LOST,
    OTHER_VERSION,
    RESET,
    TEST_S,
    TrayLog,
    TrayTestMode,
    status_to_json,
)
from companion.protocol.devices import PieceKind, TrayStatusJson

BOARD = BoardInfo("pico", "1.2", 1, "run", 1, "power", frozenset({"light:24", "reader"}))


def to_json(status: TrayStatus, log: TrayLog) -> TrayStatusJson:
    return status_to_json(status, log, TrayTestMode(), RingLight(), simulated=False)


def test_the_first_link_is_no_news_but_every_loss_and_return_is() -> None:
    log = TrayLog()
    events = [Connected(BOARD), Disconnected("unplugged"), Connected(BOARD), Disconnected("stopped")]
    assert [log.add(event) for event in events] == [None, LOST, BACK, None]


def test_a_reset_is_told_once() -> None:
    log = TrayLog()
    events = [Connected(BOARD), Disconnected("reset"), BoardReset("watchdog"), Connected(BOARD)]
    assert [log.add(event) for event in events] == [None, None, None, RESET]
    assert log.resets == 1
    assert log.add(ProtocolTooOld(0, 1)) == OTHER_VERSION


def test_faults_are_kept_until_they_are_over() -> None:
    log = TrayLog()
    log.add(Fault("reader", "two-cards"))
    shown = to_json(TrayStatus("connected", "/dev/x", BOARD), log)
    assert shown["faults"] == {"reader": "two-cards"}
    assert shown["board"] == {"board": "pico", "firmware": "1.2", "can": ["light:24", "reader"]}
    log.add(Recovered("reader"))
    busy = TrayStatus("problem", "/dev/x", None, TrayProblem(TrayProblemCode.BUSY, "/dev/x", "in use"))
    shown = to_json(busy, log)
    assert (shown["faults"], shown["board"]) == ({}, None)
    assert shown["problem"] == {"code": "tray_busy", "facts": {"port": "/dev/x", "detail": "in use"}}


def test_what_is_tried_is_kept_from_the_game_and_ends_by_itself() -> None:
    now = [100.0]
    test = TrayTestMode(lambda: now[0])
    press = ButtonEvent("accept", "down")

    def kind_of(card: CardPresent) -> PieceKind:
        assert card.text == "CL:AT0017I"
        return "tile"

    assert not test.takes(press, kind_of)
    test.begin()
    assert test.takes(press, kind_of)
    assert test.takes(CardPresent("04a1", "CL:AT0017I"), kind_of)
    assert not test.takes(Connected(BOARD), kind_of)
    shown = test.to_json()
    assert shown["buttons"]["accept"] == {"presses": 1, "down": True}
    assert shown["card"] == {"kind": "tile"}
    assert test.takes(ButtonEvent("accept", "up", 90), kind_of)
    assert test.takes(CardRemoved("04a1"), kind_of)
    assert not test.to_json()["buttons"]["accept"]["down"]
    now[0] += TEST_S
    assert not test.takes(press, kind_of)
    assert test.to_json()["card"] is None
    test.begin()
    test.end()
    assert not test.running
