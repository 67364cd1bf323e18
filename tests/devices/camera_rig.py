"""Cameras and watchers that do what a test needs, and nothing by themselves."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from companion.devices.camera_setup import ProfileStore
from companion.protocol.readings import Press, Reading, Sink
from vision.cameras.base import CameraSettings, Frame
from vision.dice.reading import NO_HINTS, DiceReading, DiceState, DieReading, Doubt, Hints
from vision.images import Image
from vision.roll.tray import TrayCalibration
from vision.roll.watcher import WatchResult
from vision.tags.reading import TagReading

# Nothing is known of any camera, and nothing can be kept.
NO_PROFILES = ProfileStore(Path("/nowhere/at/all"))
GREY = np.full((40, 60, 3), 90, np.uint8)


class RecordingSink(Sink):
    """Keeps what a source hands in."""

    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self.pictures: dict[str, bytes] = {}

    def submit(self, event: Reading | Press) -> bool:
        assert isinstance(event, Reading), "a camera has no buttons"
        self.readings.append(event)
        return True

    def put_picture(self, picture: str, jpeg: bytes) -> None:
        self.pictures[picture] = jpeg


class StillCamera:
    """Always gives the same image: grey, or the one it is made with."""

    name = "still camera"
    real = True

    def __init__(self, sees: Image = GREY) -> None:
        self._sees = np.minimum(sees, 250)

    def grab(self) -> Image:
        time.sleep(0.002)
        # The image changes a little, as a sensor's does: otherwise it would count as frozen.
        return np.asarray(self._sees + np.uint8(time.monotonic_ns() % 3), np.uint8)

    held: CameraSettings | None = None

    def hold(self, settings: CameraSettings | None) -> None:
        self.held = settings

    def close(self) -> None:
        pass


class OneRoll:
    """Reports one roll, in the third frame."""

    def __init__(self) -> None:
        self.frames = 0
        self.calibration = TrayCalibration()

    def recalibrate(self, calibration: TrayCalibration) -> None:
        self.calibration = calibration

    def learn(self, calibration: TrayCalibration) -> None:
        self.calibration = calibration

    def read(self, image: Image) -> DiceReading:
        return DiceReading((), "empty", False)

    def feed(self, frame: Frame) -> WatchResult:
        self.frames += 1
        if self.frames == 2:
            raise ValueError("a frame that cannot be read")
        if self.frames != 3:
            return WatchResult("moving")
        die = DieReading(4, 6, 0.98, (1, 2, 3, 4))
        seen = DiceReading((die,), "cocked", False, doubts=(Doubt.LEANS,))
        return WatchResult("cocked", seen, seen)


def no_tags(image: Image) -> tuple[TagReading, ...]:
    return ()


def wait_for(condition: Callable[[], object], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.01)


class FixedReader:
    """Reads one die at a place of its own, and remembers the images it was given."""

    def __init__(self, state: DiceState = "settled", sure: bool = True) -> None:
        self.shown: list[Image] = []
        self.dice: tuple[DieReading, ...] = (DieReading(4, 6, 0.97, (100, 200, 50, 50), guesses=(5, 9)),)
        self._state, self._sure = state, sure

    def read(self, image: Image, *, hints: Hints = NO_HINTS) -> DiceReading:
        self.shown.append(image)
        return DiceReading(self.dice, self._state, self._sure)
