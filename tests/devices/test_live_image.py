"""The live picture: packed once for all, gone when the camera is, and never of a hidden card."""

import time

import cv2
import numpy as np

from companion.devices.dice_readings import LONG_SIDE, shrunk_to
from companion.devices.live_image import LINGER_S, PAUSE_S, CameraPrivacy, HiddenDeck, LiveImage
from companion.protocol.readings import InputRequest
from tests.devices.camera_rig import StillCamera, wait_for
from vision.cameras.base import CameraError, Frame
from vision.cameras.newest import OLD_S, NewestFrame
from vision.dice.reading import DiceReading, DieReading
from vision.images import Image
from vision.roll.watcher import WatchResult


class Clock:
    def __init__(self) -> None:
        self.now = time.monotonic()

    def __call__(self) -> float:
        return self.now


class ByHand(NewestFrame):
    """Pictures come when the test says so."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(StillCamera(), clock=clock)

    def show(self, level: int) -> None:
        number = self._frame.number + 1 if self._frame else 1
        image = np.full((720, 1920, 3), level, np.uint8)
        self._frame = Frame(image, self._clock(), number)
        self._health = "good"


def test_a_picture_is_packed_once_and_not_too_often() -> None:
    clock = Clock()
    frames = ByHand(clock)
    live = LiveImage(frames, clock)
    assert live.jpeg() is None
    frames.show(10)
    first = live.jpeg()
    assert first is not None
    shape = cv2.imdecode(np.frombuffer(first, np.uint8), cv2.IMREAD_COLOR)
    assert shape is not None
    assert shape.shape[:2] == (480, LONG_SIDE)
    frames.show(200)
    assert live.jpeg() is first
    clock.now += 2 * PAUSE_S
    second = live.jpeg()
    assert second != first
    assert live.jpeg() is second


def test_a_picture_in_which_nothing_can_be_seen_is_called_dark() -> None:
    clock = Clock()
    frames = ByHand(clock)
    live = LiveImage(frames, clock)
    assert not live.dark, "no picture is no dark picture"
    frames.show(12)
    assert live.dark
    frames.show(60)
    assert not live.dark


def test_small_pictures_stay_as_they_are() -> None:
    small = np.zeros((4, 6, 3), np.uint8)
    assert shrunk_to(small, 100) is small
    assert shrunk_to(np.zeros((1, 4000, 3), np.uint8), 100).shape == (1, 100, 3)


def test_what_is_read_is_told_with_its_place() -> None:
    clock = Clock()
    frames = ByHand(clock)
    live = LiveImage(frames, clock)
    assert (live.to_json()["state"], live.to_json()["number"]) == ("starting", 0)
    frames.show(50)
    assert live.to_json()["state"] == "moving"
    die, beside = DieReading(5, 6, 0.98765, (1, 2, 3, 4)), DieReading(2, 6, 0.9, (9, 9, 3, 3))
    live.watched = WatchResult("settled", DiceReading((die,), "settled", True, outside=(beside,)))
    told = live.to_json()
    assert (told["state"], told["sure"], told["size"]) == ("settled", True, [1920, 720])
    assert told["dice"] == [{"face": 5, "confidence": 0.9877, "sure": True, "box": [1, 2, 3, 4]}]
    assert told["outside"] == [[9, 9, 3, 3]]
    live.looks_for_tags = True
    assert live.to_json()["state"] == "scan"


def test_an_old_picture_is_no_picture() -> None:
    clock = Clock()
    frames = ByHand(clock)
    live = LiveImage(frames, clock)
    frames.show(50)
    live.watched = WatchResult("settled", DiceReading((DieReading(5, 6, 1.0, (1, 2, 3, 4)),), "settled", True))
    clock.now += OLD_S + 1
    assert live.jpeg() is None
    assert (live.to_json()["state"], live.to_json()["dice"], live.to_json()["size"]) == ("gone", [], None)


class Unplugged(StillCamera):
    def grab(self) -> Image:
        raise CameraError("the cable is out")


def test_a_camera_that_is_not_there_says_so() -> None:
    frames = NewestFrame(Unplugged())
    live = LiveImage(frames)
    frames.start()
    try:
        wait_for(lambda: live.to_json()["health"] == "gone")
        assert live.to_json()["state"] == "gone"
        assert live.jpeg() is None
    finally:
        frames.stop()


def awaited(what: str, by: str, kind: str = "draw") -> InputRequest:
    return InputRequest("g", kind, what, 1, "human", by)


def test_a_card_is_hidden_while_it_is_drawn_and_a_little_longer() -> None:
    clock = Clock()
    privacy = CameraPrivacy(clock)
    privacy.request_input(awaited("advantage", "hand"))
    assert privacy.decks() == frozenset()
    privacy.request_input(awaited("advantage", "scan"))
    clock.now += 1000
    assert privacy.decks() == {HiddenDeck("g", "advantage")}
    privacy.request_input(awaited("event", "scan"))
    assert privacy.decks() == {HiddenDeck("g", "advantage"), HiddenDeck("g", "event")}
    privacy.request_input(awaited("combat", "camera", "roll"))
    assert privacy.decks() == {HiddenDeck("g", "event")}
    clock.now += LINGER_S / 2
    assert privacy.decks() == {HiddenDeck("g", "event")}
    clock.now += LINGER_S
    assert privacy.decks() == frozenset()
    privacy.request_input(awaited("activate", "scan", "choice"))
    assert privacy.decks() == {HiddenDeck("g", "advantage"), HiddenDeck("g", "event")}
    privacy.request_input(awaited("lay", "scan", "choice"))
    assert privacy.decks() == frozenset()
    privacy.request_input(None)
    assert privacy.decks() == frozenset()
