"""Other ways to see a game: rules in place and searched, a guided round, a television, plain text by keyboard."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from companion.protocol.views import View
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import SIZES, Tablet
from tests.web.played_round import PlayedRound
from tests.web.screen_check import examine
from tests.web.tablet_player import TabletPlayer

FONT_SIZES = """() => [...document.querySelectorAll('.tv :is(p, b, small, i, h1, h2)')]
  .filter(e => !e.closest('svg')).map(e => parseFloat(getComputedStyle(e).fontSize))"""

MakeTablet = Callable[..., Tablet]
Observe = Callable[[str], WireClient]


@pytest.mark.parametrize("size", SIZES)
def test_rules_are_searched(service: RunningService, tablet: MakeTablet, size: str) -> None:
    one = tablet(size)
    page = one.page
    page.goto(f"{service.address}/?code={service.code}#/rules")
    page.wait_for_selector("[data-rule]")
    everything = page.locator("[data-rule]").count()
    page.fill("[data-rules-search]", "hole")
    page.wait_for_function(f"() => document.querySelectorAll('[data-rule]').length < {everything}")
    assert page.locator("[data-rule]").first.get_attribute("data-rule") == "TIL-10"
    assert page.locator("mark").first.inner_text().lower() == "hole"
    # "the whole MVT" speaks of no hole.
    assert page.locator("[data-rule=TIL-4]").count() == 0
    examine(one, f"rules, {size}")


def test_accents_need_not_be_typed(service: RunningService, tablet: MakeTablet) -> None:
    one = tablet("wide", "fr")
    one.page.goto(f"{service.address}/?code={service.code}#/rules")
    one.page.wait_for_selector("[data-rule]")
    one.page.fill("[data-rules-search]", "epuise")
    one.page.wait_for_selector("[data-rule=INI-3]")


def test_a_rule_is_one_tap_from_what_it_is_about(service: RunningService, tablet: MakeTablet, observe: Observe) -> None:
    game = service.new_game()
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    player = TabletPlayer(observe(game), {"human": one, "demon": one})
    while player.view["waiting"]["what"] != "activate":
        player.step()
    one.wait_version(player.view["version"])
    one.touch_map("[data-warrior='blade-1']")
    one.tap("[data-rule-of=MOV-5]")
    sheet = one.page.locator("[data-rule-sheet=MOV-5]")
    sheet.wait_for()
    assert "Elusive" in sheet.inner_text()
    examine(one, "rule in place")
    one.tap("[data-phase=threat]")
    one.page.wait_for_selector("[data-rule-sheet=THR-1]")
    one.page.keyboard.press("Escape")
    one.page.wait_for_selector("[data-rule-sheet]", state="detached")


@pytest.mark.parametrize(("size", "language"), [("wide", "ru"), ("phone", "en")])
def test_the_first_round_is_guided_until_it_is_over_or_left(
    service: RunningService, tablet: MakeTablet, observe: Observe, size: str, language: str
) -> None:
    game = service.new_game()
    one = tablet(size, language)
    one.sit(service.address, game, service.code, "both")
    # Whoever knows the table is not guided unless he asks for it.
    assert not one.shows("[data-guide]")
    one.page.locator("header.top button").last.tap()
    one.tap("[data-open-guide]")
    one.page.wait_for_selector("[data-guide]")
    player = TabletPlayer(observe(game), {"human": one, "demon": one})
    told = set()
    while player.view["round"] == 1:
        told.add(one.page.locator("[data-guide]").get_attribute("data-guide"))
        player.step()
        one.wait_version(player.view["version"])
    assert {"guide.roll", "guide.assign", "guide.activate.human", "guide.lay", "guide.destiny"} <= told
    one.page.wait_for_selector("[data-guide]", state="detached")
    one.page.locator("header.top button").last.tap()
    # Asked for again it leads through the round that is played.
    one.tap("[data-open-guide]")
    one.page.wait_for_selector("[data-guide]")
    one.tap("[data-guide-leave]")
    one.page.wait_for_selector("[data-guide]", state="detached")


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_a_television_shows_the_table_and_nothing_secret(
    service: RunningService, tablet: MakeTablet, observe: Observe, language: str
) -> None:
    game = service.new_game()
    one, screen = tablet("wide"), tablet("wide", language)
    screen.page.set_viewport_size({"width": 1920, "height": 1080})
    screen.page.goto(f"{service.address}/?code={service.code}#/screen")
    one.sit(service.address, game, service.code, "both")
    player = TabletPlayer(observe(game), {"human": one, "demon": one})
    while player.view["waiting"]["what"] != "destiny":
        player.step()
    screen.page.wait_for_function(
        "v => Number(document.querySelector('[data-screen]')?.dataset.screen) >= v", arg=player.view["version"]
    )
    screen.page.wait_for_selector("[data-screen-dice]:not([data-screen-dice=''])")
    text = screen.page.inner_text("body")
    assert service.code not in text
    assert screen.page.locator("button").count() == 0
    assert min(screen.page.evaluate(FONT_SIZES)) >= 18
    hands = service.web.service.games.table(game).view("both")["hands"]
    names = screen.page.evaluate("async () => (await (await fetch('/api/box')).json()).pack.advantage")
    held = {card["name"][language] for card in names if card["id"] in hands["advantage"]}
    assert not [name for name in held if name in text]
    examine(screen, "television")


# What a player who wants an end does first, by the leading word of the verb.
EAGER = ("leave", "attack", "enter", "explore", "move")


def test_a_whole_game_is_played_without_a_mouse(service: RunningService, tablet: MakeTablet) -> None:
    game = service.new_game()
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    page, keys = one.page, one.page.keyboard
    page.goto(f"{service.address}/#/text")
    page.wait_for_selector("[data-text-view] [data-choose]")
    examine(one, "text view")
    table = service.web.service.games.table(game)
    rng = random.Random(5)
    for _ in range(1500):
        view = table.view("both")
        if view["outcome"]:
            break
        one.wait_version(view["version"])
        keys.type(str(wanted(view, rng)))
        keys.press("Enter")
        page.wait_for_function(
            "v => Number(document.querySelector('[data-version]').dataset.version) > v", arg=view["version"]
        )
    assert table.view("both")["outcome"]
    version = table.version
    keys.press("u")
    one.wait_version(version + 1)
    assert table.view("both")["outcome"] is None


def test_actions_with_kartikeya_are_told_apart_in_words(service: RunningService, tablet: MakeTablet) -> None:
    game = service.new_game("beast_at_bay")
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    one.page.goto(f"{service.address}/#/text")
    table = service.web.service.games.table(game)
    seen: set[str] = set()
    rng = random.Random(3)
    for _ in range(60):
        view = table.view("both")
        one.wait_version(view["version"])
        texts = one.page.locator("[data-action]").all_inner_texts()
        if view["waiting"]["side"] == "squamata":
            assert len(set(texts)) == len(texts), [text for text in texts if texts.count(text) > 1]
        assert not [text for text in texts if re.search(r"[a-z]_[a-z]|text\.do|\[object|\{", text)], texts
        seen.add(view["phase"])
        if "squamata_action" in seen or view["outcome"]:
            break
        one.page.keyboard.type(str(wanted(view, rng) if view["waiting"]["kind"] != "choice" else len(texts)))
        one.page.keyboard.press("Enter")
        one.page.wait_for_function(
            "v => Number(document.querySelector('[data-version]').dataset.version) > v", arg=view["version"]
        )
    assert {"instinct", "squamata_action"} <= seen
    assert "Threat Points" not in one.page.inner_text("[data-text-view] header")


def wanted(view: View, rng: random.Random) -> int:
    """The number of an action in the list: rolling and drawing are first, the end of the phase is last."""
    if view["waiting"]["kind"] in ("roll", "draw"):
        return 1
    acts = sorted(view["legal"], key=lambda act: "end_phase" in act)
    for verb in EAGER:
        first = [i for i, act in enumerate(acts) if verb in act]
        if first and rng.random() < 0.8:
            return rng.choice(first) + 1
    return rng.randrange(len(acts)) + 1


def test_a_seated_tablet_shows_no_card_of_its_hand_to_all(
    service: RunningService, tablet: Callable[..., Tablet]
) -> None:
    one = tablet("wide")
    round_ = PlayedRound(service, one)
    assert round_.table.log("both")[0]["facts"]["deck"] == "advantage"
    one.page.evaluate("() => { location.hash = '#/screen' }")
    one.page.wait_for_selector("[data-screen]")
    text = one.page.inner_text("body")
    assert "Correction:" in text
    assert "A card is drawn" not in text
