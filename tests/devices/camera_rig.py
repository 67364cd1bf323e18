"""Cameras and watchers that do what a test needs, and nothing by themselves."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from companion.table.sources import Reading, Sink
from vision.arrays import Image
from vision.calibrate.profile import ProfileStore
from vision.cameras.base import Exposure, Frame
from vision.doubts import Doubt
from vision.reading import Die, State
from vision.reading import Reading as Seen
from vision.roll.pictures import PictureStore
from vision.roll.watcher import Glance, Tray
from vision.tags.seen import TagSeen

# Nothing is known of any camera, and nothing can be kept.
NO_PROFILES = ProfileStore(Path("/nowhere/at/all"))
GREY = np.full((40, 60, 3), 90, np.uint8)


class Pocket(Sink):
    """Keeps what a source hands in."""

    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self.pictures: dict[str, bytes] = {}

    def offer(self, reading: Reading) -> None:
        self.readings.append(reading)

    def put_picture(self, picture: str, jpeg: bytes) -> None:
        self.pictures[picture] = jpeg

    def press(self, name: str) -> bool:
        raise AssertionError(f"a camera has no button {name}")


class StillCamera:
    """Always sees the same: nothing, or the picture it is given."""

    name = "still camera"
    real = True

    def __init__(self, sees: Image = GREY) -> None:
        self._sees = np.minimum(sees, 250)

    def grab(self) -> Image:
        time.sleep(0.002)
        # The picture changes a little, as a sensor's does: otherwise it would count as frozen.
        return np.asarray(self._sees + np.uint8(time.monotonic_ns() % 3), np.uint8)

    held: Exposure | None = None

    def hold(self, exposure: Exposure | None) -> None:
        self.held = exposure

    def close(self) -> None:
        pass


class OneRoll:
    """Sees one roll in the third picture."""

    def __init__(self) -> None:
        self.pictures = PictureStore()
        self.frames = 0
        self.tray = Tray()

    def use(self, tray: Tray) -> None:
        self.tray = tray

    def learn(self, tray: Tray) -> None:
        self.tray = tray

    def read(self, image: Image, source: str = "") -> Seen:
        return Seen((), "empty", False)

    def feed(self, frame: Frame) -> Glance:
        self.frames += 1
        if self.frames == 2:
            raise ValueError("a picture that cannot be read")
        if self.frames != 3:
            return Glance("moving")
        die = Die(4, 6, 0.98, (1, 2, 3, 4))
        seen = Seen((die,), "cocked", False, self.pictures.keep(frame.image), doubts=(Doubt.LEANS,))
        return Glance("cocked", seen, seen)


def no_tags(image: Image) -> tuple[TagSeen, ...]:
    return ()


def wait_for(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.01)


class Seer:
    """Sees one die at a place of its own, and remembers the pictures it was shown."""

    def __init__(self, state: State = "settled", sure: bool = True) -> None:
        self.shown: list[Image] = []
        self.dice: tuple[Die, ...] = (Die(4, 6, 0.97, (100, 200, 50, 50), guesses=(5, 9)),)
        self._state, self._sure = state, sure

    def read(self, image: Image, picture: str = "", source: str = "") -> Seen:
        self.shown.append(image)
        return Seen(self.dice, self._state, self._sure, picture, source)
