"""How much a tablet fetches before the table stands: little enough for a slow network, in every language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from companion.rules.language import LANGUAGES
from tests.bench.tablet import FIRST_LOAD_KB, first_files
from tests.server.service_rig import RunningService


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_load_is_light(service: RunningService, browser: Browser, language: str) -> None:
    files = first_files(browser, service, language)
    # Page, styles, code, words and letters are among them.
    assert len(files) > 20
    assert {path.rpartition(".")[2] for path in files} >= {"js", "css", "woff2"}
    assert sum(files.values()) <= FIRST_LOAD_KB * 1000, sorted(files.items(), key=lambda one: -one[1])
