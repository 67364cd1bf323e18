"""A box and games to play with, and how property tests run: the same examples every time, on however slow a machine."""

import pytest
from hypothesis import settings

from companion.content import Box, load_box
from companion.content.setup import new_game
from companion.rules.state import State

settings.register_profile("companion", deadline=None, derandomize=True)
settings.load_profile("companion")


@pytest.fixture(scope="session")
def box() -> Box:
    return load_box()


@pytest.fixture
def survivors(box: Box) -> State:
    """The Survivors, waiting for the first Advantage card."""
    return new_game(box, "survivors")
