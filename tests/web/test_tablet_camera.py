"""What the camera read, on the tablet: unsure dice are confirmed, wrong ones corrected, sure ones counted down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.protocol.readings import DieFace, Reading
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine, hidden
from tests.web.sentences import words


@pytest.fixture
def rolling(
    service: RunningService, tablet: Callable[..., Tablet], observe: Callable[[str], WireClient]
) -> tuple[Tablet, WireClient]:
    """A tablet that waits for four Action Dice from the camera."""
    game = service.new_game(sources={"dice": "camera"})
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    one.tap("[data-draw-for-me]")
    one.page.wait_for_selector("[data-waiting=action]")
    return one, observe(game)


def seen(faces: list[tuple[int, float]], sure: bool) -> Reading:
    dice = tuple(DieFace(face, confidence, (40 * i, 10, 30, 30)) for i, (face, confidence) in enumerate(faces))
    return Reading("reading-1", "dice", "test camera", sure=sure, faces=dice, state="settled" if sure else "unsure")


def test_an_unsure_die_is_confirmed_before_anything_is_accepted(
    service: RunningService, rolling: tuple[Tablet, WireClient]
) -> None:
    one, observer = rolling
    service.web.service.submit(seen([(6, 0.99), (3, 0.5), (2, 0.98), (4, 0.6)], sure=False))
    page = one.page
    page.wait_for_selector("[data-unsure]")
    assert [card.get_attribute("data-level") for card in page.locator(".die-card").all()].count("asked") == 2
    examine(one, "unsure dice")
    assert hidden(one, ".die-card.doubtful [data-face]") == []
    assert not one.shows("[data-accept]")
    page.locator(".die-card.doubtful").first.locator("[data-face='5']").tap()
    assert "4" in page.locator("[data-unsure]").inner_text()
    page.locator(".die-card.doubtful").first.locator("[data-face='4']").tap()
    version = observer.view["version"]
    one.tap("[data-accept]")
    view = observer.wait_version(version + 1)
    assert view["waiting"]["facts"]["dice"] == [2, 4, 5, 6]


def test_the_tablet_says_why_clear_dice_are_asked_about(
    service: RunningService, rolling: tuple[Tablet, WireClient]
) -> None:
    one, observer = rolling
    clear = seen([(6, 0.99), (3, 0.97), (2, 0.98), (4, 0.99)], sure=False)
    service.web.service.submit(replace(clear, facts={"doubts": ["new_camera"]}))
    one.page.wait_for_selector(".die-card")
    assert "still learning this tray" in one.page.locator(".effect").inner_text()
    examine(one, "clear dice that are asked about")
    version = observer.view["version"]
    one.tap("[data-accept]")
    assert observer.wait_version(version + 1)["waiting"]["facts"]["dice"] == [2, 3, 4, 6]


def likely() -> Reading:
    """Three dice that are sure, and a 3 that might be a 5."""
    clear = seen([(6, 0.99), (3, 0.93), (2, 0.98), (4, 0.99)], sure=True)
    doubted = replace(clear.faces[1], guesses=(5, 2), doubt="might_lean")
    faces = (clear.faces[0], doubted, *clear.faces[2:])
    return replace(clear, sure=False, likely=True, faces=faces, facts={"doubts": ["might_lean"]})


def test_likely_dice_say_which_and_why_and_count_by_themselves(
    service: RunningService, rolling: tuple[Tablet, WireClient]
) -> None:
    one, observer = rolling
    version = observer.view["version"]
    service.web.service.submit(likely())
    page = one.page
    page.wait_for_selector(f"[data-accept]:has-text('{words('dice.by_itself')}')")
    assert [card.get_attribute("data-level") for card in page.locator(".die-card").all()] == [
        "sure",
        "likely",
        "sure",
        "sure",
    ]
    card = page.locator("[data-level=likely]")
    assert "Likely a 3" in card.inner_text()
    assert "askew" in card.locator("[data-why]").inner_text()
    assert "Likely, not sure" in page.locator(".effect").inner_text()
    examine(one, "likely dice")
    assert observer.wait_version(version + 1)["waiting"]["facts"]["dice"] == [2, 3, 4, 6]


def test_a_player_who_waits_stops_likely_dice_and_taps_what_it_is(
    service: RunningService, rolling: tuple[Tablet, WireClient]
) -> None:
    one, observer = rolling
    service.web.service.submit(likely())
    one.tap("[data-wait]")
    one.page.wait_for_selector("[data-held]")
    one.page.locator("[data-level=likely] [data-face='5']").tap()
    assert one.page.locator("[data-level=likely]").count() == 0
    version = observer.view["version"]
    one.tap("[data-accept]")
    assert observer.wait_version(version + 1)["waiting"]["facts"]["dice"] == [2, 4, 5, 6]


def test_the_table_may_ask_about_likely_dice(service: RunningService, rolling: tuple[Tablet, WireClient]) -> None:
    one, observer = rolling
    version = observer.view["version"]
    one.page.locator("header.top button").last.tap()
    one.tap("[data-policy=likely] [data-mode=ask]")
    assert observer.wait_version(version + 1)["policy"]["likely"] == "ask"
    service.web.service.submit(likely())
    one.page.wait_for_selector("[data-level=likely]")
    assert words("dice.by_itself") not in one.page.locator("[data-accept]").inner_text()


def test_sure_dice_are_accepted_by_themselves(service: RunningService, rolling: tuple[Tablet, WireClient]) -> None:
    one, observer = rolling
    version = observer.view["version"]
    service.web.service.submit(seen([(6, 0.99), (3, 0.97), (2, 0.98), (4, 0.99)], sure=True))
    one.page.wait_for_selector(f"[data-accept]:has-text('{words('dice.by_itself')}')")
    assert observer.wait_version(version + 1)["waiting"]["facts"]["dice"] == [2, 3, 4, 6]


def test_a_die_too_many_is_taken_out(service: RunningService, rolling: tuple[Tablet, WireClient]) -> None:
    one, observer = rolling
    service.web.service.submit(seen([(6, 0.99), (3, 0.99), (2, 0.98), (4, 0.97), (1, 0.95)], sure=True))
    one.page.wait_for_selector(".die-card")
    assert "5 seen, 4 expected" in one.page.locator(".effect").inner_text()
    one.page.locator(".die-card").nth(4).locator("button[aria-label]").last.tap()
    version = observer.view["version"]
    one.tap("[data-accept]")
    assert observer.wait_version(version + 1)["waiting"]["facts"]["dice"] == [2, 3, 4, 6]
