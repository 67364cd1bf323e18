"""A table without labels: the set-up step by step, what is a stand-in, and which tile was drawn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import SIZES, Tablet
from tests.web.screen_check import examine, hidden
from tests.web.tablet_player import TabletPlayer

MakeTablet = Callable[..., Tablet]
Observe = Callable[[str], WireClient]
STEPS = ("minis", "cards", "tiles", "stack", "destiny")


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("tall", "fr"), ("phone", "ru")])
def test_the_set_up_is_walked_through(service: RunningService, tablet: MakeTablet, size: str, language: str) -> None:
    one = tablet(size, language)
    page = one.page
    page.goto(f"{service.address}/?code={service.code}#/setup")
    one.tap("[data-scenario=survivors]")
    one.tap("[data-source='tiles/hand']")
    told = int(page.locator("[data-stand-ins]").get_attribute("data-stand-ins") or 0)
    one.tap("[data-begin]")
    page.wait_for_selector("[data-box-check=minis] li")
    game = service.web.service.games.names()[0]
    # As many as the table says all through the game, and enough that nobody takes it for one.
    assert told == len(service.web.service.games.table(game).view("both")["unconfirmed"]) > 50
    assert str(told) in page.locator("[data-stand-ins]").inner_text()
    for step in STEPS:
        page.wait_for_selector(f"[data-box-check={step}] [data-thing]")
        examine(one, f"walk {step}, {size}")
        things = page.locator("[data-thing]")
        things.first.tap()
        assert things.first.get_attribute("aria-checked") == "true"
        if things.count() > 1:
            one.tap("[data-tick-all]")
        assert page.locator("[data-thing][aria-checked=false]").count() == 0
        one.tap("[data-walk-next]")
    examine(one, f"walk ready, {size}")
    one.tap("[data-box-ready]")
    page.wait_for_selector("[data-box-check]", state="detached")


def test_the_stack_is_built_as_the_scenario_says(service: RunningService, tablet: MakeTablet) -> None:
    game = service.new_game(sources={"tiles": "hand"})
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    one.page.locator("header.top button").last.tap()
    one.tap("[data-open-walk]")
    one.tap("[data-walk-step=stack]")
    view = service.web.service.games.table(game).view("both")
    layers = [sum(part["left"] for part in layer) for layer in view["stack"]]
    shown = one.page.locator("[data-thing^='stack/'] strong").all_inner_texts()
    assert [int(number) for number in shown] == layers
    assert sum(layers) == view["decks"]["tiles"]


@pytest.mark.parametrize("size", SIZES)
def test_the_drawn_tile_is_one_tap(service: RunningService, tablet: MakeTablet, observe: Observe, size: str) -> None:
    game = service.new_game(sources={"tiles": "hand"})
    one = tablet(size)
    one.sit(service.address, game, service.code, "both")
    player = TabletPlayer(observe(game), {"human": one, "demon": one})
    while player.view["waiting"]["what"] != "tile":
        player.step()
    one.page.wait_for_selector("[data-gallery]")
    examine(one, f"gallery, {size}")
    drawable = {do["draw"] for do in service.web.service.games.table(game).view("human")["legal"] if "draw" in do}
    shapes = one.page.locator("[data-shape]")
    names = [shape.get_attribute("data-shape") for shape in shapes.all()]
    assert len(names) == len(set(names)) < len(drawable)
    counts = [int(text.lstrip("×")) for text in one.page.locator("[data-shape] i").all_inner_texts()]
    assert sum(counts) == len(drawable)
    assert min(shape.bounding_box()["width"] for shape in one.page.locator("[data-shape] > svg").all()) >= 72  # type: ignore[index]
    # The Exit lies deeper in the stack: it is left out, and that is said.
    assert not [name for name in names if name and name.startswith("exit/")]
    assert "Exit" in one.page.locator("[data-left-out]").inner_text()
    one.tap("[data-shape='plain/bend']")
    one.page.wait_for_selector("[data-lay]")
    assert hidden(one, "[data-lay]") == []
    laid = service.web.service.games.table(game).view("both")["waiting"]["facts"]["tile"]
    assert laid in drawable
