"""The devices page while a Pi camera is set up: how sharp it is, what it cuts off, and what could not be used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.devices.build import device_fault
from companion.devices.camera_setup import ProfileStore
from companion.devices.camera_source import CameraSource
from tests.devices.camera_rig import OneRoll, no_tags, wait_for
from tests.server.service_rig import RunningService
from tests.vision.pi_rig import Picamera2, plug_in
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine
from vision.cameras.picamera import PiCamera

REASON = "picamera2 is installed but cannot be used: ValueError: numpy.dtype size changed"


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> type[Picamera2]:
    return plug_in(monkeypatch)


@pytest.fixture
def service(tmp_path: Path, library: type[Picamera2]) -> Iterator[RunningService]:
    # At first the lens finds nothing to focus on.
    library.finds_focus = False
    camera = CameraSource(PiCamera(), OneRoll(), no_tags, {}, ProfileStore(tmp_path / "cameras"))
    running = RunningService(tmp_path, sources=(camera,), faults=(device_fault("board_camera", REASON),))
    wait_for(lambda: camera.health == "good")
    yield running
    running.stop()


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("tall", "ru"), ("phone", "fr")])
def test_focus_is_seen_to_come_and_is_kept_with_the_corners(
    service: RunningService, library: type[Picamera2], tablet: Callable[..., Tablet], size: str, language: str
) -> None:
    one = tablet(size, language)
    one.page.goto(f"{service.address}/?code={service.code}#/devices")
    row = one.page.locator("[data-part-row=fault-board_camera][data-state=warn]")
    row.wait_for()
    assert REASON in row.inner_text()
    one.page.wait_for_selector("[data-problem=blurred]")
    examine(one, f"a blurred camera, {size}")
    library.finds_focus = True
    one.tap("[data-set-corners]")
    one.page.wait_for_selector("[data-problem=blurred]", state="detached")
    assert int(one.page.locator("[data-sharpness]").get_attribute("data-sharpness") or 0) > 9
    examine(one, f"a sharp camera, {size}")
    one.tap("[data-save-corners]")
    one.page.wait_for_selector("[data-camera-panel=live]")
    assert library.made[-1].controls["LensPosition"] == pytest.approx(3.0)


def test_a_camera_that_shows_only_the_middle_is_said(
    service: RunningService, library: type[Picamera2], tablet: Callable[..., Tablet]
) -> None:
    library.keeps_crop = True
    assert service.post("/api/camera/restart", b"{}")[0] == 200
    one = tablet("phone", "fr")
    one.page.goto(f"{service.address}/?code={service.code}#/devices")
    problem = one.page.locator("[data-problem=cropped]")
    problem.wait_for()
    assert "picamera2" in problem.inner_text()
