"""A card the software does not know, on the tablet: typed in, bound to a label, drawn, played and undone."""

from __future__ import annotations

from collections.abc import Callable

from companion.protocol.readings import TAG, Reading
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.table.table_rig import done
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine
from tests.web.sentences import words


def typed_in(one: Tablet) -> None:
    """Howls: an Event of the Threat phase, two Threat Points."""
    page = one.page
    one.tap("[data-item='deck.event']")
    one.tap("[data-new-card=event]")
    page.fill("[data-card-name]", "Howls")
    one.tap("[data-choose='when/threat']")
    page.select_option("[data-add=verbs]", "tp")
    page.locator("[data-clause=tp] [data-stepper=amount] button").last.tap()
    page.wait_for_function("() => document.querySelector('[data-preview]').innerText.includes('gains 2 TP')")
    assert "May be played: Threat phase." in page.locator("[data-preview]").inner_text()


def test_an_event_card_from_the_palette_to_the_table(
    service: RunningService, tablet: Callable[..., Tablet], observe: Callable[[str], WireClient]
) -> None:
    one = tablet()
    page = one.page
    page.goto(f"{service.address}/?code={service.code}")
    one.tap("[data-open-box]")
    typed_in(one)
    one.tap("[data-rehearse]")
    page.wait_for_selector("[data-rehearsal='1']")
    assert "Threat Points: 6 → 8" in page.locator("[data-rehearsal]").inner_text()
    one.tap("[data-keep]")
    page.wait_for_selector("[data-kept=howls]")

    # A sticker nobody knows is held to the reader, and bound; and so is a printed label, by its number.
    submit = service.web.service.submit
    submit(Reading("sticker", TAG, "tray", tag="04a1b2c3", facts={"unknown": "unknown_tag"}))
    one.tap("[data-bind='04a1b2c3']")
    page.fill("[data-label-number]", "77")
    one.tap("[data-bind-number]")
    page.wait_for_selector("[data-tags^='77']")
    examine(one, "the card editor")

    game = service.new_game(sources={"cards": "scan"})
    observer = observe(game)
    done(service.web.service.games.table(game), {"override": {"phase": "threat", "tp": 3}})
    one.sit(service.address, game, service.code, "both")
    one.tap("[data-roll-for-me]")
    observer.wait_for(lambda seen: seen.view["waiting"]["kind"] == "choice")
    # Any die of three or more may stand on Dark Destiny, which draws an Event.
    best = max(observer.view["waiting"]["facts"]["dice"])
    one.tap(f"[data-die='{best}']:not([disabled])")
    one.tap("[data-square=dark_destiny].open")
    one.tap("[data-forward]")
    observer.wait_for(lambda seen: seen.view["waiting"]["kind"] == "draw")
    submit(Reading("card", TAG, "camera", sure=True, tag=service.web.service.loaded_box.tag_names()["card-77"]))
    one.tap("[data-accept]")
    observer.wait_for(lambda seen: seen.view["hands"]["event"] == 1)
    one.tap("[data-option=cards]")
    version = observer.view["version"]
    one.page.wait_for_selector("[data-card-sheet=howls]")
    assert observer.view["version"] == version
    one.tap("[data-play-card]")
    assert observer.wait_version(version + 1)["tp"] == 5
    one.tap("[data-undo]")
    after = observer.wait_version(version + 2)
    assert (after["tp"], after["hands"]["event"]) == (3, 1)


def test_why_a_card_makes_no_sense_is_said_in_the_player_s_language(
    service: RunningService, tablet: Callable[..., Tablet]
) -> None:
    one = tablet("phone", "ru")
    page = one.page
    page.goto(f"{service.address}/?code={service.code}")
    one.tap("[data-open-box]")
    one.tap("[data-item='deck.event']")
    one.tap("[data-new-card=event]")
    page.fill("[data-card-name]", "Вой")
    page.select_option("[data-add=verbs]", "hit")
    page.wait_for_selector(f"[data-trouble]:has-text('{words('card.wrong.needs_target', 'ru')}')")
    one.tap("[data-choose='deck/object']")
    one.tap("[data-choose='bearers/redeemer']")
    page.wait_for_selector("[data-trouble]:has-text('Предмету нужен тот')")
    # The browser itself notes every refusal over HTTP.
    assert [text for text in one.complaints if "400" not in text] == []
    one.complaints.clear()
