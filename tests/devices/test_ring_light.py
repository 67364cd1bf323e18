import time

import numpy as np
import pytest

from companion.devices.reading_light import (
    HIGHEST,
    LOWEST,
    ImagePair,
    fresh_images,
    next_level,
    take_pair,
    without_glare,
)
from companion.devices.tray.messages import RingLight, TrayCommand
from vision.cameras.base import CameraError, CameraSettings
from vision.cameras.newest import NewestFrame
from vision.images import Image


def scene(level: int, gain: float, ambient: float) -> Image:
    """A tray of dark felt with four white dice, as a camera with a fixed exposure sees it."""
    reflect = np.full((120, 160), 0.15)
    for column in range(4):
        reflect[40:60, 20 + 35 * column : 40 + 35 * column] = 0.9
        reflect[48:52, 28 + 35 * column : 32 + 35 * column] = 0.1
    grey = np.clip(reflect * (level * gain + ambient), 0, 255)
    return np.repeat(grey[:, :, None], 3, axis=2).astype(np.uint8)


def settled(start: int, gain: float, ambient: float) -> int:
    level = start
    for _ in range(40):
        level = next_level(level, scene(level, gain, ambient))
    return level


@pytest.mark.parametrize("start", [LOWEST, 60, HIGHEST])
@pytest.mark.parametrize("gain", [1.2, 3.0, 8.0])
@pytest.mark.parametrize("ambient", [0.0, 80.0])
def test_the_light_comes_to_rest_with_pips_visible(start: int, gain: float, ambient: float) -> None:
    level = settled(start, gain, ambient)
    assert next_level(level, scene(level, gain, ambient)) == level
    picture = scene(level, gain, ambient)
    assert picture.max() < 250
    assert int(picture[45, 22, 0]) - int(picture[50, 30, 0]) > 150


def test_a_room_too_bright_or_too_dark_ends_at_the_limits() -> None:
    assert settled(100, 1.0, 400.0) == LOWEST
    assert settled(100, 0.05, 0.0) == HIGHEST


def test_grey_pictures_will_do() -> None:
    assert next_level(100, scene(100, 8.0, 0.0)[:, :, 0]) == 75


class FakeTray:
    def __init__(self, answers: bool) -> None:
        self.sent: list[TrayCommand] = []
        self._answers = answers

    def send(self, command: TrayCommand) -> None:
        self.sent.append(command)

    def wait_confirmed(self, timeout: float) -> bool:
        return self._answers

    def grab(self) -> Image:
        light = self.sent[-1]
        assert isinstance(light, RingLight)
        return scene(light.level, 1.0, 10.0)


def test_a_pair_is_one_picture_lit_and_one_not() -> None:
    tray = FakeTray(answers=True)
    bright = RingLight("ffffff", 200)
    pair = take_pair(tray, tray.grab, bright, exposure_s=0)
    assert pair.unlit is not None
    assert pair.lit.mean() > 5 * pair.unlit.mean()
    assert tray.sent == [bright, RingLight(), bright]


def test_without_an_answering_ring_there_is_one_picture() -> None:
    tray = FakeTray(answers=False)
    bright = RingLight("ffffff", 200)
    assert take_pair(tray, tray.grab, bright).unlit is None
    assert tray.sent == [bright, bright]


def test_a_camera_that_fails_leaves_the_light_as_it_should_be() -> None:
    tray = FakeTray(answers=True)

    def broken() -> Image:
        raise OSError("camera gone")

    with pytest.raises(OSError, match="camera gone"):
        take_pair(tray, broken, RingLight("ffffff", 200), exposure_s=0)
    assert tray.sent[-1] == RingLight("ffffff", 200)


def test_a_pip_under_the_ring_s_reflection_is_seen_in_the_pair() -> None:
    lit, unlit = scene(200, 1.2, 20.0), scene(0, 1.2, 60.0)
    lit[44:56, 24:36] = 255  # the ring mirrored in a glossy die, over its pip
    whole = without_glare(ImagePair(lit, unlit))
    assert int(whole[46, 26, 0]) - int(whole[50, 30, 0]) > 100
    assert (whole[60:] == lit[60:]).all()


@pytest.mark.parametrize("unlit", [None, scene(0, 1.0, 0.0), scene(0, 1.0, 50.0)[:50]])
def test_without_a_useful_dark_picture_the_lit_one_stays(unlit: Image | None) -> None:
    lit = scene(200, 1.2, 20.0)
    lit[44:56, 24:36] = 255
    assert without_glare(ImagePair(lit, unlit)) is lit


class CountingCamera:
    """Every picture is one step brighter than the one before."""

    name = "counting"
    real = False

    def __init__(self) -> None:
        self.taken = 0

    def grab(self) -> Image:
        time.sleep(0.005)
        self.taken += 1
        return np.full((4, 4, 3), self.taken % 256, np.uint8)

    def hold(self, settings: CameraSettings | None) -> None: ...

    def close(self) -> None: ...


def test_a_fresh_picture_began_after_it_was_asked_for() -> None:
    camera = CountingCamera()
    newest = NewestFrame(camera)
    newest.start()
    grab = fresh_images(newest)
    for _ in range(5):
        before = camera.taken
        assert int(grab()[0, 0, 0]) > before
    newest.stop()


def test_a_camera_without_pictures_is_said() -> None:
    with pytest.raises(CameraError, match="no new picture"):
        fresh_images(NewestFrame(CountingCamera()), timeout=0.01)()
