from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.game import Table
from companion.table.games import Games
from tests.table.table_rig import begin, games_in


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    opened = games_in(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def table(games: Games) -> Table:
    return begin(games)


@pytest.fixture
def rng() -> random.Random:
    return random.Random(7)
