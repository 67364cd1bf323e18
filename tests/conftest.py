"""A box and games to play with, and how tests run: the same on a slow machine and on an older Python."""

import functools
import sqlite3
import sys
import warnings
from typing import Any

import pytest
from hypothesis import settings

from companion.content import Box, load_box
from companion.content.setup import new_game
from companion.rules.state import State

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


@pytest.fixture(scope="session")
def box() -> Box:
    return load_box()


@pytest.fixture
def survivors(box: Box) -> State:
    """The Survivors, waiting for the first Advantage card."""
    return new_game(box, "survivors")
