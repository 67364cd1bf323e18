"""The tray's light in play: a rendered camera that sees the ring of a simulated tray, and a roll looked at twice."""

import itertools
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.devices.camera_source import CameraSource
from companion.devices.tray.driver import TrayDriver
from companion.devices.tray.messages import TrayEvent
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.simulator import SimulatedTray
from companion.devices.tray_source import ChosenTray, TraySource
from companion.protocol.readings import InputRequest
from tests.devices.camera_rig import NO_PROFILES, RecordingSink, StillCamera, no_tags, wait_for
from vision.cameras.simulated import RenderedCamera
from vision.dice.reading import NO_HINTS, DiceReading, DieReading, Hints
from vision.images import Image
from vision.roll.watcher import RollWatcher

ROLL = InputRequest("g", "roll", "combat", 2, "human", "camera")


def rendered() -> Image:
    """Two dice at rest: the camera's clock makes leaps."""
    ticks = itertools.count(0.0, 10.0)
    camera = RenderedCamera(seed=4, long_side=320, rate=0, clock=lambda: next(ticks))
    camera.throw(2)
    return camera.grab()


class RoomCamera(StillCamera):
    """Sees the rendered tray by the light of the room and of the ring."""

    name = "camera in a room"

    def __init__(self, tray: SimulatedTray, room: float, gain: float) -> None:
        self._tray, self._room, self._gain = tray, room, gain
        self._scene = rendered().astype(np.float32)
        self._noise = itertools.cycle((0, 1))

    def grab(self) -> Image:
        time.sleep(0.005)
        ring = max(self._tray.look().ring) / 255
        return np.clip(self._scene * (self._room + self._gain * ring) + next(self._noise), 0, 255).astype(np.uint8)


class Careful:
    """Sees two dice; in pictures darker or brighter than it likes, other faces."""

    def __init__(self, wrong: Callable[[float], bool] = lambda brightness: False) -> None:
        self.brightness: list[float] = []
        self._wrong = wrong

    def read(self, image: Image, *, hints: Hints = NO_HINTS) -> DiceReading:
        self.brightness.append(float(image.mean()))
        face = 6 if self._wrong(self.brightness[-1]) else 2
        dice = (DieReading(face, 6, 0.97, (20, 20, 30, 30)), DieReading(5, 6, 0.98, (120, 80, 30, 30)))
        return DiceReading(dice, "settled", True)


class Evening:
    """A camera and a tray that light and read a roll together."""

    def __init__(self, tmp_path: Path, reader: Careful, room: float, gain: float) -> None:
        self.simulator = SimulatedTray(ModelBoard())
        self.tray = TraySource("sim", {}, tmp_path / "cards.json", self._choose)
        self.tray.lights_camera = True
        self.sink = RecordingSink()
        self.tray.start(self.sink)
        wait_for(lambda: self.tray.to_json()["state"] == "connected")
        self.tray.request_input(ROLL)
        wait_for(lambda: self.tray.ring() is not None)
        self.camera = CameraSource(
            RoomCamera(self.simulator, room, gain), RollWatcher(reader), no_tags, {}, NO_PROFILES
        )
        self.camera.light_by(self.tray)

    def _choose(self, word: str, on_event: Callable[[TrayEvent], None]) -> ChosenTray:
        return ChosenTray(TrayDriver(on_event, self.simulator.find), self.simulator)

    def play(self) -> None:
        self.camera.request_input(ROLL)
        self.camera.start(self.sink)
        wait_for(lambda: self.sink.readings)

    def stop(self) -> None:
        self.camera.stop()
        self.tray.stop()


MakeEvening = Callable[[Careful, float, float], Evening]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[MakeEvening]:
    made: list[Evening] = []

    def make(reader: Careful, room: float, gain: float) -> Evening:
        made.append(Evening(tmp_path, reader, room, gain))
        return made[-1]

    yield make
    for one in made:
        one.stop()


def test_a_roll_is_read_with_the_light_and_without(evening: MakeEvening) -> None:
    reader = Careful()
    one = evening(reader, 0.8, 0.8)
    one.play()
    (reading,) = one.sink.readings
    assert (reading.sure, [face.face for face in reading.faces]) == (True, [2, 5])
    assert reading.picture in one.sink.pictures
    lit, dark = reader.brightness[-2:]
    assert lit > dark * 1.2
    # Afterwards the dice lie in the light again, and nothing seems to have moved: the roll is not told twice.
    assert min(one.simulator.look().ring) > 0
    told = one.camera.live
    wait_for(lambda: told.watched is not None and told.watched.state == "settled")
    assert len(one.sink.readings) == 1


def test_pips_are_not_blown_out(evening: MakeEvening) -> None:
    one = evening(Careful(), 0.3, 3.0)
    one.tray.reading_level = 255
    one.play()
    assert one.tray.reading_level < 200
    frame = one.camera.live.frame()
    assert frame is not None
    assert float((frame.image.max(axis=2) >= 250).mean()) < 0.1


def test_in_a_dark_room_only_the_lit_picture_counts(evening: MakeEvening) -> None:
    reader = Careful(wrong=lambda brightness: brightness < 20)
    one = evening(reader, 0.0, 2.0)
    one.play()
    assert one.sink.readings[0].sure


def test_dice_that_look_different_without_the_light_are_asked_for(evening: MakeEvening) -> None:
    bright = float(rendered().mean())
    one = evening(Careful(wrong=lambda brightness: brightness < bright), 0.8, 1.0)
    one.play()
    (reading,) = one.sink.readings
    assert (reading.sure, reading.state) == (False, "unsure")


def test_a_tray_that_is_pulled_out_costs_nothing_but_the_second_look(evening: MakeEvening) -> None:
    one = evening(Careful(), 0.9, 0.5)
    one.simulator.unplug(60)
    wait_for(lambda: one.tray.ring() is None)
    one.play()
    assert one.sink.readings[0].sure
