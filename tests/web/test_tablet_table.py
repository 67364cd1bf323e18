"""Single things a player does at the table, on a fresh game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.hands import Hands

MakeTablet = Callable[..., Tablet]
Observe = Callable[[str], WireClient]


class Seated:
    """A tablet with both seats, at the first Human action phase."""

    def __init__(self, service: RunningService, tablet: Tablet, observer: WireClient, game: str) -> None:
        self.service = service
        self.tablet = tablet
        self.page = tablet.page
        self.hands = Hands(observer, {"human": tablet, "demon": tablet})
        tablet.sit(service.address, game, service.code, "both")

    def until(self, what: str) -> None:
        for _ in range(60):
            if self.view["waiting"]["what"] == what:
                self.tablet.wait_version(self.view["version"])
                return
            self.hands.step()
        raise AssertionError(f"{what} never came")

    @property
    def view(self) -> dict[str, Any]:
        return self.hands.view

    def changed(self, version: int) -> None:
        self.hands.observer.wait_version(version + 1)


@pytest.fixture
def seated(service: RunningService, tablet: MakeTablet, observe: Observe) -> Seated:
    game = service.new_game()
    return Seated(service, tablet("wide"), observe(game), game)


def test_dice_typed_in_by_hand_are_the_dice_of_the_game(seated: Seated) -> None:
    seated.until("action")
    version = seated.view["version"]
    for die, face in enumerate((6, 5, 4, 2)):
        seated.page.locator(".die-card").nth(die).locator(f"[data-face='{face}']").tap()
    seated.tablet.tap("[data-accept]")
    seated.changed(version)
    assert seated.hands.view["waiting"]["facts"]["dice"] == [2, 4, 5, 6]


def test_a_die_is_dragged_onto_a_warrior(seated: Seated) -> None:
    seated.until("assign")
    version = seated.view["version"]
    die = seated.page.locator("[data-die]").first.bounding_box()
    stand = seated.page.locator("[data-drop='blade-2']").bounding_box()
    assert die is not None
    assert stand is not None
    mouse = seated.page.mouse
    mouse.move(die["x"] + 30, die["y"] + 30)
    mouse.down()
    mouse.move(stand["x"] + 60, stand["y"] + 200, steps=8)
    mouse.up()
    seated.changed(version)
    left = seated.hands.view["waiting"]["facts"]["warriors"]
    assert left == ["redeemer", "brute-1", "blade-1"]


def test_a_refused_tap_says_why_and_changes_nothing(seated: Seated) -> None:
    seated.until("activate")
    seated.tablet.touch_map("[data-warrior='redeemer']")
    version = seated.view["version"]
    seated.tablet.tap("[data-finish]")
    seated.changed(version)
    seated.tablet.wait_version(seated.view["version"])
    seated.tablet.touch_map("[data-warrior='redeemer']")
    version = seated.view["version"]
    seated.tablet.touch_map("[data-opening]")
    refusal = seated.page.locator("[data-refusal]")
    refusal.wait_for()
    assert refusal.get_attribute("data-refusal") == "rules/ACT-1"
    assert "Redeemer has already acted in this phase." in refusal.inner_text()
    assert seated.view["version"] == version
    seated.tablet.tap("[data-understood]")
    assert not seated.tablet.shows("[data-refusal]")


def test_the_keyboard_chooses_and_explores(seated: Seated) -> None:
    seated.until("activate")
    version = seated.view["version"]
    seated.page.locator("[data-warrior='redeemer']").focus()
    seated.page.keyboard.press("Enter")
    opening = seated.page.locator(".opening.open").first
    opening.wait_for()
    opening.focus()
    seated.page.keyboard.press("Space")
    seated.changed(version)
    assert seated.view["waiting"]["what"] == "tile"


def test_undo_names_the_step_and_lists_what_to_put_back(seated: Seated) -> None:
    seated.until("activate")
    version = seated.view["version"]
    seated.tablet.touch_map("[data-warrior='redeemer']")
    seated.tablet.touch_map(".opening.open")
    seated.changed(version)
    seated.until("lay")
    seated.until("activate")
    before = len(seated.hands.view["tiles"])
    seated.page.wait_for_selector("[data-undo]")
    assert "Tile laid" in seated.page.locator("[data-undo]").inner_text()
    version = seated.view["version"]
    seated.tablet.tap("[data-undo]")
    seated.changed(version)
    assert len(seated.hands.view["tiles"]) == before - 1
    seated.tablet.wait_version(seated.hands.view["version"])
    seated.tablet.tap("button.log")
    seated.page.wait_for_selector("[data-put-back] li")
    assert seated.page.locator("article.undone").count() >= 1
    version = seated.view["version"]
    seated.tablet.tap("[data-log-redo]")
    seated.changed(version)
    assert len(seated.hands.view["tiles"]) == before


def test_the_tablet_mends_the_connection_by_itself(seated: Seated) -> None:
    seated.until("activate")
    seated.page.context.set_offline(True)
    seated.page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    seated.page.wait_for_selector("[role=alert].lost", timeout=60_000)
    seated.page.context.set_offline(False)
    seated.page.wait_for_selector("[data-forward]", timeout=30_000)
    version = seated.view["version"]
    seated.tablet.tap("[data-forward]")
    seated.changed(version)


WHO = ["[data-part=warrior]", "[data-who=redeemer]"]
# What is tapped, and what it must have set.
OVERRIDES: dict[str, tuple[list[str], tuple[str, object]]] = {
    "a cancelled line": ([*WHO, "[data-peg='4']"], ("cancelled", [4])),
    "a die": ([*WHO, "[data-set-die='3']"], ("die", 3)),
    "a talent": ([*WHO, "[data-choose='talents/frantic']"], ("talents", ["blessed", "frantic"])),
    "an object": ([*WHO, "[data-choose='objects/blessed_hammer']"], ("objects", ["blessed_hammer"])),
    "exhausted": ([*WHO, "[data-set-exhausted]"], ("exhausted", True)),
    "acted": ([*WHO, "[data-set-acted]"], ("acted", True)),
    "dead": ([*WHO, "[data-choose='fate/dead']"], ("fate", "dead")),
}


def test_everything_about_a_warrior_is_corrected(seated: Seated) -> None:
    seated.until("activate")
    for name, (taps, (key, wanted)) in OVERRIDES.items():
        _correct(seated, taps)
        redeemer = next(w for w in seated.hands.view["warriors"] if w["id"] == "redeemer")
        assert redeemer[key] == wanted, name


def test_the_table_is_corrected(seated: Seated) -> None:
    seated.until("activate")
    plus = "[data-stepper=tp] button:last-child"
    _correct(seated, ["[data-part=table]", plus, plus, "[data-choose='red/trap']", "[data-choose='add/troglodyte']"], 1)
    assert seated.hands.view["tp"] == 6
    assert seated.hands.view["red_used"] == ["trap"]
    assert any(w["figure"] == "troglodyte" for w in seated.hands.view["warriors"])
    seated.tablet.tap("button.log")
    seated.page.wait_for_selector("article.override")
    assert "Corrected by hand" in seated.page.locator("article.override").first.inner_text()


def test_tiles_and_the_phase_are_corrected(seated: Seated) -> None:
    seated.until("activate")
    start = seated.hands.view["tiles"][0]["label"]
    _correct(seated, ["[data-part=tile]", f"[data-choose='laid/{start}']", "[data-hole]"])
    assert seated.hands.view["tiles"][0]["hole"]
    _correct(seated, ["[data-part=tile]", "[data-choose='lay/1']", "[data-turn]"])
    laid = next(tile for tile in seated.hands.view["tiles"] if tile["label"] == "1")
    assert (laid["at"], laid["rotation"]) == ([0, -1], 90)
    _correct(seated, ["[data-part=table]", "[data-choose='phase/threat']"])
    assert seated.hands.view["phase"] == "threat"


def _correct(seated: Seated, taps: list[str], placed: int = 0) -> None:
    """Open the panel, set things, say why, confirm once."""
    version = seated.view["version"]
    seated.tablet.tap("[data-correct]")
    seated.page.wait_for_selector("[data-override]")
    for selector in taps:
        seated.tablet.tap(selector)
    if placed:
        seated.tablet.tap("[data-choose^='where/']")
    seated.page.fill("[data-override] input", "for the test")
    seated.tablet.tap("[data-confirm-override]")
    seated.changed(version)
    seated.tablet.wait_version(seated.view["version"])
    seated.page.wait_for_selector("[data-override]", state="detached")
