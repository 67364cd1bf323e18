"""Walks through the first ten minutes as an owner would, on a simulated camera."""

from __future__ import annotations

from pathlib import Path

from companion.devices.build import build_devices
from companion.table.box_store import BoxStore, TagNames
from tests.server.service_rig import RunningService
from tests.web.browser_rig import Tablet

ROLL_MS = 60_000


def service_with_simulated_camera(data: Path) -> RunningService:
    boxes = BoxStore(data / "boxes")
    devices = build_devices("sim", "none", TagNames(boxes), data, "none", boxes.kind_of_tag)
    return RunningService(data, sources=devices.sources, simulated=devices.simulated, boxes=boxes)


def at_step(one: Tablet, step: str, timeout: float = 30_000) -> None:
    one.page.wait_for_selector(f"[data-first-run='{step}']", timeout=timeout)


def set_corners(one: Tablet) -> None:
    """The simulated tray has no printed marks: the corners are set by hand."""
    one.tap("[data-set-corners]:enabled")
    one.tap("[data-save-corners]:enabled")


def confirm_roll(one: Tablet, number: int) -> None:
    """Say of a roll that it was read right; `number` is which one it is."""
    one.page.locator("[data-roll-right]:enabled").wait_for(timeout=ROLL_MS)
    one.tap("[data-roll-right]")
    one.page.wait_for_selector(f"[data-rolled='{number}']")


def walk(one: Tablet, service: RunningService, rolls_before: int = 0) -> None:
    """From the first page to the choice of a scenario; box check is looked into."""
    page = one.page
    page.goto(f"{service.address}/?code={service.code}")
    one.tap("[data-open-first]")
    # Camera and focus pass on by themselves, and so does the light.
    at_step(one, "corners")
    set_corners(one)
    at_step(one, "rolls")
    for number in range(rolls_before + 1, 11):
        confirm_roll(one, number)
    one.tap("[data-first-next]:enabled")
    at_step(one, "box")
    one.tap("[data-first-box]")
    page.wait_for_selector("[data-first-box]", state="detached")
    page.go_back()
    one.tap("[data-first-next]:enabled")
    at_step(one, "game")
