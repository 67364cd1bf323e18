"""The coach on the tablet: asked in a game against the companion, and the analysis once the game is over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    """A coach that is content with a few play-outs, and a companion that answers at once."""
    running = RunningService(tmp_path / "data", seed=1, pace_s=0, coach_effort=0.04)
    yield running
    running.stop()


def test_the_coach_is_asked_and_the_game_analysed(service: RunningService, tablet: Callable[..., Tablet]) -> None:
    game = service.new_game("misled", opponent={"sides": ["demon"]})
    one = tablet("wide", "en")
    page = one.page
    one.sit(service.address, game, service.code, "human")
    hands = WireClient(service.address)
    hands.join(game, "human", token=service.token(game, "human"))
    while hands.view["waiting"]["what"] != "activate":
        kind = hands.view["waiting"]["kind"]
        done = hands.intend({f"{kind}_for_me": True} if kind in ("roll", "draw") else hands.view["legal"][0])
        hands.wait_version(done["version"])
    one.wait_version(hands.view["version"])

    # Asked by the player; the best is a legal action with its limits, and a tap on it chooses its warrior.
    one.tap("[data-open-coach]")
    page.wait_for_selector("[data-coach=done] [data-idea='1']", timeout=60_000)
    assert re.search(r"\d% ±\s\d", page.locator("[data-chance=human]").inner_text())
    examine(one, "the coach")
    one.tap("[data-idea='1']")
    assert page.locator("[data-idea='1']").get_attribute("aria-pressed") == "true"
    # The same numbers on the map.
    marks = page.locator("[data-coach-mark]").evaluate_all("all => all.map(one => one.dataset.coachMark)")
    assert "1" in marks

    # An idea of the player's is rated, and the game stays as it is.
    version = page.locator("[data-version]").get_attribute("data-version")
    one.tap("[data-rate]")
    page.wait_for_selector("[data-rating]")
    one.tap("[data-forward]")
    page.wait_for_selector("[data-coach=done] [data-rated]", timeout=60_000)
    assert re.search(r"\d% ±\s\d", page.locator("[data-rated]").inner_text())
    assert page.locator("[data-version]").get_attribute("data-version") == version
    examine(one, "an idea that is rated")
    one.tap("[data-rate]")
    one.tap("[data-stop-rating]")
    done = hands.intend(hands.view["legal"][0])
    one.wait_version(done["version"])
    page.wait_for_selector("[data-ask-again]")
    one.tap("[data-close-coach]")

    # The end, agreed on; the curve runs to it, and the map shows where it turned.
    hands.wait_version(done["version"])
    assert hands.do(override={"winner": "human"})["ok"]
    one.tap("[data-confirm-end]")
    one.tap("[data-open-analysis]")
    page.wait_for_selector("[data-analysis=done] [data-turn=hand]", timeout=150_000)
    assert page.locator("[data-chance-luck]").count() == 2
    assert "100%" in page.locator("[data-turn=hand]").inner_text()
    examine(one, "the analysis")
    one.tap("[data-turn=hand]")
    one.tap("[data-show-turn]")
    ended = service.web.service.games.table(game).past().acts[-1].seq
    page.wait_for_selector(f"[data-replay-step='{ended}']")
    hands.close()
