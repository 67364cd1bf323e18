"""De Profundis through the interface: a whole game, and every panel it adds (DP-1 to DP-5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import SIZES, Tablet
from tests.web.screen_check import examine
from tests.web.tablet_player import TabletPlayer

MakeTablet = Callable[..., Tablet]
Observe = Callable[[str], WireClient]

HOUND = {"kind": "hellhound", "tile": "36"}
FOUNTAIN = {"at": [0, -1], "kind": "healing_fountain", "openings": "NES"}


def test_a_whole_game(service: RunningService, tablet: MakeTablet, observe: Observe) -> None:
    game = service.new_game("cleansing")
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    player = TabletPlayer(observe(game), {"human": one, "demon": one}, seed=5)
    player.any_newcomer = True
    player.on_first = lambda what: examine(one, what)

    outcome = player.play()

    one.wait_version(player.view["version"])
    assert one.page.locator("[data-over]").get_attribute("data-over") == outcome["winner"]
    assert one.complaints == []


class Expedition:
    """A tablet with both seats at a game of De Profundis, and corrections to bring about what a test needs."""

    def __init__(self, service: RunningService, one: Tablet, observer: WireClient, game: str) -> None:
        self.one = one
        self.game, self.service = game, service
        self.player = TabletPlayer(observer, {"human": one, "demon": one})
        one.sit(service.address, game, service.code, "both")

    @property
    def view(self) -> dict[str, Any]:
        return self.player.view

    def correct(self, **change: Any) -> None:
        observer = self.player.observer
        observer.join(self.game, "both", token=self.service.token(self.game, "both"))
        observer.wait_version(observer.do(override=change)["version"])
        observer.join(self.game, "table", self.service.code)
        self.one.wait_version(self.view["version"])

    def until(self, what: str) -> None:
        for _ in range(60):
            if (self.view["waiting"]["kind"], self.view["waiting"]["what"]) == ("choice", what):
                self.one.wait_version(self.view["version"])
                return
            self.player.step()
        raise AssertionError(f"{what} never came")

    def changed(self, act: Callable[[], None]) -> None:
        version = self.view["version"]
        act()
        self.player.observer.wait_version(version + 1)
        self.one.wait_version(self.view["version"])

    def warrior(self, name: str) -> dict[str, Any]:
        return dict(next(w for w in self.view["warriors"] if w["id"] == name))


@pytest.fixture
def expedition(service: RunningService, tablet: MakeTablet, observe: Observe) -> Callable[..., Expedition]:
    def sit(size: str = "wide", language: str = "en") -> Expedition:
        game = service.new_game("misled")
        return Expedition(service, tablet(size, language), observe(game), game)

    return sit


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("tall", "fr"), ("phone", "ru")])
def test_the_fountain_heals_before_the_dice(expedition: Callable[..., Expedition], size: str, language: str) -> None:
    table = expedition(size, language)
    table.until("assign")
    table.correct(
        tiles={"41": FOUNTAIN}, warriors={"sicaria-1": {"tile": "41", "cancelled": [2, 3, 5]}}, phase="initiative"
    )
    one = table.one
    one.page.wait_for_selector("[data-fountain]")
    examine(one, f"fountain, {size}")
    assert one.page.locator("[data-heal='sicaria-1/1']").is_disabled()
    one.tap("[data-heal='sicaria-1/3']")
    one.tap("[data-heal='sicaria-1/5']")
    table.changed(lambda: one.tap("[data-drink='sicaria-1']"))
    assert table.warrior("sicaria-1")["cancelled"] == [2]
    # No water is left, so the dice are next.
    one.page.wait_for_selector("[data-roll-for-me]")
    assert not one.shows("[data-fountain]")


@pytest.mark.parametrize("size", SIZES)
def test_hellhounds_come_with_a_die_and_are_given_one(expedition: Callable[..., Expedition], size: str) -> None:
    table = expedition(size)
    one = table.one
    table.until("activate")
    table.correct(warriors={"hellhound-1": HOUND}, tp=9, phase="threat")
    table.until("destiny")
    one.page.wait_for_selector("[data-square='hellhound-1']")
    one.tap("[data-die]:not([disabled])")
    one.page.wait_for_selector("[data-square='hellhound-1'].open")
    examine(one, f"destiny with a Hellhound, {size}")
    table.changed(lambda: one.tap("[data-square='hellhound-1']"))
    given = table.view["destiny"]["hounds"][0]["die"]
    assert given in range(1, 7)
    table.changed(lambda: one.tap("[data-forward]"))
    assert table.warrior("hellhound-1")["die"] == given

    table.until("enter")
    table.correct(tiles={"39": {"at": [0, -1]}, "1": {"at": [0, 1]}})
    one.page.wait_for_selector("[data-enter=hellhound]")
    one.tap("[data-enter=hellhound]")
    one.page.wait_for_selector("[data-face='5']")
    one.tap("[data-face='5']")
    examine(one, f"free die, {size}")
    table.changed(lambda: one.page.locator("[data-tile][tabindex='0']").first.dispatch_event("click"))
    assert table.warrior("hellhound-2")["die"] == 5
    # On a phone the Demon's card tells of it.
    told = ".demon li:has-text('(5)')" if size == "phone" else "[data-card='hellhound-2'][data-die='5']"
    one.page.wait_for_selector(told)
    examine(one, f"Hellhound cards, {size}")


def test_a_full_hand_is_discarded_from(expedition: Callable[..., Expedition]) -> None:
    table = expedition()
    one = table.one
    table.until("destiny")
    table.correct(hands={"event": ["lost", "panic", "terror"]}, dice=[3, 4, 6])
    one.tap("[data-die='3']:not([disabled])")
    one.page.wait_for_selector("[data-square=dark_destiny].open")
    table.changed(lambda: one.tap("[data-square=dark_destiny]"))
    table.changed(lambda: one.tap("[data-forward]"))
    assert table.view["waiting"]["what"] == "discard"
    one.page.wait_for_selector("[data-discard=lost]")
    examine(one, "discard")
    table.changed(lambda: one.tap("[data-discard=lost]"))
    assert table.view["waiting"]["what"] == "event"
    assert table.view["hands"]["event"] in (2, ["panic", "terror"])
