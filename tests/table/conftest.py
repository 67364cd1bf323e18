from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.game_store import GameStore
from companion.table.table import Table
from tests.table.table_rig import begin, games_in


@pytest.fixture
def games(tmp_path: Path) -> Iterator[GameStore]:
    opened = games_in(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def quick_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where the system has one: for tests that write hundreds of files and cut no power."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else tmp_path) as folder:
        yield Path(folder)


@pytest.fixture
def table(games: GameStore) -> Table:
    return begin(games)


@pytest.fixture
def rng() -> random.Random:
    return random.Random(7)
