"""The tray as a source: presses, cards and the light."""

from collections.abc import Callable
from pathlib import Path

from companion.devices.tray.messages import ButtonEvent, CardPresent, Fault, RingLight, TrayEvent
from companion.devices.tray_source import ChosenTray, TraySource
from companion.protocol.readings import InputRequest, Press, Reading, Sink
from tests.table.table_rig import ManualClock
from vision.tags.grammar import Tag, TagKind


class FakeSink(Sink):
    def __init__(self, refuses: bool = False) -> None:
        self.presses: list[str] = []
        self.readings: list[Reading] = []
        self._refuses = refuses

    def submit(self, event: Reading | Press) -> bool:
        if isinstance(event, Reading):
            self.readings.append(event)
            return True
        self.presses.append(event.button)
        return not self._refuses

    def put_picture(self, picture: str, jpeg: bytes) -> None:
        raise AssertionError("a tray has no pictures")


class FakeDriver:
    """Keeps the callback and the commands."""

    def __init__(self) -> None:
        self.event: Callable[[TrayEvent], None] = lambda event: None
        self.sent: list[object] = []

    def choose(self, word: str, on_event: Callable[[TrayEvent], None]) -> ChosenTray:
        self.event = on_event
        return ChosenTray(self, None)  # type: ignore[arg-type]

    status = type("Status", (), {"board": None})()

    def send(self, command: object) -> None:
        self.sent.append(command)

    def light(self) -> RingLight:
        return [command for command in self.sent if isinstance(command, RingLight)][-1]

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass


def tray(tmp_path: Path, sink: FakeSink) -> tuple[TraySource, FakeDriver]:
    driver = FakeDriver()
    source = TraySource("auto", {"card-3": "aura_of_healing"}, tmp_path / "cards.json", driver.choose)
    source.start(sink)
    return source, driver


def test_buttons_become_presses(tmp_path: Path) -> None:
    sink = FakeSink()
    _, driver = tray(tmp_path, sink)
    for event in (
        ButtonEvent("accept", "down"),
        ButtonEvent("accept", "up", 90),
        ButtonEvent("correct", "down"),
        ButtonEvent("correct", "long"),
        ButtonEvent("next", "down"),
        Fault("ring", "dark"),
    ):
        driver.event(event)
    assert sink.presses == ["accept-reading", "undo", "end-activation"]


def test_a_refused_press_flashes_red(tmp_path: Path) -> None:
    _, driver = tray(tmp_path, FakeSink(refuses=True))
    driver.sent.clear()
    driver.event(ButtonEvent("next", "down"))
    assert any(type(command).__name__ == "RingFlash" for command in driver.sent)


def test_a_card_with_our_text_is_a_reading(tmp_path: Path) -> None:
    sink = FakeSink()
    _, driver = tray(tmp_path, sink)
    driver.event(CardPresent("04a1b2c3", Tag(TagKind.CARD, 3).text))
    driver.event(CardPresent("04a1b2c4", None))
    driver.event(CardPresent("04a1b2c5", "https://example.org"))
    driver.event(CardPresent("04a1b2c6", Tag(TagKind.CARD, 3, "B").text))
    assert [(r.tag, r.sure, r.facts) for r in sink.readings] == [
        ("aura_of_healing", True, {}),
        ("04a1b2c4", False, {"unknown": "unknown_tag"}),
        ("04a1b2c5", False, {"unknown": "unknown_tag"}),
        ("card-3@B", False, {"unknown": "other_set"}),
    ]


def test_a_registered_sticker_is_known_by_its_number(tmp_path: Path) -> None:
    (tmp_path / "cards.json").write_text(f'{{"04a1b2c4": "{Tag(TagKind.CARD, 3).text}"}}')
    sink = FakeSink()
    _, driver = tray(tmp_path, sink)
    driver.event(CardPresent("04a1b2c4", None))
    assert sink.readings[0].tag == "aura_of_healing"
    (tmp_path / "cards.json").write_text("{broken")
    driver.event(CardPresent("04a1b2c4", None))
    assert not sink.readings[1].sure


def test_the_light_follows_the_game(tmp_path: Path) -> None:
    source, driver = tray(tmp_path, FakeSink())
    driver.sent.clear()
    source.request_input(InputRequest("g", "roll", "combat", 3, "demon"))
    light = next(c for c in driver.sent if type(c).__name__ == "RingLight")
    assert light.pulse  # type: ignore[attr-defined]
    driver.sent.clear()
    source.request_input(InputRequest("g", "choice", "activate", 0, "human"))
    calm = next(c for c in driver.sent if type(c).__name__ == "RingLight")
    assert not calm.pulse  # type: ignore[attr-defined]
    assert calm != light


def test_the_ring_calls_for_dice_and_then_lights_them_for_the_camera(tmp_path: Path) -> None:
    clock = ManualClock()
    driver = FakeDriver()
    source = TraySource("auto", {}, tmp_path / "cards.json", driver.choose, clock)
    source.lights_camera = True
    source.start(FakeSink(refuses=True))
    source.request_input(InputRequest("g", "roll", "combat", 3, "demon", "camera"))
    assert driver.light().pulse
    clock.run_out()
    lit = driver.light()
    assert (lit.colour, lit.pulse, lit.level) == ("ffffff", False, source.reading_level)
    # A refused press flashes, and the dice stay lit.
    driver.event(ButtonEvent("next", "down"))
    assert driver.light() == lit
    source.request_input(InputRequest("g", "roll", "combat", 3, "human", "camera"))
    source.request_input(InputRequest("g", "choice", "activate", 0, "human"))
    assert clock.calls == []
    assert driver.light().colour != "ffffff"
