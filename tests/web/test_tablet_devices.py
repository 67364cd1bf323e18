"""The devices page with a tray: buttons and cards are tried, the check goes step by step, a reset is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.devices.tray.driver import TrayStatus
from companion.devices.tray.ports import TrayProblem, TrayProblemCode
from tests.server.tray_rig import TrayTable
from tests.table.table_rig import done
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine
from tests.web.sentences import words


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TrayTable]:
    table = TrayTable(tmp_path)
    yield table
    table.service.stop()


def test_the_parts_are_tried_on_the_page(table: TrayTable, tablet: Callable[..., Tablet]) -> None:
    service = table.service
    game = service.new_game()
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    page = one.page
    page.goto(f"{service.address}/?code={service.code}#/devices")
    page.wait_for_selector("[data-part-row=tray][data-state=simulated]")
    one.tap("[data-try-tray]")
    page.wait_for_selector("[data-tray-test=true]")
    table.simulator.press("next")
    table.simulator.put_card("04a1b2c3", "hello")
    page.wait_for_selector("[data-tried=next][data-presses='1']")
    page.wait_for_selector("[data-tried-card='unknown']:has-text('on no piece of the box')")
    one.tap("[data-run-check]")
    page.wait_for_selector("[data-check=running]")
    page.wait_for_selector("[data-check=done] [data-finding=network_ok]")
    examine(one, "devices with a tray")
    with page.expect_download() as saved:
        one.tap("[data-support]")
    assert service.code not in Path(saved.value.path()).read_text()
    one.tap("[data-try-tray]")
    page.wait_for_selector("[data-tray-test=false]")
    page.goto(f"{service.address}/?code={service.code}#")
    page.wait_for_selector("[data-version]")
    table.simulator.reset()
    page.wait_for_selector(f"text={words('table.tray_reset')}")


def test_a_tray_is_searched_for_and_what_came_of_it_is_said(table: TrayTable, tablet: Callable[..., Tablet]) -> None:
    one = tablet("tall", "ru")
    one.page.goto(f"{table.service.address}/?code={table.service.code}#/devices")
    one.page.wait_for_selector("[data-concerns='0']", state="attached")
    one.tap("[data-search-tray]")
    one.page.wait_for_selector("[data-part-row=tray] [data-result]:has-text('имитация')")
    one.tap("[data-blink]")
    one.page.wait_for_selector("[data-part-row=light] [data-result]")
    examine(one, "a tray was searched for")
    table.simulator.unplug(60)
    one.page.wait_for_selector("[data-part-row=tray][data-state=none]")
    one.tap("[data-search-tray]")
    one.page.wait_for_selector("[data-part-row=tray] [data-trouble]:has-text('Лоток не найден')")


OVERLAPS = """() => {
  const shown = [...document.querySelectorAll('header.top .name, header.top > :not(nav)')]
    .filter(e => e.checkVisibility()).map(e => [e.className, e.getBoundingClientRect()])
    .filter(([, r]) => r.width > 1).sort((a, b) => a[1].left - b[1].left)
  return shown.slice(1).flatMap(([name, r], i) => r.left < shown[i][1].right - 1 ? [`${shown[i][0]} | ${name}`] : [])
}"""


@pytest.mark.parametrize("size", ["wide", "tall", "phone"])
def test_the_bar_has_room_for_everything(
    table: TrayTable, tablet: Callable[..., Tablet], monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    """Camera and tray that work, tiles that are simulated, the longest phase in the longest language."""
    service = table.service.web.service
    assert service.devices.tray is not None
    monkeypatch.setattr(type(service.devices.tray), "simulated", False)
    monkeypatch.setattr("companion.server.connected_devices.status_of_camera", lambda camera: "ready")
    game = table.service.new_game(sources={"dice": "hand"})
    one = tablet(size, "ru")
    one.sit(table.service.address, game, table.service.code, "both")
    done(service.games.table(game), {"override": {"phase": "demon_action", "tp": 17, "round": 12}})
    one.page.wait_for_selector("[data-device=camera][data-status=ready]")
    one.wait_version(1)
    assert one.page.evaluate(OVERLAPS) == []
    examine(one, f"a full bar, {size}")
    table.simulator.unplug(60)
    one.page.wait_for_selector("[data-device=tray]:not([data-status=ready])")
    assert one.page.evaluate(OVERLAPS) == []


def test_the_bar_shows_devices_that_work_and_those_that_do_not(
    table: TrayTable, tablet: Callable[..., Tablet], monkeypatch: pytest.MonkeyPatch
) -> None:
    tray = table.service.web.service.devices.tray
    assert tray is not None
    monkeypatch.setattr(type(tray), "simulated", False)
    one = tablet("phone")
    one.sit(table.service.address, table.service.new_game(), table.service.code, "both")
    works = one.page.locator("[data-device=tray][data-status=ready]")
    works.wait_for()
    assert "works" in works.inner_text()
    examine(one, "a tray that works")
    table.simulator.unplug(60)
    one.page.wait_for_selector("[data-device=tray]:not([data-status=ready])")


def test_a_port_that_is_in_use_is_said_with_what_to_do(
    table: TrayTable, tablet: Callable[..., Tablet], monkeypatch: pytest.MonkeyPatch
) -> None:
    tray = table.service.web.service.devices.tray
    assert tray is not None
    busy = TrayStatus("problem", "/dev/ttyACM0", None, TrayProblem(TrayProblemCode.BUSY, "/dev/ttyACM0"))
    monkeypatch.setattr(type(tray.driver), "status", busy)
    one = tablet("phone", "fr")
    one.page.goto(f"{table.service.address}/?code={table.service.code}#/devices")
    row = one.page.locator("[data-part-row=tray][data-state=warn]")
    row.wait_for()
    assert "ttyACM0" in row.inner_text()
    assert "Fermez" in row.inner_text()
    assert "1 point à regarder" in one.page.locator("[data-concerns]").inner_text()
    examine(one, "a tray with a problem")
