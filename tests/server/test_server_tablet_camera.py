"""A tablet as the eye, over HTTP: its pictures become rolls, and nobody else's do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.devices.camera_source import CameraSource
from companion.devices.tablet_camera import EYE_S, MOST_BYTES, TABLET, TabletCamera
from tests.devices.camera_rig import GREY, NO_PROFILES, OneRoll, no_tags, wait_for
from tests.server.service_rig import RunningService


class Clock:
    """Moves on with every question: tests wait for nothing."""

    now = 0.0

    def __call__(self) -> float:
        self.now += 0.5
        return self.now


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    tablet = TabletCamera(Clock())

    def make(word: str) -> CameraSource:
        assert word == TABLET
        return CameraSource(tablet, OneRoll(), no_tags, {}, NO_PROFILES)

    running = RunningService(tmp_path, make_camera_source=make, tablet=tablet)
    yield running
    running.stop()


def jpeg(shade: int = 0) -> bytes:
    packed = cv2.imencode(".jpg", np.asarray(GREY + np.uint8(shade), np.uint8))[1]
    return packed.tobytes()


def send(service: RunningService, body: bytes, eye: str = "mine") -> tuple[int, Any]:
    return service.post(f"/api/camera/frame?eye={eye}", body)


def use(service: RunningService) -> tuple[int, Any]:
    return service.post("/api/camera/use", json.dumps({"camera": TABLET}).encode())


def live(service: RunningService) -> Any:
    return service.ask("/api/camera", **{"X-Table-Code": service.code})[1]


def test_the_tablet_is_a_camera_like_others_once_it_sends(service: RunningService) -> None:
    found = service.ask("/api/cameras", **{"X-Table-Code": service.code})[1]["cameras"]
    assert {"id": TABLET, "name": TABLET, "real": True, "used": False} in found
    status, answer = use(service)
    assert (status, answer["code"]) == (503, "camera/no_picture")
    assert send(service, jpeg()) == (200, {"ok": True, "used": False})
    assert use(service)[0] == 200
    # The third picture is the roll of this watcher.
    for shade in range(1, 5):
        assert send(service, jpeg(shade)) == (200, {"ok": True, "used": True})
        wait_for(lambda wanted=shade: live(service)["number"] >= wanted)  # type: ignore[misc]
    told = live(service)
    assert (told["camera"], told["simulated"], told["size"]) == (TABLET, False, [60, 40])
    assert service.web.service.devices.camera.live.frame() is not None  # type: ignore[union-attr]
    assert len(list((service.web.service.settings.data / "pictures").iterdir())) == 1


def test_only_one_tablet_at_a_time(service: RunningService) -> None:
    assert send(service, jpeg())[0] == 200
    status, answer = send(service, jpeg(), "yours")
    assert (status, answer["code"], answer["key"]) == (409, "camera/other_tablet", "other_tablet")
    for _ in range(int(EYE_S / 0.5)):
        status, _ = send(service, jpeg(), "yours")
    assert status == 200


def test_what_is_no_picture_is_refused(service: RunningService) -> None:
    for body in (b"", b"\xff\xd8 nothing", b"GIF89a"):
        status, answer = send(service, body)
        assert (status, answer["code"]) == (400, "table/bad_picture")
    status, answer = send(service, b"x" * (MOST_BYTES + 1))
    assert answer["code"] == "table/picture_too_large"
    assert use(service)[0] == 503


def test_strangers_show_nothing(service: RunningService) -> None:
    assert service.ask("/api/camera/frame?eye=mine", jpeg())[0] == 403


def test_a_service_that_reads_no_dice_wants_no_pictures(tmp_path: Path) -> None:
    running = RunningService(tmp_path)
    assert send(running, jpeg())[1]["code"] == "table/no_reader"
    running.stop()
