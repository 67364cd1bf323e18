"""Single things a player does at the table, on a fresh game."""

from __future__ import annotations

from companion.protocol.readings import Press
from tests.web.screen_check import examine
from tests.web.seated_tablet import SeatedTablet


def test_dice_typed_in_by_hand_are_the_dice_of_the_game(seated: SeatedTablet) -> None:
    seated.until("action")
    version = seated.view["version"]
    for die, face in enumerate((6, 5, 4, 2)):
        seated.page.locator(".die-card").nth(die).locator(f"[data-face='{face}']").tap()
    seated.changed(version)
    assert seated.player.view["waiting"]["facts"]["dice"] == [2, 4, 5, 6]


def test_a_die_is_dragged_onto_a_warrior(seated: SeatedTablet) -> None:
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
    left = seated.player.view["waiting"]["facts"]["warriors"]
    assert left == ["redeemer", "brute-1", "blade-1"]


def choose_one_who_has_acted(seated: SeatedTablet) -> None:
    seated.until("activate")
    seated.tablet.touch_map("[data-warrior='redeemer']")
    version = seated.view["version"]
    seated.tablet.tap("[data-finish]")
    seated.changed(version)
    seated.tablet.wait_version(seated.view["version"])
    seated.tablet.touch_map("[data-warrior='redeemer']")


def test_a_refused_tap_says_why_and_changes_nothing(seated: SeatedTablet) -> None:
    choose_one_who_has_acted(seated)
    version = seated.view["version"]
    seated.tablet.touch_map("[data-opening]")
    refusal = seated.page.locator("[data-refusal]")
    refusal.wait_for()
    assert refusal.get_attribute("data-refusal") == "rules/ACT-1"
    assert "Redeemer has already acted in this phase." in refusal.inner_text()
    assert seated.view["version"] == version
    examine(seated.tablet, "refusal")
    seated.tablet.tap("[data-understood]")
    assert not seated.tablet.shows("[data-refusal]")


def test_a_refusal_goes_when_the_game_goes_on(seated: SeatedTablet) -> None:
    """By the tray, the camera or another tablet: it would cover what is asked next."""
    choose_one_who_has_acted(seated)
    seated.tablet.touch_map("[data-opening]")
    seated.page.wait_for_selector("[data-refusal]")
    seated.service.web.service.games.table(seated.view["game"]).submit_event(Press("next"))
    seated.page.wait_for_selector("[data-refusal]", state="detached")


def test_the_keyboard_chooses_and_explores(seated: SeatedTablet) -> None:
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


def test_undo_names_the_step_and_lists_what_to_put_back(seated: SeatedTablet) -> None:
    seated.until("activate")
    version = seated.view["version"]
    seated.tablet.touch_map("[data-warrior='redeemer']")
    seated.tablet.touch_map(".opening.open")
    seated.changed(version)
    seated.until("lay")
    seated.until("activate")
    before = len(seated.player.view["tiles"])
    seated.page.wait_for_selector("[data-undo]")
    assert "Tile laid" in seated.page.locator("[data-undo]").inner_text()
    version = seated.view["version"]
    seated.tablet.tap("[data-undo]")
    seated.changed(version)
    assert len(seated.player.view["tiles"]) == before - 1
    seated.tablet.wait_version(seated.player.view["version"])
    seated.tablet.tap("button.log")
    seated.page.wait_for_selector("[data-put-back] li")
    assert seated.page.locator("article.undone").count() >= 1
    examine(seated.tablet, "log after an undo")
    version = seated.view["version"]
    seated.tablet.tap("[data-log-redo]")
    seated.changed(version)
    assert len(seated.player.view["tiles"]) == before


def test_the_tablet_mends_the_connection_by_itself(seated: SeatedTablet) -> None:
    seated.until("activate")
    seated.page.context.set_offline(True)
    seated.page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    seated.page.wait_for_selector("[role=alert].lost", timeout=60_000)
    seated.page.context.set_offline(False)
    seated.page.wait_for_selector("[data-forward]", timeout=30_000)
    version = seated.view["version"]
    seated.tablet.tap("[data-forward]")
    seated.changed(version)


def test_a_look_at_a_new_game_does_not_cost_the_seat(seated: SeatedTablet) -> None:
    page = seated.page
    page.evaluate("location.hash = '#/setup'")
    page.wait_for_selector("img.qr")
    page.evaluate("location.hash = ''")
    page.wait_for_selector("[data-version]")
    seated.until("assign")
