"""The secure address on the tablet: what the page says, a tablet that does not trust yet, and one that goes over."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.server.service_rig import RunningService
from tests.server.test_server_secure import SecureProcess
from tests.web.browser_rig import SIZES, Tablet
from tests.web.screen_check import examine

MakeTablet = Callable[..., Tablet]


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecureProcess]:
    running = SecureProcess(tmp_path_factory.mktemp("secure") / "data")
    running.ready()
    yield running
    running.kill()


@pytest.mark.parametrize(("size", "language"), list(zip(SIZES, ("en", "fr", "ru"), strict=True)))
def test_the_page_at_every_size(process: SecureProcess, tablet: MakeTablet, size: str, language: str) -> None:
    one = tablet(size, language)
    # The address under the QR code, typed by hand: no code is needed.
    one.page.goto(f"{process.address}/secure")
    groups = one.page.locator("[data-fingerprint] span")
    groups.first.wait_for()
    assert f"{process.address}/secure".endswith(one.page.inner_text("figcaption b"))
    assert len({group.bounding_box()["height"] for group in groups.all()}) == 1  # type: ignore[index]
    for system in ("android", "ios", "desktop", "mac"):
        one.tap(f"[data-system='{system}']")
        examine(one, f"secure, {system}, {size}")
    assert one.shows("[data-secure-step='fetch'].now")
    with one.page.expect_download() as download:
        one.tap("[data-fetch-certificate]")
    assert download.value.suggested_filename == "companion-ca.crt"
    assert one.shows("[data-secure-step='fetch'].done")
    assert one.shows("[data-secure-step='install'].now")


def test_a_tablet_that_does_not_trust_stays_where_it_is(process: SecureProcess, tablet: MakeTablet) -> None:
    one = tablet("wide")
    one.page.goto(f"{process.address}/?code={process.code()}#/secure")
    one.tap("[data-check-secure]:enabled")
    one.page.wait_for_selector("[data-check='failed']")
    assert one.page.url.startswith(process.address)
    # The browser itself says what we say in words.
    one.complaints[:] = [text for text in one.complaints if "ERR_CERT_AUTHORITY_INVALID" not in text]


def test_a_tablet_that_trusts_goes_over_with_its_seat(process: SecureProcess, tablet: MakeTablet) -> None:
    one = tablet("wide", trusts=True)
    page = one.page
    one.sit(process.address, process.new_game(), process.code(), "human")
    seat = page.evaluate("() => localStorage['claustrophobia.seat']")
    assert page.evaluate("() => isSecureContext && location.protocol") != "https:"
    page.goto(f"{process.address}/?code={process.code()}#/secure")
    one.tap("[data-check-secure]:enabled")
    page.wait_for_url(f"https://127.0.0.1:{process.secure_port}/**")
    page.wait_for_selector("[data-secure='https']")
    # It can be put on the home screen: Chromium itself says what would be missing.
    told = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in told} <= {"in-incognito"}
    assert page.evaluate("() => localStorage['claustrophobia.seat']") == seat
    assert page.evaluate("() => isSecureContext")
    examine(one, "secure, gone over")
    page.evaluate("() => (location.hash = '')")
    page.wait_for_selector("[data-version]")


def test_a_service_without_one_says_so(service: RunningService, tablet: MakeTablet) -> None:
    one = tablet("phone")
    one.page.goto(f"{service.address}/?code={service.code}#/secure")
    one.page.wait_for_selector("[data-no-secure]")
    examine(one, "no secure address")
