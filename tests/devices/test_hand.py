"""The tray as a source: presses, cards and the light."""

from collections.abc import Callable
from pathlib import Path

from companion.devices.hand import TraySource
from companion.devices.tray import ChosenTray, TrayEvent
from companion.devices.tray.commands import Light
from companion.devices.tray.events import Button, CardPresent, Fault
from companion.table.sources import Awaited, Reading, Sink
from tests.table.table_rig import ManualClock
from vision.tags.grammar import Kind, Tag


class Desk(Sink):
    def __init__(self, refuses: bool = False) -> None:
        self.presses: list[str] = []
        self.readings: list[Reading] = []
        self._refuses = refuses

    def offer(self, reading: Reading) -> None:
        self.readings.append(reading)

    def put_picture(self, picture: str, jpeg: bytes) -> None:
        raise AssertionError("a tray has no pictures")

    def press(self, name: str) -> bool:
        self.presses.append(name)
        return not self._refuses


class Wire:
    """Stands for the driver: keeps the callback and what was sent."""

    def __init__(self) -> None:
        self.tell: Callable[[TrayEvent], None] = lambda event: None
        self.sent: list[object] = []

    def make(self, wish: str, on_event: Callable[[TrayEvent], None]) -> ChosenTray:
        self.tell = on_event
        return ChosenTray(self, None)  # type: ignore[arg-type]

    status = type("Status", (), {"board": None})()

    def send(self, command: object) -> None:
        self.sent.append(command)

    def light(self) -> Light:
        return [command for command in self.sent if isinstance(command, Light)][-1]

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass


def tray(tmp_path: Path, desk: Desk) -> tuple[TraySource, Wire]:
    wire = Wire()
    source = TraySource("auto", {"card-3": "aura_of_healing"}, tmp_path / "cards.json", wire.make)
    source.start(desk)
    return source, wire


def test_buttons_become_presses(tmp_path: Path) -> None:
    desk = Desk()
    _, wire = tray(tmp_path, desk)
    for event in (
        Button("accept", "down"),
        Button("accept", "up", 90),
        Button("correct", "down"),
        Button("correct", "long"),
        Button("next", "down"),
        Fault("ring", "dark"),
    ):
        wire.tell(event)
    assert desk.presses == ["accept-reading", "undo", "end-activation"]


def test_a_refused_press_flashes_red(tmp_path: Path) -> None:
    _, wire = tray(tmp_path, Desk(refuses=True))
    wire.sent.clear()
    wire.tell(Button("next", "down"))
    assert any(type(command).__name__ == "Flash" for command in wire.sent)


def test_a_card_with_our_text_is_a_reading(tmp_path: Path) -> None:
    desk = Desk()
    _, wire = tray(tmp_path, desk)
    wire.tell(CardPresent("04a1b2c3", Tag(Kind.CARD, 3).text))
    wire.tell(CardPresent("04a1b2c4", None))
    wire.tell(CardPresent("04a1b2c5", "https://example.org"))
    wire.tell(CardPresent("04a1b2c6", Tag(Kind.CARD, 3, "B").text))
    assert [(r.tag, r.sure, r.facts) for r in desk.readings] == [
        ("aura_of_healing", True, {}),
        ("04a1b2c4", False, {"standing": "unknown_tag"}),
        ("04a1b2c5", False, {"standing": "unknown_tag"}),
        ("card-3@B", False, {"standing": "other_set"}),
    ]


def test_a_registered_sticker_is_known_by_its_number(tmp_path: Path) -> None:
    (tmp_path / "cards.json").write_text(f'{{"04a1b2c4": "{Tag(Kind.CARD, 3).text}"}}')
    desk = Desk()
    _, wire = tray(tmp_path, desk)
    wire.tell(CardPresent("04a1b2c4", None))
    assert desk.readings[0].tag == "aura_of_healing"
    (tmp_path / "cards.json").write_text("{broken")
    wire.tell(CardPresent("04a1b2c4", None))
    assert not desk.readings[1].sure


def test_the_light_follows_the_game(tmp_path: Path) -> None:
    source, wire = tray(tmp_path, Desk())
    wire.sent.clear()
    source.awaits(Awaited("g", "roll", "combat", 3, "demon"))
    light = next(c for c in wire.sent if type(c).__name__ == "Light")
    assert light.pulse  # type: ignore[attr-defined]
    wire.sent.clear()
    source.awaits(Awaited("g", "choice", "activate", 0, "human"))
    calm = next(c for c in wire.sent if type(c).__name__ == "Light")
    assert not calm.pulse  # type: ignore[attr-defined]
    assert calm != light


def test_the_ring_calls_for_dice_and_then_lights_them_for_the_camera(tmp_path: Path) -> None:
    clock = ManualClock()
    wire = Wire()
    source = TraySource("auto", {}, tmp_path / "cards.json", wire.make, clock)
    source.lights_camera = True
    source.start(Desk(refuses=True))
    source.awaits(Awaited("g", "roll", "combat", 3, "demon", "camera"))
    assert wire.light().pulse
    clock.run_out()
    lit = wire.light()
    assert (lit.colour, lit.pulse, lit.level) == ("ffffff", False, source.reading_level)
    # A refused press flashes, and the dice stay lit.
    wire.tell(Button("next", "down"))
    assert wire.light() == lit
    source.awaits(Awaited("g", "roll", "combat", 3, "human", "camera"))
    source.awaits(Awaited("g", "choice", "activate", 0, "human"))
    assert clock.calls == []
    assert wire.light().colour != "ffffff"
