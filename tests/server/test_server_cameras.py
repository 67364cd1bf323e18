"""Starting the camera again and changing to another one, over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.devices.camera_source import CameraSource
from tests.devices.camera_rig import NO_PROFILES, OneRoll, StillCamera, no_tags, wait_for
from tests.server.service_rig import RunningService
from vision.cameras import choose
from vision.cameras.base import CameraError
from vision.cameras.simulated import RenderedCamera
from vision.images import Image


class Plug(StillCamera):
    """A camera that can be pulled out."""

    def __init__(self) -> None:
        super().__init__()
        self.out = False
        self.closed = 0

    def grab(self) -> Image:
        if self.out:
            raise CameraError("still camera: the cable is out")
        return super().grab()

    def close(self) -> None:
        self.closed += 1


def camera_of(word: str) -> CameraSource:
    assert word == "sim"
    return CameraSource(RenderedCamera(), OneRoll(), no_tags, {}, NO_PROFILES)


@pytest.fixture
def plug() -> Plug:
    return Plug()


@pytest.fixture
def service(tmp_path: Path, plug: Plug, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningService]:
    monkeypatch.setattr(choose.UsbNames, "cameras", lambda self: [Path("/dev/v4l/by-id/gone-video-index0")])
    camera = CameraSource(plug, OneRoll(), no_tags, {}, NO_PROFILES)
    running = RunningService(tmp_path, sources=(camera,), make_camera_source=camera_of)
    wait_for(lambda: camera.health == "good")
    yield running
    running.stop()


def post(service: RunningService, path: str, **body: str) -> tuple[int, Any]:
    return service.post(path, json.dumps(body).encode())


def test_the_camera_is_closed_and_opened_again(service: RunningService, plug: Plug) -> None:
    assert post(service, "/api/camera/restart")[0] == 200
    assert plug.closed == 1


def test_a_camera_that_gives_nothing_says_why(
    service: RunningService, plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CameraSource.restart, "__defaults__", (0.3,))
    plug.out = True
    status, answer = post(service, "/api/camera/restart")
    assert (status, answer["code"], answer["key"]) == (503, "camera/no_picture", "camera_silent")
    assert answer["facts"] == {"camera": "still camera", "reason": "still camera: the cable is out"}
    plug.out = False
    assert post(service, "/api/camera/restart")[0] == 200


def test_cameras_are_found_and_one_takes_over(service: RunningService) -> None:
    found = service.ask("/api/cameras", **{"X-Table-Code": service.code})[1]["cameras"]
    assert [(camera["real"], camera["used"]) for camera in found] == [(True, False), (False, False)]
    status, answer = post(service, "/api/camera/use", camera=found[0]["id"])
    assert (status, answer["code"]) == (503, "camera/no_picture")
    assert service.web.service.devices.camera.name == "still camera"  # type: ignore[union-attr]
    assert post(service, "/api/camera/use", camera="sim")[0] == 200
    told = service.ask("/api/camera", **{"X-Table-Code": service.code})[1]
    assert (told["camera"], told["simulated"]) == (found[1]["name"], True)
    assert service.web.service.devices.simulated["camera"]
    assert [source["name"] for source in service.web.service.info()["devices"]] == [found[1]["name"]]


@pytest.mark.parametrize("camera", ["/dev/video7", "http://elsewhere/", "none"])
def test_only_what_was_found_can_be_used(service: RunningService, camera: str) -> None:
    status, answer = post(service, "/api/camera/use", camera=camera)
    assert (status, answer["code"]) == (404, "camera/unknown")
    assert service.web.service.devices.camera.name == "still camera"  # type: ignore[union-attr]


def test_strangers_change_nothing(service: RunningService, plug: Plug) -> None:
    for path in ("/api/camera/restart", "/api/camera/use"):
        assert service.ask(path, b"{}")[0] == 403
    assert service.ask("/api/cameras")[0] == 403
    assert plug.closed == 0
