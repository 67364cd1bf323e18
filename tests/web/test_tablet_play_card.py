"""Cards ask before they fire: the face, what it does, whom it hits, then Play."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.service_rig import RunningService
from tests.web.browser_rig import SIZES, Tablet
from tests.web.played_round import PlayedRound
from tests.web.screen_check import examine


def with_cards(round_: PlayedRound, *cards: str) -> None:
    round_.submit({"override": {"hands": {"advantage": list(cards)}}})
    round_.dice(5, 3, 3, 2)
    for name, die in (("redeemer", 5), ("brute-1", 3), ("blade-1", 3)):
        round_.submit({"give": name, "die": die})
    round_.waits_for("initiative")
    round_.settle()


def test_looking_at_a_card_plays_nothing(service: RunningService, tablet: Callable[..., Tablet]) -> None:
    for size in ("wide", "phone"):
        round_ = PlayedRound(service, tablet(size))
        with_cards(round_, "oil_for_your_lamp")
        version = round_.table.version
        one, page = round_.tablet, round_.page
        one.tap("[data-option=cards]")
        one.tap("[data-play=oil_for_your_lamp]")
        page.wait_for_selector("[data-face-of=oil_for_your_lamp] p")
        examine(one, "a card")
        one.tap("[data-keep-card]")
        page.wait_for_selector("[data-card-sheet]", state="detached")
        assert round_.table.version == version
        one.tap("[data-option=cards]")
        one.tap("[data-play=oil_for_your_lamp]")
        one.tap("[data-play-card]")
        one.wait_version(version + 1)
        assert "oil_for_your_lamp" not in round_.table.view("both")["hands"]["advantage"]  # type: ignore[operator]


def test_the_blessing_asks_for_whom_and_for_what(service: RunningService, tablet: Callable[..., Tablet]) -> None:
    round_ = PlayedRound(service, tablet("wide"))
    with_cards(round_)
    one = round_.tablet
    one.tap("[data-option=cards]")
    page = round_.page
    page.wait_for_selector("[data-card-sheet=blessed]")
    assert page.locator("[data-play-card]").is_disabled()
    one.tap("[data-aim]:has-text('Brute 1'):has-text('2')")
    version = round_.table.version
    one.tap("[data-play-card]")
    one.wait_version(version + 1)
    assert round_.warrior("brute-1")["now"]["cbt"] == 4


def test_escape_closes_the_sheet(service: RunningService, tablet: Callable[..., Tablet]) -> None:
    round_ = PlayedRound(service, tablet("wide"))
    with_cards(round_)
    round_.tablet.tap("[data-option=cards]")
    round_.page.wait_for_selector("dialog[data-card-sheet]")
    round_.page.keyboard.press("Escape")
    round_.page.wait_for_selector("[data-card-sheet]", state="detached")


def test_a_card_we_do_not_know_is_done_by_hand_until_done(
    service: RunningService, tablet: Callable[..., Tablet]
) -> None:
    round_ = PlayedRound(service, tablet("wide"))
    with_cards(round_, "our_faith_will_protect_us")
    one, page = round_.tablet, round_.page
    one.tap("[data-option=cards]")
    one.tap("[data-play=our_faith_will_protect_us]")
    page.wait_for_selector(".face.unknown")
    if page.locator("[data-play-card]").is_disabled():
        one.tap("[data-aim]")
    one.tap("[data-play-card]")
    page.wait_for_selector("[data-card-by-hand=our_faith_will_protect_us]")
    for size in SIZES.values():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        examine(one, f"a card by hand, {size}")
    # Others see it, and change nothing.
    other = tablet("tall", "fr")
    other.sit(service.address, round_.game, service.code, "table")
    other.page.wait_for_selector("[data-card-by-hand]")
    assert not other.shows("[data-by-hand-done], [data-by-hand-change]")
    one.tap("[data-by-hand-change=tp]")
    page.wait_for_selector("[data-part=table][aria-selected=true]")
    page.locator("[data-stepper=tp] button").last.tap()
    one.tap("[data-confirm-override]")
    for each in (one, other):
        each.page.wait_for_selector("[data-by-hand-changes='1']")
    one.tap("[data-by-hand-back]")
    page.wait_for_selector("[data-by-hand-changes='0']")
    examine(other, "a card by hand, seen by the other")
    one.tap("[data-by-hand-done]")
    for each in (one, other):
        each.page.wait_for_selector("[data-card-by-hand]", state="detached")
