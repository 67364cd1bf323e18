"""What keeps the screen awake, by the browsers' own rules, and that the page says truly which way it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.service_rig import RunningService
from tests.web.browser_rig import Tablet
from tests.web.sentences import words

# What Blink asks of a film without sound: in view by three quarters, a fifth of the screen or more, playing.
FILM = """() => {
  const film = document.querySelector('body > video');
  if (!film) return null;
  const {left, top, right, bottom} = film.getBoundingClientRect();
  const seen = Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0))
    * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  return {playing: !film.paused && film.readyState >= 2, share: seen / (innerWidth * innerHeight),
    whole: seen / ((right - left) * (bottom - top))};
}"""
NO_LOCK = "Object.defineProperty(Navigator.prototype, 'wakeLock', {get: () => undefined})"
LOCK = """Object.defineProperty(Navigator.prototype, 'wakeLock',
  {get: () => ({request: async () => ({released: false})})})"""
SAFARI = "Object.defineProperty(Navigator.prototype, 'userAgent', {get: () => 'Version/17.4 Safari/605.1.15'})"


def told(one: Tablet) -> str:
    one.page.locator("header.top button").last.tap()
    one.page.wait_for_selector(".menu")
    return one.page.inner_text(".menu")


@pytest.mark.parametrize(
    ("browser_has", "says", "film"),
    [
        ((LOCK,), "awake.lock", False),
        ((NO_LOCK,), "awake.film", True),
        # WebKit counts films with sound only: nothing is played, and the page says so.
        ((NO_LOCK, SAFARI), "awake.none", False),
    ],
)
def test_the_page_says_truly_what_keeps_the_screen_awake(
    service: RunningService, tablet: Callable[..., Tablet], browser_has: tuple[str, ...], says: str, film: bool
) -> None:
    one = tablet("wide")
    for script in browser_has:
        one.context.add_init_script(script)
    one.sit(service.address, service.new_game(), service.code, "both")
    if film:
        one.page.wait_for_function(f"() => ({FILM})()?.playing")
        seen = one.page.evaluate(FILM)
        assert seen["share"] >= 0.2
        assert seen["whole"] >= 0.75
    else:
        assert one.page.evaluate(FILM) is None
    assert words(says) in told(one)
