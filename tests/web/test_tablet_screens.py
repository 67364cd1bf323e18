"""Every screen in every size: nothing serious for axe, nothing past the edge, nothing too small to touch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import SIZES, Tablet
from tests.web.hands import Hands

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
MakeTablet = Callable[..., Tablet]
Observe = Callable[[str], WireClient]

TOO_SMALL = """() => [...document.querySelectorAll('button, a.btn, input, [role=radio]')]
  .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('[inert]') && !e.classList.contains('hidden-text'))
  .map(e => [e.outerHTML.slice(0, 120), e.getBoundingClientRect()])
  .filter(([, r]) => r.width > 0 && (r.width < 43.5 || r.height < 43.5)).map(([html, r]) => `${html} ${r.width}x${r.height}`)"""
SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"
TINY_TEXT = """() => [...document.querySelectorAll('body *')]
  .filter(e => !e.closest('svg') && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
  .filter(e => e.checkVisibility() && parseFloat(getComputedStyle(e).fontSize) < 12.9)
  .map(e => e.outerHTML.slice(0, 100))"""


def examine(tablet: Tablet, where: str) -> None:
    page = tablet.page
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    serious = [
        f"{v['id']}: {n['html'][:160]} {n.get('failureSummary', '')[:160]}"
        for v in found["violations"]
        if v["impact"] in ("serious", "critical")
        for n in v["nodes"][:3]
    ]
    assert serious == [], where
    assert page.evaluate(SIDEWAYS) <= 0, f"{where}: wider than the screen"
    assert page.evaluate(TOO_SMALL) == [], where
    assert page.evaluate(TINY_TEXT) == [], where


@pytest.mark.parametrize(("size", "language", "theme"), [("wide", "en", "dark"), ("tall", "fr", "light"), ("phone", "ru", "dark")])
def test_screens_of_a_game(
    service: RunningService, tablet: MakeTablet, observe: Observe, size: str, language: str, theme: str
) -> None:
    game = service.new_game()
    one = tablet(size, language)
    one.sit(service.address, game, service.code, "both")
    one.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    hands = Hands(observe(game), {"human": one, "demon": one})
    wanted = {"action", "assign", "initiative", "activate", "lay", "tile", "destiny", "enter", "combat", "cancel"}
    for _ in range(120):
        what = hands.view["waiting"]["what"]
        if what in wanted:
            one.wait_version(hands.view["version"])
            one.page.wait_for_timeout(150)
            examine(one, f"{what}, {size}")
            wanted.remove(what)
        if not wanted:
            break
        hands.step()
    assert wanted == set()


@pytest.mark.parametrize("size", SIZES)
def test_screens_beside_the_game(service: RunningService, tablet: MakeTablet, observe: Observe, size: str) -> None:
    game = service.new_game()
    one = tablet(size)
    one.sit(service.address, game, service.code, "both")
    page = one.page
    for room in ("home", "setup", "devices", "statistics", "intro"):
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
    page.wait_for_selector("[role=dialog]")
    examine(one, f"menu, {size}")
    page.locator(".menu .btn:has-text('Correct')").tap()
    for part in ("warrior", "tile", "table"):
        one.tap(f"[data-part={part}]")
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
    page.wait_for_selector("[data-version]")
    assert page.locator("[data-card]:visible").count() == 5
