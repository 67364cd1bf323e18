"""A box and games to play with."""

import pytest

from companion.content import Box, load_box
from companion.content.setup import new_game
from companion.rules.state import State


@pytest.fixture(scope="session")
def box() -> Box:
    return load_box()


@pytest.fixture
def survivors(box: Box) -> State:
    """The Survivors, waiting for the first Advantage card."""
    return new_game(box, "survivors")
