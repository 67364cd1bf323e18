"""Parts of the page that are fetched late, and do not arrive at first."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

from tests.web.browser_rig import SIZES
from tests.web.seated_tablet import SeatedTablet

# Buttons past an edge of the screen, but for cards in a row that is scrolled; and what lies over each other in the bar.
BROKEN = """() => {
  const seen = e => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width > 0;
  const past = [...document.querySelectorAll('button')].filter(seen).filter(e => {
    const {left, right} = e.getBoundingClientRect();
    return (left < -1 || right > innerWidth + 1) && !e.closest('.strip');
  });
  const parts = [...document.querySelectorAll('header.top .phase, header.top > :not(nav, .fill)')].filter(seen);
  const boxes = parts.map(e => e.getBoundingClientRect());
  const over = parts.filter((_, i) => boxes.some((box, j) => j > i && boxes[i].right > box.left + 1));
  return [...past, ...over].map(e => e.outerHTML.slice(0, 90));
}"""


def test_a_part_that_does_not_arrive_is_tried_again_and_the_page_says_so(seated: SeatedTablet) -> None:
    seated.until("activate")
    page = seated.page
    page.route("**/assets/LogDrawer*", lambda route: route.abort())
    seated.tablet.tap("button.log")
    page.wait_for_selector("[data-part-missing]")
    page.unroute("**/assets/LogDrawer*")
    # The page comes back by itself, at the same seat.
    page.wait_for_selector("[data-part-missing]", state="detached")
    seated.tablet.wait_version(seated.view["version"])
    seated.tablet.tap("button.log")
    page.wait_for_selector("[data-log]")
    assert any("LogDrawer" in text for text in seated.tablet.complaints)
    seated.tablet.complaints.clear()


def other_release(page: Page) -> None:
    """The service has another tablet now: its page begins with another script, and parts of this one are gone."""

    def answer(route: Route) -> None:
        if route.request.resource_type == "fetch":
            route.fulfill(
                body='<script type="module" src="./assets/index-OTHER.js"></script>', content_type="text/html"
            )
        else:
            route.continue_()

    page.route(lambda address: urlsplit(address).path == "/", answer)
    page.evaluate("window.before = true")


def test_a_tablet_that_comes_back_after_an_update_is_loaded_anew(seated: SeatedTablet) -> None:
    """It would show an old page to a new service, whose parts it cannot fetch."""
    seated.until("activate")
    page = seated.page
    other_release(page)
    network = seated.tablet.context
    network.set_offline(True)
    page.wait_for_selector(".lost[role=alert]", timeout=60_000)
    network.set_offline(False)
    page.wait_for_function("() => !window.before", timeout=30_000)
    seated.tablet.wait_version(seated.view["version"])
    seated.tablet.complaints.clear()


def test_a_part_of_an_older_release_is_not_waited_for(seated: SeatedTablet) -> None:
    seated.until("activate")
    page = seated.page
    other_release(page)
    page.route("**/assets/LogDrawer*", lambda route: route.fulfill(status=404))
    seated.tablet.tap("button.log")
    page.wait_for_function("() => !window.before", timeout=30_000)
    seated.tablet.wait_version(seated.view["version"])
    assert any("LogDrawer" in text for text in seated.tablet.complaints)
    seated.tablet.complaints.clear()


def test_larger_text_breaks_no_screen(seated: SeatedTablet) -> None:
    seated.until("activate")
    page = seated.page
    seated.tablet.tap("header.top [aria-label='Menu']")
    seated.tablet.tap("[data-text-size='3']")
    assert page.evaluate("() => getComputedStyle(document.documentElement).zoom") == "1.3"
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    page.keyboard.press("Escape")
    seated.tablet.touch_map("[data-warrior='redeemer']")
    page.wait_for_selector("[data-option=explore]")
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector("[data-forward]")
        # What the chosen warrior may do can be tapped; Playwright scrolls like a finger, and refuses what is covered.
        page.locator("[data-option=explore]").tap(trial=True)
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
        assert page.evaluate(BROKEN) == []
