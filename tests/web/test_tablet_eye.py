"""The tablet's own camera as the eye over the tray, over https: Chromium's pretended camera shows a rendered roll."""

from __future__ import annotations

import itertools
import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Browser

from tests.devices.camera_rig import wait_for
from tests.server.test_server_secure import SecureProcess
from tests.web.browser_rig import ARGUMENTS, CHROMIUM, Tablet
from tests.web.first_run_rig import ROLL_MS, at_step
from tests.web.screen_check import examine
from vision.cameras.simulated import SIMULATED
from vision.images import Image
from vision.render.tray import EMPTY, RenderedTray

DICE = 2
# Pictures of which the film is made, and how many of them are shown one after the other, 30 in a second. Dice that lie
# as those before count anew only after the tray was seen empty.
KINDS = 12
EMPTY_TRAY, ROLLING, AT_REST = 240, 24, 240


def film(path: Path) -> list[int]:
    """An empty tray, dice that roll, dice at rest, over and over, as Motion JPEG; what lies there."""
    stage = RenderedTray(7, SIMULATED)
    thrown = stage.throw(DICE)
    # Every picture has its own noise, as a sensor's has.
    shown: list[tuple[list[Image], int]] = [
        ([stage.image(EMPTY) for _ in range(KINDS)], EMPTY_TRAY),
        ([stage.moving(thrown) for _ in range(KINDS)], ROLLING),
        ([stage.image(thrown) for _ in range(KINDS)], AT_REST),
    ]
    with path.open("wb") as out:
        for pictures, number in shown:
            packed = [cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures]
            out.writelines(itertools.islice(itertools.cycle(packed), number))
    return sorted(die.face for die in stage.truths(thrown))


@pytest.fixture
def process(tmp_path: Path) -> Iterator[SecureProcess]:
    running = SecureProcess(tmp_path / "data")
    running.ready()
    yield running
    running.kill()


@pytest.fixture
def seeing(browser: Browser, tmp_path: Path) -> Iterator[tuple[Browser, list[int]]]:
    """A browser whose camera looks into a tray, and what lies there."""
    faces = film(tmp_path / "tray.mjpeg")
    camera = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    shows = f"--use-file-for-fake-video-capture={tmp_path / 'tray.mjpeg'}"
    running = browser.browser_type.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *camera, shows])
    yield running, faces
    running.close()


def shown(process: SecureProcess) -> Any:
    """What the service says of the camera over the tray."""
    request = urllib.request.Request(f"{process.address}/api/camera", headers={"X-Table-Code": process.code()})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def chosen(one: Tablet) -> None:
    one.tap("[data-search-cameras]:enabled")
    one.tap("[data-camera='tablet'] [data-use-camera]:enabled")
    one.page.wait_for_selector("[data-camera='tablet'] [data-stop-eye]")


def test_a_roll_before_the_tablet_is_read(process: SecureProcess, seeing: tuple[Browser, list[int]]) -> None:
    browser, faces = seeing
    one = Tablet(browser, "wide", trusts=True)
    page, address = one.page, f"https://127.0.0.1:{process.secure_port}"
    page.goto(f"{address}/?code={process.code()}#/devices")
    chosen(one)
    page.wait_for_selector("[data-part-row='camera'][data-state='ok'], [data-part-row='camera'][data-state='warn']")
    examine(one, "the tablet is the eye")
    # On another page it goes on looking, and after a reload too.
    page.evaluate("() => (location.hash = '#/firstrun')")
    page.reload()
    one.tap("[data-step='rolls']")
    at_step(one, "rolls")
    page.locator("[data-roll-right]").wait_for(timeout=ROLL_MS)
    headers = {"X-Table-Code": process.code()}
    told = page.evaluate("async (headers) => (await fetch('/api/first-run', {headers})).json()", headers)
    assert sorted(told["waiting"]["faces"]) == faces
    # Put away, it is a camera that is gone.
    page.evaluate("() => (location.hash = '#/devices')")
    one.tap("[data-search-cameras]:enabled")
    one.tap("[data-stop-eye]")
    wait_for(lambda: shown(process)["health"] == "gone")
    # And it can be the eye again.
    one.tap("[data-camera='tablet'] [data-use-camera]:enabled")
    page.wait_for_selector("[data-stop-eye]")
    wait_for(lambda: shown(process)["health"] == "good")
    assert one.complaints == []
    one.close()


def test_a_plain_address_leads_to_the_secure_one(process: SecureProcess, browser: Browser) -> None:
    one = Tablet(browser, "phone", "fr")
    # To a browser 127.0.0.1 is as good as secure; an address in a home network is not.
    one.context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    one.page.goto(f"{process.address}/?code={process.code()}#/devices")
    one.tap("[data-search-cameras]:enabled")
    one.page.wait_for_selector("[data-camera='tablet']")
    examine(one, "the tablet cannot be the eye")
    one.tap("[data-to-secure]")
    one.page.wait_for_selector("[data-fingerprint]")
    assert one.complaints == []
    one.close()
