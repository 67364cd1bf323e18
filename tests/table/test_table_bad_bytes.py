"""One bad byte anywhere in the file of a game costs at most that game, and never the service."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path

import pytest

from companion.table.game_store import GameStore
from tests.table.fault_rig import code_of, contents
from tests.table.table_rig import begin, done, games_in, play

PAGE = 4096
# Words of the schema: a letter changed, or a byte that is no letter, stopped the whole service in 0.2.0.
SCHEMA_WORDS = (b"records (seq", b"seq INTEGER", b"versions TEXT", b"body TEXT", b"about (what", b"TABLE snapshots")
HEADER = (0, 16, 18, 19, 20, 24, 28, 40, 44, 47, 52, 56, 59, 60, 92, 96, 100, 103, 105, 108)
RANDOM = 25


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of some length, folded into its one file."""
    folder = tmp_path_factory.mktemp("bytes")
    games = games_in(folder)
    table = begin(games)
    play(table, random.Random(5), 60, back=0.1)
    games.close()
    return folder / f"{table.name}.game"


def fate(saved: Path, folder: Path, at: int, value: int) -> str:
    """What becomes of the game with this byte changed; another game beside it always opens."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    spoilt = bytearray(saved.read_bytes())
    spoilt[at] = value
    (folder / saved.name).write_bytes(spoilt)
    shutil.copy(saved, folder / "other.game")
    games = games_in(folder)
    try:
        return _opened(games, saved.stem, folder)
    finally:
        games.close()


def _opened(games: GameStore, name: str, folder: Path) -> str:
    # The list is there, whatever becomes of this one game.
    assert "other" in {one["game"] for one in games.page().games}
    code = code_of(games.table, name)
    assert games.table("other").version > 40
    assert any(file.startswith(name) for file in contents(folder))
    if code:
        return code
    if games.table(name).view("both")["undo"]:
        done(games.table(name), {"undo": True})
    return "rescued" if any(".damaged-" in file for file in contents(folder)) else "opened"


def spoilt_bytes(data: bytes, rng: random.Random) -> list[tuple[int, int]]:
    """Bytes of the first page, where the header and the schema are, and of all others."""
    words = [data.index(word) for word in SCHEMA_WORDS]
    schema = [(at, value) for at in words for value in (0xE1, data[at] ^ 1)]
    header = [(at, data[at] ^ 3) for at in HEADER]
    return schema + header + [(at, data[at] ^ rng.randrange(1, 256)) for at in rng.choices(range(len(data)), k=RANDOM)]


def test_one_bad_byte_costs_at_most_its_game(saved: Path, quick_folder: Path) -> None:
    spoilt = spoilt_bytes(saved.read_bytes(), random.Random(11))
    fates = Counter(fate(saved, quick_folder / "games", at, value) for at, value in spoilt)
    # Nothing is lost of the first page: it is the same in every file of ours.
    assert set(fates) == {"opened", "rescued"}, fates


def test_a_first_page_of_nothing_but_bad_bytes_costs_nothing(saved: Path, tmp_path: Path) -> None:
    whole = games_in(saved.parent)
    records = whole.table(saved.stem).records()
    whole.close()
    games = games_in(tmp_path)
    (tmp_path / saved.name).write_bytes(b"\xe1" * PAGE + saved.read_bytes()[PAGE:])
    assert games.table(saved.stem).records() == records
    games.close()
