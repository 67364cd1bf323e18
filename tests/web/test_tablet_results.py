"""What a tap came to, on both tablets: banners with their dice, what hands must do, undo with its price."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.service_rig import RunningService
from tests.web.browser_rig import Tablet
from tests.web.played_round import PlayedRound
from tests.web.screen_check import examine

GIFTS = (("redeemer", 5), ("brute-1", 3), ("blade-1", 3))


class TwoTablets:
    """The Human plays the round on one tablet, the Demon looks on from another."""

    def __init__(self, service: RunningService, tablet: Callable[..., Tablet]) -> None:
        self.human = tablet("wide")
        self.demon = tablet("tall")
        self.round = PlayedRound(service, self.human, seat="human")
        self.demon.sit(service.address, self.round.game, service.code, "demon")
        self.round.dice(5, 3, 3, 2)
        for name, die in GIFTS:
            self.submit({"give": name, "die": die})
        self.submit({"end_phase": True})

    @property
    def both(self) -> tuple[Tablet, Tablet]:
        return self.human, self.demon

    def submit(self, do: dict[str, Any], seat: str = "both") -> None:
        self.round.submit(do, seat)
        for one in self.both:
            one.wait_version(self.round.table.version)

    def attack(self, name: str, *faces: int) -> None:
        self.submit({"attack": name, "target": "troglodytes"})
        self.round.dice(*faces)


@pytest.fixture
def two(service: RunningService, tablet: Callable[..., Tablet]) -> TwoTablets:
    return TwoTablets(service, tablet)


def test_both_tablets_see_a_miss_with_its_dice_and_it_goes_by_itself(two: TwoTablets) -> None:
    two.attack("redeemer", 1)
    for one in two.both:
        banner = one.page.locator("[data-result=roll]")
        banner.wait_for()
        assert "Missed: 1 against DEF 3" in banner.inner_text()
        assert "Nothing to move" in banner.inner_text()
        assert banner.locator(".die.miss").count() == 1
    for one in two.both:
        one.page.wait_for_selector("[data-result]", state="detached")
        # The line under the prompt keeps it.
        assert "Missed: 1 against DEF 3" in one.page.locator("[data-on-table]").inner_text()


def test_a_kill_says_what_to_take_off_the_table_and_a_tap_closes_it(two: TwoTablets) -> None:
    two.attack("brute-1", 3, 6)
    banner = two.demon.page.locator("[data-result=roll]")
    banner.wait_for()
    assert "2 Troglodytes die" in banner.inner_text()
    assert "Take 2 Troglodytes off tile 9 (crossing)" in banner.inner_text()
    box = banner.bounding_box()
    assert box is not None
    at = [box["x"] + 150, box["y"] + 200]
    banner.tap(position={"x": 150, "y": 200})
    two.demon.page.wait_for_selector("[data-result]", state="detached")
    # The tap is the banner's, not also that of the card that lies below it.
    below = two.demon.page.evaluate("p => document.elementFromPoint(...p).closest('[data-card]')?.ariaPressed", at)
    assert below == "false"


def test_a_held_banner_stays(two: TwoTablets) -> None:
    two.attack("redeemer", 1)
    page = two.human.page
    page.wait_for_selector("[data-result=roll]")
    page.locator("[data-result=roll]").dispatch_event("pointerdown")
    page.wait_for_timeout(600)
    page.locator("[data-result=roll]").dispatch_event("pointerup")
    page.wait_for_selector("[data-result].held")


def test_an_undo_lists_what_to_put_back_on_both_tablets_until_it_is_done(two: TwoTablets) -> None:
    two.submit({"walk": [{"move": "blade-2", "to": "1"}, {"move": "blade-2", "to": "4"}]})
    assert "Blade 2 to tile 4 (bend)" in two.demon.page.locator("[data-on-table]").inner_text()
    two.human.tap("[data-undo]")
    for one in two.both:
        panel = one.page.locator("[data-put-back-panel]")
        panel.wait_for()
        assert "Human: 2 steps undone" in panel.inner_text()
        assert "Blade 2 to Pentacle Room 36 (crossing)" in panel.inner_text()
        examine(one, "put back")
    two.demon.tap("[data-put-back-done]")
    for one in two.both:
        one.page.wait_for_selector("[data-put-back-panel]", state="detached")


def test_a_correction_is_named_in_the_bar_and_in_the_log(two: TwoTablets) -> None:
    two.submit({"override": {"warriors": {"brute-1": {"tile": "2"}}}})
    page = two.human.page
    assert "Correction: Brute 1 to tile 2" in page.locator("[data-undo]").inner_text()
    two.human.tap("button.log")
    page.wait_for_selector("article.override")
    assert "Correction: Brute 1 to tile 2" in page.locator("article.override").first.inner_text()


def test_back_to_a_chosen_line_with_its_price_first(two: TwoTablets) -> None:
    there = two.round.table.version
    two.submit({"walk": [{"move": "blade-2", "to": "1"}, {"move": "blade-2", "to": "4"}]})
    two.submit({"move": "blade-1", "to": "3"})
    version = two.round.table.version
    page = two.human.page
    two.human.tap("button.log")
    two.human.tap(f"[data-back-to='{there}']")
    page.wait_for_selector("[data-go-back]")
    listed = page.locator("[data-go-back-list]").inner_text()
    assert "Blade 2 to Pentacle Room 36 (crossing)" in listed
    assert "Blade 1 to tile 2" in listed
    assert page.locator("article.doomed").count() == 2
    # The map beside the log draws the same list.
    assert page.locator("[data-go-back-map='2'] .way").count() == 2
    assert two.round.table.version == version
    examine(two.human, "back to a line")
    two.human.tap("[data-go-back]")
    two.human.wait_version(version + 3)
    assert two.round.places(["blade-1", "blade-2"]) == ["2", "36"]
    # Each undo stands once: as the step that is struck through.
    page.wait_for_selector("article.undone")
    assert page.locator("article.undone").count() == 2
    assert "Undone:" not in page.locator("[data-log] .lines").inner_text()
