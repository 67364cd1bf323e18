"""Every screen in every size stands a close look; the wide one of a game is looked at in test_tablet_games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import SIZES, Tablet
from tests.web.screen_check import examine
from tests.web.tablet_player import TabletPlayer

MakeTablet = Callable[..., Tablet]
Observe = Callable[[str], WireClient]


@pytest.mark.parametrize(("size", "language", "theme"), [("tall", "fr", "light"), ("phone", "ru", "dark")])
def test_screens_of_a_game(
    service: RunningService, tablet: MakeTablet, observe: Observe, size: str, language: str, theme: str
) -> None:
    game = service.new_game()
    one = tablet(size, language)
    one.sit(service.address, game, service.code, "both")
    one.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    player = TabletPlayer(observe(game), {"human": one, "demon": one})
    wanted = {"action", "assign", "initiative", "activate", "lay", "tile", "destiny", "enter"}
    player.on_first = lambda what: examine(one, f"{what}, {size}")
    while not wanted <= player.examined and not player.view["outcome"]:
        player.step()
    assert wanted <= player.examined


@pytest.mark.parametrize("size", SIZES)
def test_screens_beside_the_game(service: RunningService, tablet: MakeTablet, observe: Observe, size: str) -> None:
    game = service.new_game()
    one = tablet(size)
    page = one.page
    page.goto(f"{service.address}/?game={game}&code={service.code}")
    page.wait_for_selector("[data-sit]")
    examine(one, f"join, {size}")
    one.sit(service.address, game, service.code, "both")
    for room in ("home", "setup", "devices", "statistics", "intro", "box", "check"):
        page.goto(f"{service.address}/?code={service.code}#/{room}")
        page.reload()
        page.wait_for_timeout(400)
        examine(one, f"{room}, {size}")
    page.goto(f"{service.address}/?code={service.code}#/setup")
    one.tap("[data-auction-open]")
    one.tap("[data-bid='1']")
    one.tap("[data-auction-close]")
    examine(one, f"auction, {size}")
    page.goto(f"{service.address}/?code={service.code}#")
    page.wait_for_selector("[data-version]")
    page.locator("header.top button").last.tap()
    page.wait_for_selector("dialog[open] .menu")
    examine(one, f"menu, {size}")
    page.locator(".menu .btn:has-text('Correct')").tap()
    for part in ("warrior", "tile", "cards", "table"):
        one.tap(f"[data-part={part}]")
        for group in page.locator("[data-group] > summary").all():
            group.tap()
        examine(one, f"override {part}, {size}")


def test_first_run_explains_in_three_screens(service: RunningService, tablet: MakeTablet) -> None:
    one = tablet("tall", introduced=False)
    one.page.goto(service.address)
    for _ in range(3):
        examine(one, "intro")
        one.tap("[data-next]")
    one.page.wait_for_selector("[data-new-game]")


def test_auction_makes_a_team(service: RunningService, tablet: MakeTablet) -> None:
    one = tablet("wide")
    page = one.page
    page.goto(f"{service.address}/?code={service.code}#/setup")
    one.tap("[data-scenario=survivors]")
    one.tap("[data-auction-open]")
    one.tap("[data-bid='2']")
    one.tap("[data-auction-close]")
    assert page.locator("[data-begin]").is_disabled()
    for selector in ["[data-more=brutes]"] * 2 + ["[data-more=blades]"] * 2 + ["[data-more=advantages]"] * 8:
        one.tap(selector)
    one.tap("[data-begin]")
    page.wait_for_selector("[data-box-check] li")
    examine(one, "box check")
    one.tap("[data-walk-skip]")
    assert page.locator("[data-card]:visible").count() == 5


def test_a_damaged_file_is_told_on_the_first_page(service: RunningService, tablet: MakeTablet) -> None:
    facts = {"game": "ca172a0c", "file": "ca172a0c.damaged", "reason": "line 9", "records": 8}
    for message in ("journal_damaged", "journal_lost"):
        service.web.service.games.note("table/x", message, facts)
    one = tablet("phone", "fr")
    one.page.goto(f"{service.address}/?code={service.code}")
    told = one.page.locator("[data-notice=journal_damaged]")
    told.wait_for()
    assert "à l’étape 8" in told.inner_text()
    assert one.shows("[data-notice=journal_lost]")
    examine(one, "damaged files")
