"""The update page: brought, made ready, switched to; what fails is said; the way back; and the factory reset."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.appliance.spool import TakenSpool
from companion.appliance.state import UpdateState, write_state
from tests.appliance.appliance_rig import Appliance, make_key, make_release, zipped
from tests.server.service_rig import RunningService
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine

MakeTablet = Callable[..., Tablet]


@pytest.fixture
def appliance(tmp_path: Path) -> Appliance:
    return Appliance(tmp_path, tmp_path / "data")


@pytest.fixture
def service(tmp_path: Path, appliance: Appliance) -> Iterator[RunningService]:
    running = RunningService(tmp_path / "data", places=appliance.places, sticks=tmp_path / "sticks")
    yield running
    running.stop()


def opened(tablet: Tablet, service: RunningService) -> Tablet:
    tablet.page.goto(f"{service.address}/?code={service.code}#/devices")
    tablet.tap("[data-open-update]")
    tablet.page.wait_for_selector("[data-running]")
    return tablet


def look(tablet: Tablet, step: str, look: str) -> None:
    tablet.page.wait_for_selector(f"[data-step='{step}'][data-look='{look}']")


def wished(tablet: Tablet, selector: str, wish: str, appliance: Appliance) -> None:
    """A tap, the answer of the service, and what the updater finds then."""
    with tablet.page.expect_response(f"**/api/update/{wish}"):
        tablet.tap(selector)
    assert TakenSpool(appliance.data).wish() == wish


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("tall", "ru"), ("phone", "fr")])
def test_from_a_stick_to_the_new_version_and_back(
    service: RunningService, tablet: MakeTablet, appliance: Appliance, tmp_path: Path, size: str, language: str
) -> None:
    make_release(tmp_path / "sticks" / "sda1" / "companion-0.3.0", key=appliance.key)
    one = opened(tablet(size, language), service)
    examine(one, "update, nothing brought")
    one.tap("[data-place='sda1/companion-0.3.0']")
    one.page.wait_for_selector("[data-changes='0.3.0']")
    one.page.get_by_text("Play against the companion: either side, three levels.").wait_for()
    look(one, "checked", "done")
    examine(one, "update, brought")
    wished(one, "[data-prepare]", "prepare", appliance)
    write_state(appliance.places.state, UpdateState(step="environment", version="0.3.0", percent=64))
    look(one, "environment", "now")
    assert one.page.locator("progress").get_attribute("value") == "64"
    examine(one, "update, being set up")
    appliance.updater().do("prepare")
    one.page.wait_for_selector("[data-switch]")
    examine(one, "update, ready")
    wished(one, "[data-switch]", "switch", appliance)
    appliance.updater().do("switch")
    one.page.wait_for_selector("[data-previous='0.2.0']")
    one.tap("[data-back]")
    examine(one, "update, back?")
    wished(one, "[data-back-yes]", "back", appliance)


def test_what_fails_is_said_in_words(
    service: RunningService, tablet: MakeTablet, appliance: Appliance, tmp_path: Path
) -> None:
    one = opened(tablet("phone", "ru"), service)
    stranger = make_release(tmp_path / "stranger", key=make_key(tmp_path / "other.pem"))
    one.page.set_input_files("[data-bring-release]", zipped(stranger))
    one.page.locator("[data-trouble]", has_text="подписал").wait_for()
    one.page.set_input_files(
        "[data-bring-release]", zipped(make_release(tmp_path / "companion-0.3.0", key=appliance.key))
    )
    wished(one, "[data-prepare]", "prepare", appliance)
    appliance.system.fails_trial = {"0.3.0"}
    appliance.updater().do("prepare")
    one.page.wait_for_selector("[data-failed='trial']")
    look(one, "trial", "wrong")
    examine(one, "update, failed")
    one.page.locator("summary").tap()
    one.page.get_by_text("no such column").wait_for()
    one.tap("[data-forget]")
    assert [text for text in one.complaints if "400 (BAD REQUEST)" not in text] == []
    one.complaints.clear()


def test_a_companion_that_was_not_installed_by_us(tmp_path: Path, tablet: MakeTablet) -> None:
    restarted: list[bool] = []
    running = RunningService(tmp_path / "plain", restart=lambda: restarted.append(True))
    one = opened(tablet("wide", "en"), running)
    one.page.wait_for_selector("[data-cannot]")
    assert one.page.locator("[data-bring-release]").count() == 0
    examine(one, "update, not ours")
    # The reset asks first, and no is no.
    one.tap("[data-reset]")
    examine(one, "reset?")
    one.tap("[data-reset-no]")
    assert restarted == []
    one.tap("[data-reset]")
    one.tap("[data-reset-all='true']")
    one.tap("[data-reset-yes]")
    one.page.wait_for_selector("[data-forgotten]")
    assert restarted == [True]
    running.stop()
