"""A box and games to play with, and how tests run: the same on a slow machine and on an older Python."""

import functools
import sqlite3
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from companion.content import Box, load_box
from companion.content.setup import new_game
from companion.rules.state import State

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile("companion", deadline=None, derandomize=True)
settings.load_profile("companion")


class WarningConnection(sqlite3.Connection):
    """A database that nobody closed is a warning, and so a failed test: Python 3.13 does it by itself."""

    _open = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._open = True

    def close(self) -> None:
        self._open = False
        super().close()

    def __del__(self) -> None:
        if self._open:
            super().close()
            warnings.warn(f"unclosed database in {self!r}", ResourceWarning, source=self, stacklevel=1)


if sys.version_info < (3, 13):
    sqlite3.connect = functools.partial(sqlite3.connect, factory=WarningConnection)


# Files of a browser's tests are the longest; of the others those of a service, of games and of pictures.
IN_A_BROWSER = ("web", "evening")
LONG = ("server", "table", "vision")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, so that no worker is left with one; every second in a browser: two cores bear few."""
    here = Path(__file__).parent
    folder = {item.path: item.path.relative_to(here).parts[0] for item in items}
    browsers = [path for path in folder if folder[path] in IN_A_BROWSER]
    others = [path for path in folder if folder[path] not in IN_A_BROWSER]
    others.sort(key=lambda path: folder[path] not in LONG)
    turn = {path: 2 * n for n, path in enumerate(browsers)} | {path: 2 * n + 1 for n, path in enumerate(others)}
    items.sort(key=lambda item: turn[item.path])


@pytest.fixture(scope="session")
def box() -> Box:
    return load_box()


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One for all tests of a process: Playwright runs only once in each."""
    # Most tests need none, and Playwright takes a while to load.
    from tests.web.browser_rig import chromium

    with chromium() as running:
        yield running


@pytest.fixture
def survivors(box: Box) -> State:
    """The Survivors, waiting for the first Advantage card."""
    return new_game(box, "survivors")
