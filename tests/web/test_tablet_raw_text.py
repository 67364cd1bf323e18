"""The watcher over all texts sees what it is there for; every test with a tablet is under it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.web.browser_rig import Tablet

SEEN = ["putback.done", "The Humans: waiting.choice.lay", "{name} moves", "{n#hit|hits}", "undefined", "NaN %"]
FINE = ["claustrophobia.local", "game-1.jsonl", "End of the table. Next", "2.0 hits", "e.g. a tile"]


@pytest.mark.parametrize("text", SEEN)
@pytest.mark.parametrize("how", ["p.textContent = text", "p.ariaLabel = text", "p.append(text)"])
def test_what_no_player_should_read_is_seen(browser: Browser, text: str, how: str) -> None:
    assert len(complaints(browser, text, how)) == 1


@pytest.mark.parametrize("text", FINE)
def test_texts_for_players_are_left_alone(browser: Browser, text: str) -> None:
    assert complaints(browser, text, "p.textContent = text") == []


def complaints(browser: Browser, text: str, how: str) -> list[str]:
    tablet = Tablet(browser)
    try:
        tablet.page.goto("data:text/html,<!doctype html><p>fine</p>")
        # Whoever watches is told before the next task begins.
        script = f"const p = document.querySelector('p'); {how}; return new Promise(done => setTimeout(done))"
        tablet.page.evaluate(f"text => {{ {script} }}", text)
        return [one for one in tablet.complaints if one.startswith("raw text")]
    finally:
        tablet.close()
