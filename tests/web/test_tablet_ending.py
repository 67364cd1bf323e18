"""A game that is over: told, named, seen again, shared, played anew; and who is at the table while it runs."""

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


def ended(
    service: RunningService, observe: Observe, tablets: dict[str, Tablet], game: str, winner: str = "human"
) -> WireClient:
    """A few steps of play, then a side wins by agreement."""
    observer = observe(game)
    player = TabletPlayer(observer, tablets)
    for _ in range(12):
        player.step()
    table = service.web.service.games.table(game)
    judge = WireClient(service.address)
    judge.join(game, winner, token=service.token(game, winner))
    assert judge.intend({"override": {"winner": winner}})["ok"]
    judge.close()
    for one in tablets.values():
        one.wait_version(table.version)
    return observer


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("tall", "ru"), ("phone", "fr")])
def test_the_ending_in_every_size(
    service: RunningService, tablet: MakeTablet, observe: Observe, size: str, language: str
) -> None:
    game = service.new_game()
    one = tablet(size, language)
    one.sit(service.address, game, service.code, "both")
    ended(service, observe, {"human": one, "demon": one}, game)
    page = one.page
    page.wait_for_selector("[data-over=human] [data-fate]")
    page.wait_for_selector("[data-chronicle]")
    examine(one, f"ending, {size}")
    page.fill("[data-player=human]", "Anna")
    page.fill("[data-player=demon]", "Boris")
    page.locator("[data-player=demon]").blur()
    page.wait_for_function("() => document.querySelector('[data-player=demon]').value === 'Boris'")
    one.tap("[data-chronicle]")
    page.wait_for_selector("[data-player-tally=Anna]")
    examine(one, f"chronicle, {size}")
    page.go_back()
    one.tap("[data-replay]")
    page.wait_for_selector("[data-replay-step='0']")
    examine(one, f"replay, {size}")
    one.tap("[data-replay-next]")
    page.wait_for_function("() => Number(document.querySelector('[data-replay-step]').dataset.replayStep) > 0")


# Which lines of luck are drawn: of two sides the lead of one, of three a line each.
@pytest.mark.parametrize(
    ("scenario", "sides", "lines", "size", "language"),
    [
        ("beast_at_bay", ["human", "squamata"], ["lead"], "wide", "en"),
        ("prey_and_hunter", ["demon", "squamata"], ["lead"], "tall", "ru"),
        ("three_ways", ["human", "demon", "squamata"], ["human", "demon", "squamata"], "phone", "fr"),
    ],
)
def test_the_ending_of_a_game_with_kartikeya(
    service: RunningService,
    tablet: MakeTablet,
    observe: Observe,
    scenario: str,
    sides: list[str],
    lines: list[str],
    size: str,
    language: str,
) -> None:
    game = service.new_game(scenario)
    one = tablet(size, language)
    one.sit(service.address, game, service.code, "both")
    ended(service, observe, dict.fromkeys(sides, one), game, "squamata")
    page = one.page
    page.wait_for_selector("[data-over=squamata] [data-fate='kartikeya/alive']")
    page.wait_for_selector("[data-luck]")

    def all_of(what: str) -> list[str]:
        found = page.locator(f"[{what}]").all()
        return sorted(str(each.get_attribute(what)) for each in found)

    assert all_of("data-player") == sorted(sides)
    assert all_of("data-luck") == sorted(sides)
    assert all_of("data-luck-line") == sorted(lines)
    examine(one, f"ending of {scenario}, {size}")
    for name, side in zip(("Anna", "Boris", "Clara"), sides, strict=False):
        page.fill(f"[data-player={side}]", name)
        page.locator(f"[data-player={side}]").blur()
    one.tap("[data-chronicle]")
    page.wait_for_selector(f"[data-scenario-tally={scenario}]")
    won = page.locator("[data-player-tally]").first
    assert won.get_attribute("data-player-tally") == ("Anna", "Boris", "Clara")[len(sides) - 1]
    examine(one, f"chronicle with {scenario}, {size}")


def test_in_a_rematch_each_tablet_sits_at_the_next_side(
    service: RunningService, tablet: MakeTablet, observe: Observe
) -> None:
    game = service.new_game("three_ways")
    one = tablet("wide")
    one.sit(service.address, game, service.code, "squamata")
    judge = WireClient(service.address)
    judge.join(game, "human", token=service.token(game, "human"))
    assert judge.intend({"override": {"winner": "human"}})["ok"]
    judge.close()
    one.tap("[data-rematch]")
    one.page.wait_for_selector("[data-you=human]")


def test_the_result_is_a_line_to_paste(service: RunningService, tablet: MakeTablet, observe: Observe) -> None:
    game = service.new_game()
    one = tablet("wide")
    # A plain http address may neither share nor write to the clipboard: the line is shown instead.
    one.context.add_init_script("delete Navigator.prototype.share; delete Navigator.prototype.clipboard")
    one.sit(service.address, game, service.code, "both")
    ended(service, observe, {"human": one, "demon": one}, game)
    one.page.wait_for_selector("[data-look], [data-fate]")
    one.page.wait_for_timeout(0)
    one.page.wait_for_function("() => document.querySelector('dl dd') !== null")
    one.tap("[data-share]")
    line = one.page.input_value("[data-result-line]")
    assert line.startswith("Claustrophobia, The Survivors, ")
    assert "The Humans win" in line
    assert service.code not in line


def test_a_rematch_takes_both_tablets_along(service: RunningService, tablet: MakeTablet, observe: Observe) -> None:
    game = service.new_game()
    seats = {side: tablet("wide") for side in ("human", "demon")}
    for side, one in seats.items():
        one.sit(service.address, game, service.code, side)
    ended(service, observe, seats, game)
    seats["human"].tap("[data-rematch]")
    seats["human"].page.wait_for_selector("[data-you=demon]")
    # The other tablet is asked along: one tap, and it sits on the other side too.
    seats["demon"].page.wait_for_selector("[data-rematch]:has-text('Join')")
    seats["demon"].tap("[data-rematch]")
    seats["demon"].page.wait_for_selector("[data-you=human]")
    names = service.web.service.games.names()
    assert len(names) == 2


def test_each_tablet_says_who_it_is_and_who_is_there(
    service: RunningService, tablet: MakeTablet, observe: Observe
) -> None:
    game = service.new_game()
    human, demon = tablet("wide"), tablet("phone", "fr")
    human.sit(service.address, game, service.code, "human")
    demon.sit(service.address, game, service.code, "demon")
    assert human.page.locator("header [data-you]").inner_text() == "You: Human"
    # Somebody sat down: told beside the help line, not instead of it.
    human.page.wait_for_selector("[data-passing=seat_taken]")
    assert "Demon" not in human.page.locator(".prompt .text").inner_text()
    human.page.locator("header.top button").last.tap()
    human.tap("[data-open-host]")
    human.page.wait_for_selector("[data-person='demon/here']")
    human.page.wait_for_selector("[data-host] img")
    examine(human, "people")
    demon.page.close()
    human.page.wait_for_selector("[data-person='demon/away']")


def test_only_whoever_lays_a_tile_sees_its_turns(service: RunningService, tablet: MakeTablet, observe: Observe) -> None:
    game = service.new_game()
    seats = {side: tablet("wide") for side in ("human", "demon")}
    for side, one in seats.items():
        one.sit(service.address, game, service.code, side)
    player = TabletPlayer(observe(game), seats)
    while player.view["waiting"]["what"] != "lay":
        player.step()
    layer = player.view["waiting"]["side"]
    seats[layer].page.wait_for_selector("[data-rotation]")
    other = seats["human" if layer == "demon" else "demon"]
    other.wait_version(player.view["version"])
    other.page.wait_for_selector(".lay .seen")
    assert not other.shows("[data-rotation]")
    assert not other.shows("[data-lay]")


@pytest.mark.parametrize("size", SIZES)
def test_a_wrong_code_is_told_at_once_beside_its_field(service: RunningService, tablet: MakeTablet, size: str) -> None:
    one = tablet(size)
    page: Any = one.page
    page.goto(f"{service.address}/#/setup")
    field = page.locator("[data-code]")
    field.fill("WRONG1")
    page.wait_for_selector("[data-code-trouble]")
    box, told = field.bounding_box(), page.locator("[data-code-trouble]").bounding_box()
    assert 0 <= told["y"] - (box["y"] + box["height"]) < 40
    field.fill(service.code)
    page.wait_for_selector("[data-code-trouble]", state="detached")
    one.tap("[data-begin]")
    page.wait_for_selector("[data-box-check]")
