"""Sitting down, in a browser: the code, a seat that is held, the end of the game, and the host's way in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.service_rig import RunningService
from tests.table.table_rig import done
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine
from tests.web.sentences import words

MakeTablet = Callable[..., Tablet]


def ask_for(one: Tablet, service: RunningService, game: str, seat: str) -> None:
    one.page.goto(f"{service.address}/?game={game}&code={service.code}&seat={seat}")
    one.tap("[data-sit]")


@pytest.mark.parametrize("allowed", [True, False])
def test_a_held_seat_is_asked_for(service: RunningService, tablet: MakeTablet, allowed: bool) -> None:
    game = service.new_game()
    demon, other = tablet("wide"), tablet("phone", "fr")
    demon.sit(service.address, game, service.code, "demon")
    ask_for(other, service, game, "demon")
    other.page.wait_for_selector(f"[data-seat-held=seat_held]:has-text('{words('table.seat_held', 'fr')}')")
    examine(other, "a seat that is held")
    demon.page.wait_for_selector("[data-seat-request=demon]:has-text('127.0.0.1')")
    examine(demon, "another tablet asks for the seat")
    demon.tap("[data-allow-seat]" if allowed else "[data-refuse-seat]")
    demon.page.wait_for_selector("[data-seat-request]", state="detached")
    if allowed:
        other.page.wait_for_selector("[data-version]")
        demon.tap("header.top .log")
        demon.page.wait_for_selector(f"[data-log] :text('{words('happening.seat_allowed')}')")
    else:
        other.page.wait_for_selector("[data-trouble]:has-text('a refusé')")
        assert not other.shows("[data-version]")


def test_a_tablet_comes_back_to_its_seat_and_leaves_it_for_others(service: RunningService, tablet: MakeTablet) -> None:
    game = service.new_game()
    one, two = tablet("wide"), tablet("tall")
    one.sit(service.address, game, service.code, "both")
    one.page.reload()
    one.page.wait_for_selector("[data-version]")
    ask_for(two, service, game, "demon")
    two.page.wait_for_selector("[data-seat-held]")
    two.tap("[data-cancel-seat]")
    one.page.wait_for_selector("[data-seat-request]", state="detached")
    one.page.locator("header.top button").last.tap()
    one.tap(".menu .btn:has-text('Leave')")
    one.page.wait_for_selector("[data-new-game]")
    two.tap("[data-sit]")
    two.page.wait_for_selector("[data-version]")


def test_a_tablet_of_the_release_before_sits_down_by_itself(service: RunningService, tablet: MakeTablet) -> None:
    """What 0.1 kept on a tablet: a token of the old kind, and the code."""
    game = service.new_game()
    one = tablet("wide")
    old = f'{{"game":"{game}","seat":"demon","token":"demon.0011223344556677.00ff","code":"{service.code}"}}'
    one.context.add_init_script(f"localStorage['claustrophobia.seat'] ??= '{old}'")
    one.page.goto(service.address)
    one.page.wait_for_selector("[data-version]")


def test_a_wrong_code_is_said_beside_its_field(service: RunningService, tablet: MakeTablet) -> None:
    service.new_game()
    one = tablet("phone", "ru")
    one.page.goto(service.address)
    one.page.locator("[data-game]").first.tap()
    for number in range(6):
        one.page.fill("[data-code]", f"NO{number}XYZ")
        one.tap("[data-resume]")
        one.page.wait_for_selector("[data-code-trouble]")
        one.page.wait_for_function("() => !document.querySelector('[data-seat-held]')")
    one.page.wait_for_selector("[data-code-trouble]:has-text('Слишком много неверных кодов')")
    examine(one, "too many wrong codes")
    one.page.fill("[data-code]", service.web.service.access.codes.long.lower())
    one.tap("[data-resume]")
    one.page.wait_for_selector("[data-version]")


def test_the_end_is_confirmed_on_both_tablets(service: RunningService, tablet: MakeTablet, tmp_path: Path) -> None:
    game = service.new_game()
    human, demon = tablet("wide"), tablet("phone")
    human.sit(service.address, game, service.code, "human")
    demon.sit(service.address, game, service.code, "demon")
    table = service.web.service.games.table(game)
    done(table, {"draw_for_me": True}, "human")
    done(table, {"override": {"winner": "human"}}, "human")
    human.tap("[data-confirm-end]")
    human.page.wait_for_selector("[data-take-back-end]")
    demon.page.wait_for_selector("[data-confirmed=human]")
    examine(demon, "the end, confirmed by one side")
    assert table.state.hands["advantage"][0] not in exported(demon, tmp_path)
    demon.tap("[data-confirm-end]")
    for one in (human, demon):
        one.page.wait_for_selector("[data-end=closed]")
    assert table.state.hands["advantage"][0] in exported(demon, tmp_path)
    examine(human, "the end, confirmed by both sides")


def exported(one: Tablet, folder: Path) -> str:
    with one.page.expect_download() as download:
        one.tap("[data-over] [data-export]")
    download.value.save_as(folder / "game.jsonl")
    return (folder / "game.jsonl").read_text()


def test_the_host_sees_wrong_codes_and_makes_a_new_one(service: RunningService, tablet: MakeTablet) -> None:
    game = service.new_game()
    service.post("/api/games", b"{}", **{"X-Table-Code": "WRONG1"})
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    one.page.locator("header.top button").last.tap()
    one.tap("[data-open-host]")
    one.page.wait_for_selector("img.qr")
    one.page.wait_for_selector("[data-wrong-codes='1']:has-text('127.0.0.1')")
    examine(one, "the way in")
    one.tap("[data-new-code]")
    one.page.wait_for_function(f"() => document.querySelector('[data-host-code]').textContent !== '{service.code}'")
    access = service.web.service.access
    assert one.page.inner_text("[data-host-code]") == access.code != service.code
    one.tap("[data-switch=evenings]")
    one.page.wait_for_selector("[data-switch=evenings][aria-checked=true]")
    assert access.codes.evenings
    # The seat is held as before.
    one.page.reload()
    one.page.wait_for_selector("[data-version]")


def test_a_script_that_is_not_ours_does_not_run(service: RunningService, tablet: MakeTablet) -> None:
    one = tablet("wide")
    one.page.goto(service.address)
    one.page.wait_for_selector("[data-new-game]")
    one.page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'foreign = 1'; document.body.append(s); }"
    )
    assert one.page.evaluate("() => window.foreign") is None
    assert any("Content Security Policy" in text for text in one.complaints)
    one.complaints.clear()
