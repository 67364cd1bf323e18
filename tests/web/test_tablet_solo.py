"""Alone at the table: a game against the companion, begun in set-up and played to its end by touch, on either side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine
from tests.web.tablet_player import TabletPlayer


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    """The companion answers at once: nobody moves miniatures here."""
    running = RunningService(tmp_path / "data", seed=1, pace_s=0)
    yield running
    running.stop()


BUSY_ROUNDS = 2
ORDER_IS_BACK = """said => document.querySelector('.prompt h1')?.innerText === said
    && document.querySelector('[data-order=enter]')"""


class SoloPlayer(TabletPlayer):
    """One person; where the companion is awaited, the person's hands do what it says."""

    def __init__(self, observer: WireClient, tablet: Tablet, seat: str) -> None:
        super().__init__(observer, dict.fromkeys(("human", "demon", "squamata"), tablet))
        self.tablet, self.seat = tablet, seat
        self.busy_rounds = {seat: BUSY_ROUNDS}
        # The first order of each kind is looked at.
        self.orders: set[str] = set()
        self.examine: Callable[[str], None] = lambda _order: None
        # The kind of order that is left to the test.
        self.until = ""

    def step(self) -> None:
        """What this tablet is asked; what the companion does by itself is waited for."""
        if self.view["waiting"]["side"] == self.seat:
            super().step()
            return
        page, version = self.tablet.page, self.view["version"]
        self.tablet.wait_version(version)
        page.wait_for_function(
            "v => document.querySelector('[data-done]:not([disabled]), [data-roll-for-me]:not([disabled])')"
            " || Number(document.querySelector('[data-version]').dataset.version) > v",
            arg=version,
        )
        if page.locator(f"[data-version='{version}']").count() == 0:
            # It did something by itself meanwhile: look again.
            self.observer.wait_version(version + 1)
            return
        if self.tablet.shows("[data-done]"):
            order = page.locator("[data-order]").get_attribute("data-order") or ""
            if order not in self.orders:
                self.orders.add(order)
                self.examine(order)
            if order == self.until:
                return
            self.tablet.tap("[data-done]")
        elif self.tablet.shows("[data-roll-for-me]"):
            self.tablet.tap("[data-roll-for-me]")
        self.observer.wait_version(version + 1)


def choose_companion(tablet: Tablet, service: RunningService, scenario: str, side: str, rolls: str) -> str:
    """Through set-up, as a person who came alone; the name of the game."""
    page = tablet.page
    page.goto(f"{service.address}/?code={service.code}")
    tablet.tap("[data-new-game]")
    tablet.tap(f"[data-scenario={scenario}]")
    tablet.tap("[data-opponent=companion]")
    tablet.tap(f"[data-opponent='side/{side}']")
    tablet.tap("[data-opponent='level/hard']")
    page.wait_for_selector("[data-opponent='level/hard'][aria-checked=true]")
    tablet.tap("[data-opponent='level/fair']")
    tablet.tap(f"[data-opponent='rolls/{rolls}']")
    page.wait_for_selector(f"[data-opponent='rolls/{rolls}'][aria-checked=true]")
    examine(tablet, "set-up")
    tablet.tap("[data-begin]")
    page.wait_for_selector("[data-version]")
    # Past the walk through the box: the seat is held.
    page.goto(f"{service.address}/")
    page.wait_for_selector(f"[data-version] [data-you={side}]")
    return service.web.service.games.names()[0]


@pytest.mark.parametrize(
    ("side", "scenario", "rolls", "size", "language"),
    [("human", "survivors", "companion", "wide", "fr"), ("demon", "survivors", "player", "phone", "ru")],
)
def test_a_whole_game_alone(
    service: RunningService,
    tablet: Callable[..., Tablet],
    observe: Callable[[str], WireClient],
    side: str,
    scenario: str,
    rolls: str,
    size: str,
    language: str,
) -> None:
    one = tablet(size, language)
    game = choose_companion(one, service, scenario, side, rolls)
    player = SoloPlayer(observe(game), one, side)
    player.examine = lambda order: examine(one, order)
    player.play()
    one.page.wait_for_selector("[data-over]")
    assert player.orders
    assert one.page.locator("[data-companion]").count() == 1


def test_one_order_with_its_reason_and_back_again(
    service: RunningService, tablet: Callable[..., Tablet], observe: Callable[[str], WireClient]
) -> None:
    one = tablet("tall", "en")
    game = service.new_game(opponent={"sides": ["demon"], "seed": 1})
    one.sit(service.address, game, service.code, "human")
    page, player = one.page, SoloPlayer(observe(game), one, "human")
    player.until = "enter"
    while "enter" not in player.orders:
        player.step()
    said = page.locator(".prompt h1").inner_text()
    assert said.startswith("Put ")
    assert page.locator("[data-ghost-of]").count() > 0
    one.tap("[data-why]")
    page.wait_for_selector("[data-reason]")
    examine(one, "order")
    version = player.view["version"]
    one.tap("[data-done]")
    # On the tablet itself: until then it still shows the order that is done.
    one.wait_version(version + 1)
    one.tap("[data-undo]")
    one.wait_version(player.observer.wait_version(version + 2)["version"])
    # The order after it may be of the same kind: only its words tell that the first one is back.
    page.wait_for_function(ORDER_IS_BACK, arg=said)
    # The reasons stay unfolded once they were asked for.
    assert one.shows("[data-reason]")
    refused = WireClient(service.address)
    assert refused.join(game, "demon", service.code)["code"] == "table/no_such_seat"
    refused.close()


WRAPPED = """name => {
    const shown = document.querySelector('header.top .phase.now .name');
    shown.textContent = name;
    const past = [...document.querySelectorAll('header.top > *')].map(one => one.getBoundingClientRect().right);
    return [shown.getBoundingClientRect().height > 26, Math.max(...past) > innerWidth + 1];
}"""


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_the_name_of_the_phase_stays_on_one_line(
    service: RunningService, tablet: Callable[..., Tablet], language: str
) -> None:
    """Beside the companion's level and what is simulated, where that has long words."""
    game = service.new_game(opponent={"sides": ["demon"], "seed": 1}, sources={"tiles": "hand", "cards": "hand"})
    one = tablet("wide", language)
    one.sit(service.address, game, service.code, "human")
    names = one.page.eval_on_selector_all("header.top .phase", "all => all.map(one => one.getAttribute('aria-label'))")
    assert len(names) >= 4
    for width in (1280, 1194, 1100, 1024, 820):
        one.page.set_viewport_size({"width": width, "height": 800})
        assert one.page.evaluate(WRAPPED, max(names, key=len)) == [False, False], width
