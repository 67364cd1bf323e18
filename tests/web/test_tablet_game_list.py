"""The games on the tablet: found, named, put away, deleted and brought back; a damaged one looked at and rescued."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route

from companion.protocol.games import GameLabels
from companion.protocol.messages import GameRequest
from tests.server.service_rig import RunningService
from tests.table.table_rig import play
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine

MakeTablet = Callable[..., Tablet]


def opened(service: RunningService, tablet: Tablet) -> Tablet:
    tablet.page.goto(f"{service.address}/?code={service.code}#/home")
    tablet.tap("[data-open-games]")
    tablet.page.wait_for_selector("[data-games=games]")
    return tablet


@pytest.mark.parametrize(("size", "language"), [("wide", "en"), ("tall", "fr"), ("phone", "ru")])
def test_a_game_is_named_put_away_deleted_and_brought_back(
    service: RunningService, tablet: MakeTablet, size: str, language: str
) -> None:
    game, other = service.new_game(), service.new_game("ritual")
    one = opened(service, tablet(size, language))
    page = one.page
    one.tap(f"[data-game='{game}']")
    page.fill("[data-game-title]", "Anna, Tuesday")
    one.tap("[data-rename-game]")
    page.locator(f"[data-game-panel='{game}'] h2", has_text="Anna, Tuesday").wait_for()
    examine(one, "a game")
    if size == "phone":
        # There the game takes the place of the list, and gives it back.
        one.tap("[data-to-list]")
        one.tap(f"[data-game='{game}']")
    one.tap("[data-archive]")
    page.wait_for_selector(f"[data-game='{game}']", state="detached")
    one.tap("[data-tab=archived]")
    one.tap(f"[data-game='{game}']")
    one.tap("[data-archive]")
    page.wait_for_selector(f"[data-game='{game}']", state="detached")
    one.tap("[data-tab=games]")
    one.tap(f"[data-game='{game}']")
    one.tap("[data-delete-game]")
    examine(one, "asked before a game is deleted")
    one.tap("[data-delete-yes]")
    page.wait_for_selector(f"[data-game='{game}']", state="detached")
    assert "Anna, Tuesday" in page.locator("[data-deleted]").inner_text()
    examine(one, "a deleted game")
    # At once, or later from the place where it is kept.
    one.tap("[data-undo-delete]")
    page.wait_for_selector(f"[data-game-panel='{game}']")
    one.tap("[data-delete-game]")
    one.tap("[data-delete-yes]")
    page.wait_for_selector("[data-deleted]")
    one.tap("[data-tab=kept]")
    one.tap("[data-kept]")
    page.wait_for_selector("[data-good]")
    examine(one, "a kept game")
    one.tap("[data-restore]")
    page.wait_for_selector(f"[data-game-panel='{game}']")
    assert {entry["game"] for entry in service.ask("/api/games")[1]["games"]} == {game, other}
    one.tap("[data-resume]")
    page.wait_for_selector("[data-version]")


def test_the_list_has_pages_and_search(service: RunningService, tablet: MakeTablet) -> None:
    games = service.web.service.games
    names = [games.begin(GameRequest(scenario="survivors")).name for _ in range(24)]
    games.label(names[7], GameLabels(title="The long one"))
    one = opened(service, tablet("tall"))
    page = one.page
    page.wait_for_function("() => document.querySelectorAll('[data-game]').length === 20")
    assert page.locator("[data-range]").inner_text() == "1–20 of 24"
    one.tap("[data-older]")
    page.wait_for_function("() => document.querySelectorAll('[data-game]').length === 4")
    examine(one, "the second page")
    one.tap("[data-newer]")
    page.wait_for_function("() => document.querySelectorAll('[data-game]').length === 20")
    page.fill("[data-search]", "LONG one")
    page.wait_for_selector(f"[data-game='{names[7]}']")
    page.wait_for_function("() => document.querySelectorAll('[data-game]').length === 1")
    page.fill("[data-search]", "nobody")
    page.locator(".note", has_text="nobody").wait_for()


def test_a_damaged_game_is_looked_at_rescued_and_saved(
    service: RunningService, tablet: MakeTablet, tmp_path: Path
) -> None:
    game = service.new_game()
    games = service.web.service.games
    play(games.table(game), random.Random(2), 30)
    games.close()
    file = service.web.service.settings.data / "games" / f"{game}.game"
    data = bytearray(file.read_bytes())
    data[data.rindex(b'"intent":"test-') + 3] ^= 1
    file.write_bytes(data)
    good = len(games.table(game).records())
    one = opened(service, tablet("phone"))
    page = one.page
    page.wait_for_selector("[data-notice=journal_damaged]")
    one.tap("[data-tab=kept]")
    one.tap(f"[data-kept='{game}.damaged-1']")
    page.wait_for_selector(f"[data-good='{good}']")
    page.wait_for_selector("[data-damage=record]")
    examine(one, "a damaged game")
    with page.expect_download() as saved:
        one.tap("[data-export-kept]")
    saved.value.save_as(tmp_path / "good.jsonl")
    assert len((tmp_path / "good.jsonl").read_text().splitlines()) == good
    one.tap("[data-restore]")
    page.wait_for_selector("[data-game-panel]")
    one.tap("[data-to-list]")
    page.wait_for_function("() => document.querySelectorAll('[data-game]').length === 2")


def test_one_bad_entry_does_not_empty_the_list(service: RunningService, tablet: MakeTablet) -> None:
    """Whatever a service sends: a time no calendar has, words for numbers, nothing at all."""
    game = service.new_game()
    one = tablet()

    def spoil(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        good = body["games"][0]
        bad = [{**good, "game": "x", "played": 10**17}, {**good, "game": "y", "round": "many"}, {}, None]
        route.fulfill(response=answer, body=json.dumps({**body, "games": [*bad, good], "found": 5}))

    one.page.route("**/api/games?*", spoil)
    one.page.goto(f"{service.address}/?code={service.code}#/home")
    one.page.wait_for_selector(f"[data-game='{game}']")
    assert one.page.locator("[data-game]").count() == 1
    one.tap("[data-open-games]")
    one.page.wait_for_selector(f"[data-games] [data-game='{game}']")
    assert one.page.locator("[data-game]").count() == 1
