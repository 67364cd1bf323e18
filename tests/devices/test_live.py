"""The live picture: packed once for all, gone when the camera is, and never of a hidden card."""

import time

import cv2
import numpy as np

from companion.devices.curtain import LINGER_S, Curtain
from companion.devices.live import LONGEST, OLD_S, PAUSE_S, Live, within
from companion.table.sources import Awaited
from tests.devices.camera_rig import StillCamera, wait_for
from vision.arrays import Image
from vision.cameras.base import CameraError, Frame
from vision.cameras.newest import NewestFrame
from vision.reading import Die, Reading
from vision.roll.watcher import Glance


class Clock:
    def __init__(self) -> None:
        self.now = time.monotonic()

    def __call__(self) -> float:
        return self.now


class ByHand(NewestFrame):
    """Pictures come when the test says so."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(StillCamera())
        self._clock = clock

    def show(self, level: int) -> None:
        number = self._frame.number + 1 if self._frame else 1
        image = np.full((720, 1920, 3), level, np.uint8)
        self._frame = Frame(image, self._clock(), number, "test")
        self._health = "good"


def test_a_picture_is_packed_once_and_not_too_often() -> None:
    clock = Clock()
    frames = ByHand(clock)
    live = Live(frames, clock)
    assert live.jpeg() is None
    frames.show(10)
    first = live.jpeg()
    assert first is not None
    shape = cv2.imdecode(np.frombuffer(first, np.uint8), cv2.IMREAD_COLOR)
    assert shape is not None
    assert shape.shape[:2] == (480, LONGEST)
    frames.show(200)
    assert live.jpeg() is first
    clock.now += PAUSE_S + 0.001  # a little more: sums of such numbers are rounded
    second = live.jpeg()
    assert second != first
    assert live.jpeg() is second


def test_small_pictures_stay_as_they_are() -> None:
    small = np.zeros((4, 6, 3), np.uint8)
    assert within(small, 100) is small
    assert within(np.zeros((1, 4000, 3), np.uint8), 100).shape == (1, 100, 3)


def test_what_is_read_is_told_with_its_place() -> None:
    clock = Clock()
    frames = ByHand(clock)
    live = Live(frames, clock)
    assert (live.glimpse()["state"], live.glimpse()["number"]) == ("starting", 0)
    frames.show(50)
    assert live.glimpse()["state"] == "moving"
    die, beside = Die(5, 6, 0.98765, (1, 2, 3, 4)), Die(2, 6, 0.9, (9, 9, 3, 3))
    live.glance = Glance("settled", Reading((die,), "settled", True, outside=(beside,)))
    told = live.glimpse()
    assert (told["state"], told["sure"], told["size"]) == ("settled", True, [1920, 720])
    assert told["dice"] == [{"face": 5, "confidence": 0.9877, "box": [1, 2, 3, 4]}]
    assert told["outside"] == [[9, 9, 3, 3]]
    live.looks_for_tags = True
    assert live.glimpse()["state"] == "scan"


def test_an_old_picture_is_no_picture() -> None:
    clock = Clock()
    frames = ByHand(clock)
    live = Live(frames, clock)
    frames.show(50)
    live.glance = Glance("settled", Reading((Die(5, 6, 1.0, (1, 2, 3, 4)),), "settled", True))
    clock.now += OLD_S + 1
    assert live.jpeg() is None
    assert (live.glimpse()["state"], live.glimpse()["dice"], live.glimpse()["size"]) == ("gone", [], None)


class Unplugged(StillCamera):
    def grab(self) -> Image:
        raise CameraError("the cable is out")


def test_a_camera_that_is_not_there_says_so() -> None:
    frames = NewestFrame(Unplugged())
    live = Live(frames)
    frames.start()
    try:
        wait_for(lambda: live.glimpse()["health"] == "gone")
        assert live.glimpse()["state"] == "gone"
        assert live.jpeg() is None
    finally:
        frames.stop()


def awaited(what: str, by: str, kind: str = "draw") -> Awaited:
    return Awaited("g", kind, what, 1, "human", by)


def test_a_card_is_hidden_while_it_is_drawn_and_a_little_longer() -> None:
    clock = Clock()
    curtain = Curtain(clock)
    curtain.awaits(awaited("advantage", "hand"))
    assert curtain.decks() == frozenset()
    curtain.awaits(awaited("advantage", "scan"))
    clock.now += 1000
    assert curtain.decks() == {"advantage"}
    curtain.awaits(awaited("event", "scan"))
    assert curtain.decks() == {"advantage", "event"}
    curtain.awaits(awaited("combat", "camera", "roll"))
    assert curtain.decks() == {"event"}
    clock.now += LINGER_S / 2
    assert curtain.decks() == {"event"}
    clock.now += LINGER_S
    assert curtain.decks() == frozenset()
    curtain.awaits(awaited("activate", "scan", "choice"))
    assert curtain.decks() == {"advantage", "event"}
    curtain.awaits(awaited("lay", "scan", "choice"))
    assert curtain.decks() == frozenset()
    curtain.awaits(None)
    assert curtain.decks() == frozenset()
