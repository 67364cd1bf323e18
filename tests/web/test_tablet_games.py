"""Whole games of The Survivors, played through the interface to the end."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine
from tests.web.tablet_player import TabletPlayer

MakeTablet = Callable[..., Tablet]
Observe = Callable[[str], WireClient]


def test_both_seats_on_one_tablet(service: RunningService, tablet: MakeTablet, observe: Observe) -> None:
    game = service.new_game()
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    player = TabletPlayer(observe(game), {"human": one, "demon": one})
    player.on_first = lambda what: examine(one, what)

    outcome = player.play()

    one.wait_version(player.view["version"])
    assert one.page.locator("[data-over]").get_attribute("data-over") == outcome["winner"]
    examine(one, "game over")
    assert {"choice/destiny", "choice/lay", "choice/cancel", "roll/combat", "choice/enter"} <= player.awaited
    one.tap("[data-open-statistics]")
    one.page.wait_for_selector("[data-statistics] dd")
    assert one.page.locator("[data-statistics] dd").count() == 8


def test_two_tablets_to_the_end_and_the_hand_of_the_other(
    service: RunningService, tablet: MakeTablet, observe: Observe
) -> None:
    game = service.new_game()
    human, demon = tablet("tall"), tablet("phone", "ru")
    human.sit(service.address, game, service.code, "human")
    demon.sit(service.address, game, service.code, "demon")
    player = TabletPlayer(observe(game), {"human": human, "demon": demon}, seed=2)
    player.busy_rounds = {"demon": 3}
    human.tap("[data-draw-for-me]")
    player.observer.wait_version(2)
    for _ in range(30):
        player.step()

    drawn = next(line for line in _log(human) if "Advantage" in line)
    assert drawn
    demon.wait_version(player.view["version"])
    waiting = player.view["waiting"]["side"]
    idle = {"human": demon, "demon": human}[waiting]
    assert not idle.shows("[data-forward]")
    human.tap("[data-log] .round")

    outcome = player.play()

    for one in (human, demon):
        one.wait_version(player.view["version"])
        assert one.page.locator("[data-over]").get_attribute("data-over") == outcome["winner"]
        examine(one, "game over")


def _log(tablet: Tablet) -> list[str]:
    tablet.tap("button.log")
    tablet.page.wait_for_selector("[data-log] article")
    if tablet.shows("[data-log] .lines > .btn"):
        tablet.tap("[data-log] .lines > .btn")
    return tablet.page.locator("[data-log] article").all_inner_texts()
