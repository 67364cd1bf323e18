"""A tablet as a camera: one at a time, not too fast, each picture once, and gone when it is put away."""

from __future__ import annotations

import numpy as np
import pytest

from companion.devices import tablet_camera
from companion.devices.tablet_camera import EYE_S, PACE_S, TabletCamera
from companion.protocol.refusal import Refused
from tests.devices.camera_rig import GREY
from vision.cameras.base import CameraError


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def camera(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> TabletCamera:
    monkeypatch.setattr(tablet_camera, "PATIENCE_S", 0.01)
    return TabletCamera(clock)


def test_each_picture_is_seen_once_and_the_newest_first(camera: TabletCamera) -> None:
    camera.put(GREY)
    camera.put(GREY + np.uint8(9))
    assert camera.grab()[0, 0, 0] == 99
    with pytest.raises(CameraError, match="no tablet sends pictures"):
        camera.grab()


def test_what_came_before_it_was_closed_is_not_shown(camera: TabletCamera) -> None:
    camera.put(GREY)
    camera.close()
    with pytest.raises(CameraError):
        camera.grab()


def test_pictures_that_come_too_fast_are_left_out(camera: TabletCamera, clock: Clock) -> None:
    assert camera.admit("mine")
    assert not camera.admit("mine")
    clock.now += 1.01 * PACE_S
    assert camera.admit("mine")


def test_one_tablet_at_a_time_until_it_is_put_away(camera: TabletCamera, clock: Clock) -> None:
    assert camera.admit("mine")
    clock.now += EYE_S - 0.1
    with pytest.raises(Refused) as refused:
        camera.admit("yours")
    assert refused.value.code == "camera/other_tablet"
    # Whoever was refused does not keep the place for itself.
    clock.now += 0.2
    assert camera.admit("yours")
    with pytest.raises(Refused):
        camera.admit("mine")
