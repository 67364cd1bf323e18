"""Furor Sanguinis through the interface: whole games of two scenarios, and every panel it adds (FS-1 to FS-7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine
from tests.web.tablet_player import TabletPlayer
from tests.web.test_tablet_de_profundis import Expedition

MakeTablet = Callable[..., Tablet]
Observe = Callable[[str], WireClient]

# Close to its end, so that a whole game is short: one wound more on any part destroys it.
WORN = {"head": 2, "arms": 3, "body": 3, "legs": 2}


def test_a_whole_game_of_humans_against_kartikeya(
    service: RunningService, tablet: MakeTablet, observe: Observe
) -> None:
    """Each side has a tablet of its own."""
    game = service.new_game("beast_at_bay")
    human, squamata = tablet("wide"), tablet("tall", "fr")
    human.sit(service.address, game, service.code, "human")
    squamata.sit(service.address, game, service.code, "squamata")
    observer = observe(game)
    wear(service, observer, game)
    player = TabletPlayer(observer, {"human": human, "squamata": squamata}, seed=3)
    player.hunts = True
    player.on_first = lambda what: examine(squamata, what)

    outcome = player.play()

    for one in (human, squamata):
        one.wait_version(player.view["version"])
        assert one.page.locator("[data-over]").get_attribute("data-over") == outcome["winner"]
        assert one.complaints == []
    assert {"choice/instinct", "roll/instinct", "choice/activate"} <= player.awaited


def test_a_whole_game_of_the_demon_against_kartikeya(
    service: RunningService, tablet: MakeTablet, observe: Observe
) -> None:
    game = service.new_game("prey_and_hunter")
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    observer = observe(game)
    wear(service, observer, game)
    player = TabletPlayer(observer, {"demon": one, "squamata": one}, seed=2)
    player.hunts = True
    player.on_first = lambda what: examine(one, what)

    outcome = player.play()

    one.wait_version(player.view["version"])
    assert one.page.locator("[data-over]").get_attribute("data-over") == outcome["winner"]
    assert {"choice/destiny", "choice/enter", "choice/wound"} <= player.awaited
    assert one.complaints == []
    # All who play confirm the end, and nobody else is waited for.
    one.tap("[data-confirm-end]")
    one.page.wait_for_selector("[data-end=closed]")


def wear(service: RunningService, observer: WireClient, game: str) -> None:
    observer.join(game, "both", token=service.token(game, "both"))
    observer.wait_version(observer.do(override={"warriors": {"kartikeya": {"parts": WORN}}})["version"])
    observer.join(game, "table", service.code)


@pytest.fixture
def hunt(service: RunningService, tablet: MakeTablet, observe: Observe) -> Callable[..., Expedition]:
    def sit(scenario: str, size: str = "wide", language: str = "en") -> Expedition:
        game = service.new_game(scenario)
        table = Expedition(service, tablet(size, language), observe(game), game)
        table.player.tablets["squamata"] = table.one
        return table

    return sit


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("tall", "fr"), ("phone", "ru")])
def test_dice_wounds_and_split_attacks_by_tapping(hunt: Callable[..., Expedition], size: str, language: str) -> None:
    table = hunt("the_pit", size, language)
    one = table.one
    table.until("instinct")
    table.correct(dice=[1, 2, 4, 6])
    one.page.wait_for_selector("[data-place-instinct]")
    before = int(one.page.locator("[data-turn=cbt]").inner_text())
    one.page.locator("[data-die='0']").tap()
    one.page.locator("[data-part=arms] [data-space].lit").first.tap()
    one.page.locator("[data-part=arms] [data-space].full").wait_for()
    assert int(one.page.locator("[data-turn=cbt]").inner_text()) == before + 2
    one.page.locator("[data-part=arms] [data-space].full").tap()
    one.page.locator("[data-part=arms] [data-space].full").wait_for(state="detached")
    one.page.locator("[data-part=arms] [data-space].lit").first.tap()
    # A 6 fits on both spaces of the head: the player takes the second.
    one.page.locator("[data-die='3']").tap()
    one.page.locator("[data-part=head] [data-space].lit").nth(1).tap()
    one.page.locator("[data-part=head] [data-space].full").wait_for()
    examine(one, f"instinct, {size}")
    table.changed(lambda: one.tap("[data-place-instinct]"))
    assert table.warrior("kartikeya")["talents"] == ["impressive"]
    assert table.warrior("kartikeya")["now"]["cbt"] == before + 2
    examine(one, f"dice placed, {size}")

    table.until("activate")
    table.correct(warriors={"brute-1": {"tile": "34"}, "blade-1": {"tile": "34"}})
    # The only one that is ready is chosen by itself.
    one.page.wait_for_selector("[data-split]")
    dice = table.warrior("kartikeya")["dice_left"]
    for _ in range(dice - 1):
        one.page.locator("[data-stepper=split] button").first.tap()
    examine(one, f"split attack, {size}")
    table.changed(lambda: one.page.locator("[data-option=attack]").first.tap())
    assert table.view["waiting"]["number"] == 1
    while table.view["waiting"]["what"] != "activate":
        table.player.step()
    assert table.warrior("kartikeya")["dice_left"] == dice - 1


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("tall", "ru"), ("phone", "fr")])
def test_the_table_of_deadly_destiny(hunt: Callable[..., Expedition], size: str, language: str) -> None:
    table = hunt("altar_of_blood", size, language)
    one = table.one
    table.until("enter")
    table.correct(deadly=5, deadly_used=["ambush"], warriors={"kartikeya": {"parts": {"head": 2}}})
    one.page.wait_for_selector("[data-option=deadly]")
    one.tap("[data-option=deadly]")
    one.page.wait_for_selector("[data-event=ambush].used")
    assert not one.shows("[data-play-deadly=pack_cry]"), "it is for the action phase"
    examine(one, f"deadly, {size}")
    one.tap("[data-deadly-close]")
    one.page.wait_for_selector("[data-option=deadly]")
    one.tap("[data-option=deadly]")
    table.changed(lambda: one.tap("[data-play-deadly=the_deep_one]"))
    assert table.view["deadly"]["points"] == 0
    # Two hits: where they go is its player's to say.
    one.page.wait_for_selector("[data-wounds]")
    one.tap("[data-put=head]")
    one.page.wait_for_selector("[data-put=head][disabled]")
    one.tap("[data-take-back='0']")
    one.page.wait_for_selector("[data-put=head]:not([disabled])")
    one.tap("[data-put=head]")
    one.tap("[data-put=legs]:not([disabled])")
    examine(one, f"wounds, {size}")
    table.changed(lambda: one.tap("[data-wound]:not([disabled])"))
    parts = {part["name"]: part for part in table.warrior("kartikeya")["parts"]}
    assert parts["head"]["destroyed"]
    assert parts["legs"]["wounds"] == 1


def test_a_seat_that_nobody_plays_is_not_offered(service: RunningService, tablet: MakeTablet) -> None:
    game = service.new_game("three_ways")
    one = tablet("wide")
    one.page.goto(f"{service.address}/?game={game}&code={service.code}#join")
    one.page.wait_for_selector("[data-seat=squamata]")
    assert one.page.locator("[data-seat=human], [data-seat=demon]").count() == 2
    other = service.new_game("blood_trail")
    two = tablet("wide")
    two.page.goto(f"{service.address}/?game={other}&code={service.code}#join")
    two.page.wait_for_selector("[data-seat=squamata]")
    two.page.locator("[data-seat=demon]").wait_for(state="detached")


def test_the_owners_board_and_table(service: RunningService, tablet: MakeTablet) -> None:
    """The box check takes spaces, resistances and events as they are printed."""
    one = tablet("phone", "fr")
    page = one.page
    page.goto(f"{service.address}/?code={service.code}#/box")
    page.wait_for_selector("[data-item]")
    page.select_option("[data-box-scenario]", "prey_and_hunter")
    one.tap("[data-item='part.legs']")
    page.locator("[data-stepper='pack.part.legs.resistance'] button").last.tap()
    one.tap("[data-choose='space-dice-0/odd']")
    page.locator("[data-stepper=space-mvt-0] button").last.tap()
    one.tap("[data-space-drop='1']")
    page.locator("[data-space-edit='1']").wait_for(state="detached")
    examine(one, "spaces")
    one.tap("[data-confirm-item='part.legs']")
    page.wait_for_selector("[data-item='part.legs'][data-state=confirmed]")
    legs = values_of(service, "part.legs")
    assert legs["resistance"] == 4
    assert [(space["dice"], space["mvt"]) for space in legs["spaces"]] == [("odd", 2)]

    one.tap("[data-item='deadly.tribute'], [data-item='deadly.ambush']")
    page.locator("[data-stepper='pack.deadly.ambush.price'] button").last.tap()
    examine(one, "an event of the table")
    one.tap("[data-confirm-item='deadly.ambush']")
    page.wait_for_selector("[data-item='deadly.ambush'][data-state=confirmed]")
    assert values_of(service, "deadly.ambush")["price"] == 4


def values_of(service: RunningService, item: str) -> dict[str, Any]:
    _, check = service.ask("/api/box/check/prey_and_hunter")
    found = next(one for one in check["items"] if one["id"] == item)
    return {value["field"]: value["is"] for value in found["values"]}


def test_an_owners_scenario_gets_kartikeya(service: RunningService, tablet: MakeTablet) -> None:
    """Who plays is changed by tapping; the sheet is playable again once Kartikeya's death ends the game."""
    one = tablet("wide")
    page = one.page
    page.goto(f"{service.address}/?code={service.code}#/scenario")
    page.wait_for_selector("[data-entry]")
    one.tap("[data-entry=altar_of_blood]")
    one.tap("[data-section=squamata]")
    page.wait_for_selector("[data-choose='squamata-tiles/war_cry']")
    one.tap("[data-choose='squamata-tiles/war_cry']")
    one.tap("[data-choose='deadly/cave_in']")
    page.wait_for_selector("[data-scenario-editor][data-ready=yes]")
    examine(one, "players and Kartikeya")
    one.tap("[data-keep]")
    page.wait_for_selector("[data-kept]")
    _, kept = service.ask("/api/box/scenarios/altar_of_blood")
    assert "war_cry" in kept["sheet"]["squamata"]["tiles"]
    assert "cave_in" in kept["sheet"]["deadly"]
