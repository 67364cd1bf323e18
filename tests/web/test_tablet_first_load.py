"""How much a tablet fetches before the table stands: little enough for a slow network, in every language."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from companion.rules.language import LANGUAGES
from tests.bench.tablet import FIRST_LOAD_KB, first_files
from tests.server.service_rig import RunningService
from tests.web.browser_rig import Tablet


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_load_is_light(service: RunningService, browser: Browser, language: str) -> None:
    files = first_files(browser, service, language)
    # Page, styles, code, words and letters are among them.
    assert len(files) > 10
    assert {path.rpartition(".")[2] for path in files} >= {"js", "css", "woff2"}
    assert sum(files.values()) <= FIRST_LOAD_KB * 1000, sorted(files.items(), key=lambda one: -one[1])


# On a slow line every file costs a wait, and a browser fetches six at a time.
FIRST_PAGE_FILES = 15
PLAY = re.compile(r"/assets/play-[\w-]{8}\.js$")


def test_the_first_page_is_few_files_and_fetches_ahead_what_a_game_needs(
    service: RunningService, tablet: Callable[..., Tablet]
) -> None:
    page = tablet("wide").page
    files: list[str] = []
    page.on("request", lambda request: files.append(request.url) if "/assets/" in request.url else None)
    with page.expect_request(PLAY):
        page.goto(f"{service.address}/?code={service.code}")
        page.wait_for_selector("[data-new-game]")
        shown = len(files)
    assert 5 < shown <= FIRST_PAGE_FILES, files
