"""Scenarios on the tablet: one is built, laid out, tried, started and won; one of the box is completed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine
from tests.web.tablet_player import TabletPlayer

MakeTablet = Callable[..., Tablet]
CHAPTERS = ("name", "humans", "cards", "demon", "squamata", "start", "stack", "special", "victory", "table")


def settled(one: Tablet) -> None:
    """The service has looked at the newest sheet and found it playable."""
    one.page.wait_for_selector("[data-scenario-editor][data-ready=yes]")


def built(one: Tablet) -> None:
    """The Vigil: the Redeemer and a Brute beside the Pentacle Room, in which a deed must be done once."""
    page = one.page
    one.tap("[data-new-scenario]")
    page.fill("[data-scenario-name]", "The Vigil")
    page.fill("[data-scenario-aim]", "One round in the Pentacle Room.")

    one.tap("[data-section=humans]")
    page.locator("[data-recruit='2'] [data-out]").tap()
    one.tap("[data-choose='object-1/shield_of_steel']")
    one.tap("[data-section=cards]")
    page.locator("[data-stepper=advantages] button").first.tap()
    one.tap("[data-choose='out/grenade']")
    one.tap("[data-section=demon]")
    page.locator("[data-stepper=tp] button").first.tap()
    one.tap("[data-may-enter=guardian_demon]")
    page.locator("[data-stepper=most-guardian_demon] button").last.tap()

    # A Lair to the north of the Pentacle Room, turned; a Troglodyte waits in it.
    one.tap("[data-section=start]")
    page.wait_for_selector("[data-stands='redeemer/36']")
    one.touch_map("[data-place='0/-1']")
    page.locator("[data-lay-tile^='lair/']").first.tap()
    one.touch_map("[data-laid='33']")
    page.locator("[data-turn]").nth(1).tap()
    page.locator("[data-stepper=foe-troglodyte] button").last.tap()
    page.wait_for_selector("[data-stands='troglodyte-1/33']")

    # Four random tiles, then the Exit among two.
    one.tap("[data-section=stack]")
    one.tap("[data-recipe=who_dares]")
    page.locator("[data-row='layer/0'] [data-change]").tap()
    for _ in range(4):
        page.locator("[data-row='layer/0'] [data-stepper=random] button").first.tap()
    page.locator("[data-row='layer/1'] [data-change]").tap()
    page.select_option("[data-row='layer/1'] [data-add-kind]", "exit")

    # A rule from the palette, and what wins: a deed in the Pentacle Room, once.
    one.tap("[data-section=special]")
    one.tap("[data-part='special/timed']")
    page.select_option("[data-row='rule/0'] [data-moment]", "start:threat")
    one.tap("[data-section=victory]")
    one.tap("[data-part='victory/perform']")
    page.locator("[data-row='way/0'] [data-clause=marked] [data-stepper=count] button").first.tap()
    page.locator("[data-row='way/0'] [data-clause=marked] [data-stepper=count] button").first.tap()
    page.fill("[data-row='way/0'] [data-says]", "The vigil was kept.")
    page.keyboard.press("Tab")
    settled(one)


def test_a_scenario_is_built_laid_out_and_won(
    service: RunningService, tablet: MakeTablet, observe: Callable[[str], WireClient]
) -> None:
    one = tablet()
    page = one.page
    page.goto(f"{service.address}/?code={service.code}#/setup")
    one.tap("[data-open-scenarios]")
    built(one)
    words = page.locator("[data-panel=victory]").inner_text()
    assert "“deed”: at least 1" in words

    # The picture to lay out the real table by, and a trial that can be stopped.
    one.tap("[data-section=table]")
    page.wait_for_selector("[data-setup-map='2']")
    table = page.locator("[data-panel=table]").inner_text()
    for said in ("Lair 33, turned 90°", "Shield of Steel", "Threat Points: 3", "4 random tiles", "1 × Exit"):
        assert said in table
    one.tap("[data-begin-trial]")
    one.tap("[data-stop-trial]")
    page.wait_for_selector("[data-trial=stopped]")
    assert "of 200" in page.locator("[data-trial-done]").inner_text()
    one.tap("[data-begin-trial]")
    page.wait_for_selector("[data-trial=done] [data-trial-good]")
    assert re.search(r"\d% ±\s\d", page.locator("[data-leader]").inner_text())

    one.tap("[data-keep]")
    page.wait_for_selector("[data-kept=the_vigil]")
    one.tap("[data-play]")
    assert page.locator("[data-scenario=the_vigil]").get_attribute("aria-checked") == "true"
    one.tap("[data-begin]")
    page.wait_for_selector("[data-box-check] li")
    one.tap("[data-walk-step=tiles]")
    lair = page.locator("[data-box-check] li", has_text="Lair 33")
    assert "On it: Troglodyte 1" in lair.inner_text()
    assert page.locator("[data-box-check] [data-stands='troglodyte-1/33']").count() == 1
    examine(one, "what to put on the table")
    one.tap("[data-walk-skip]")

    # The Redeemer stays where he is until the Human phase ends.
    game = service.ask("/api/games")[1]["games"][0]["game"]
    player = TabletPlayer(observe(game), {"human": one, "demon": one})
    while player.view["waiting"]["what"] != "activate":
        player.step()
    one.wait_version(player.view["version"])
    one.tap("[data-forward]")
    page.wait_for_selector("[data-over=human]")
    assert "The vigil was kept." in page.locator("[data-over]").inner_text()


def test_a_scenario_of_the_box_is_completed(service: RunningService, tablet: MakeTablet) -> None:
    one = tablet("tall", "fr")
    page = one.page
    page.goto(f"{service.address}/?code={service.code}")
    one.tap("[data-open-box]")
    one.tap("[data-open-scenarios]")
    before = int(str(page.get_attribute("[data-entry=ritual]", "data-open")))
    page.go_back()
    page.select_option("[data-box-scenario]", "ritual")
    one.tap("[data-item='scenario.ritual']")
    one.tap("[data-edit-scenario]")
    one.tap("[data-section=demon]")
    page.locator("[data-stepper=tp] button").last.tap()
    one.tap("[data-section=stack]")
    one.tap("[data-confirm=stack]")
    settled(one)
    one.tap("[data-keep]")
    page.wait_for_selector("[data-kept=ritual]")
    one.tap("[data-to-list]")
    page.wait_for_selector(f"[data-entry=ritual][data-open='{before - 2}']")
    ritual = service.ask("/api/box/scenarios/ritual")[1]
    assert (ritual["sheet"]["tp"], ritual["from"]["tp"], ritual["from"]["stack"]) == (5, "owner", "owner")
    assert ritual["from"]["humans"] == "stand-in", "what was not looked at stays marked"

    # Taken back: as the companion knows it.
    one.tap("[data-entry=ritual]")
    one.tap("[data-drop]")
    one.tap("[data-drop-yes]")
    page.wait_for_selector(f"[data-entry=ritual][data-open='{before}']")


def test_what_cannot_be_played_is_said_and_not_kept(service: RunningService, tablet: MakeTablet) -> None:
    one = tablet()
    page = one.page
    page.goto(f"{service.address}/?code={service.code}#/scenario")
    one.tap("[data-new-scenario]")
    settled(one)
    one.tap("[data-section=victory]")
    page.locator("[data-row='way/2'] [data-out]").tap()
    page.wait_for_selector("[data-state=wrong]")
    assert "does not end when every Human is dead" in page.locator("[data-state]").inner_text()
    assert page.locator("[data-keep]").is_disabled()
    # Nor is it lost by a tap beside.
    one.tap("[data-to-list]")
    one.tap("[data-stay]")
    one.tap("[data-to-list]")
    one.tap("[data-leave]")
    page.wait_for_selector("[data-scenario-list]")
    # The browser notes every refusal over HTTP; this one was wanted.
    assert [text for text in one.complaints if "400 (BAD REQUEST)" not in text] == []
    one.complaints.clear()


# All of them where there is least room; in the other sizes those that are laid out anew there.
LOOKS = [("phone", "ru", CHAPTERS), ("tall", "fr", ("start", "stack")), ("wide", "en", ("victory", "table"))]


@pytest.mark.parametrize(("size", "language", "chapters"), LOOKS, ids=[look[0] for look in LOOKS])
def test_every_chapter_stands_a_close_look(
    service: RunningService, tablet: MakeTablet, size: str, language: str, chapters: tuple[str, ...]
) -> None:
    one = tablet(size, language)
    page = one.page
    page.goto(f"{service.address}/?code={service.code}#/scenario")
    page.wait_for_selector("[data-entry]")
    examine(one, f"list, {size}")
    one.tap("[data-entry=who_dares]")
    for chapter in chapters:
        one.tap(f"[data-section={chapter}]")
        for row in page.locator("[data-change]").all()[:1]:
            row.tap()
        examine(one, f"{chapter}, {size}")
    one.tap("[data-section=start]")
    for place in ("[data-place='1/0']", "[data-laid='35']"):
        one.touch_map(place)
        examine(one, f"{place}, {size}")
