"""Fingers on the map: real touch events, with the jitter of real fingers."""

from __future__ import annotations

import re

from tests.web.finger import Finger, Point
from tests.web.seated_tablet import SeatedTablet


def middle(seated: SeatedTablet, selector: str) -> Point:
    box = seated.page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place_of_map(seated: SeatedTablet) -> tuple[float, ...]:
    text = seated.page.locator("svg.board > g").get_attribute("transform") or ""
    return tuple(round(float(number)) for number in re.findall(r"-?\d+(?:\.\d+)?", text))


def empty_spot(seated: SeatedTablet) -> Point:
    box = seated.page.locator("svg.board").bounding_box()
    assert box is not None
    return box["x"] + 60, box["y"] + 60


def test_a_finger_that_trembles_still_taps(seated: SeatedTablet) -> None:
    """Forty pixels of path, never five from where it began."""
    seated.until("activate")
    before = place_of_map(seated)
    x, y = middle(seated, "[data-warrior='redeemer']")
    Finger(seated.page).stroke([(x, y), *((x + (5 if i % 2 else -5), y) for i in range(8)), (x, y)])
    seated.page.wait_for_selector("[data-warrior='redeemer'][aria-pressed='true']")
    assert place_of_map(seated) == before


def test_the_tap_after_a_drag_counts(seated: SeatedTablet) -> None:
    seated.until("activate")
    before = place_of_map(seated)
    finger = Finger(seated.page)
    x, y = empty_spot(seated)
    finger.stroke([(x, y), (x + 20, y + 5), (x + 60, y + 15)])
    dragged = place_of_map(seated)
    assert (dragged[0] - before[0], dragged[1] - before[1]) == (60, 15)
    finger.stroke([middle(seated, "[data-warrior='redeemer']")])
    seated.page.wait_for_selector("[data-warrior='redeemer'][aria-pressed='true']")
    finger.stroke([(x, y), (x + 20, y + 5), (x + 60, y + 15)])
    # A screen reader clicks without touching.
    seated.page.locator("[data-warrior='blade-1']").dispatch_event("click")
    seated.page.wait_for_selector("[data-warrior='blade-1'][aria-pressed='true']")


def test_the_map_stays_where_it_was_put_while_panels_come_and_go(seated: SeatedTablet) -> None:
    seated.until("activate")
    x, y = empty_spot(seated)
    Finger(seated.page).stroke([(x, y), (x + 30, y), (x + 80, y + 20)])
    seated.page.locator(".zoom button").first.tap()
    put = place_of_map(seated)
    # The dice of the next round take the place of the map, and go again.
    seated.player.step()
    seated.until("assign")
    seated.page.wait_for_selector("svg.board", state="detached")
    seated.until("activate")
    seated.page.wait_for_selector("svg.board")
    assert place_of_map(seated) == put
