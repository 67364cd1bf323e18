"""The rescue of a damaged game, killed or out of room at any step: nothing is lost that was not lost before."""

from __future__ import annotations

import gc
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.table.record import Record
from tests.table.fault_rig import MOST_CALLS, NO_ROOM, at_call, code_of, contents, killed_at, without_room
from tests.table.table_rig import begin, games_in, play

# The record whose body is spoilt: those before it are good.
BAD = 8


@pytest.fixture(scope="module", autouse=True)
def _nothing_old_to_collect() -> Iterator[None]:
    """What tests before these left in memory is not looked through again by each of hundreds of collections."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Record]]:
    """The files of a game with one bad record in the middle and its last records in the WAL; and its good records."""
    folder = tmp_path_factory.mktemp("damaged")
    games = games_in(folder / "live")
    table = begin(games)
    play(table, random.Random(3), 12)
    records = table.records()
    games.close()
    file = folder / "live" / f"{table.name}.game"
    kept = folder / "kept"
    kept.mkdir()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE records SET body = replace(body, '\"seq\"', '\"sxq\"') WHERE seq = ?", (BAD,))
        connection.commit()
        # While it is open, as a killed service leaves it.
        for path in file.parent.glob("*.game*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, kept)
    assert len(list(kept.iterdir())) == 2
    return kept, records[:BAD]


@pytest.fixture
def copies(damaged: tuple[Path, list[Record]], quick_folder: Path) -> Iterator[Path]:
    """A new copy of the damaged game, as often as it is asked for."""

    def make() -> Iterator[Path]:
        for number in range(MOST_CALLS):
            yield shutil.copytree(damaged[0], quick_folder / str(number))

    return make()


def good_records(folder: Path) -> list[Record]:
    """What a new process finds; and it is finished: the damaged file is set aside, nothing half done lies about."""
    # A new process has no connections that wait in this one, with the errors they met, to be collected.
    gc.collect()
    games = games_in(folder)
    (name,) = games.names()
    found = games.table(name).records()
    games.close()
    files = contents(folder)
    assert set(files) - {f"{name}.damaged-1.game-wal"} == {f"{name}.game", f"{name}.damaged-1.game"}, sorted(files)
    return found


def rescue(folder: Path) -> None:
    games = games_in(folder)
    for name in games.names():
        games.table(name)
    games.close()


def test_killed_at_any_call_it_is_done_the_next_time(
    copies: Iterator[Path], damaged: tuple[Path, list[Record]]
) -> None:
    original = sorted(contents(damaged[0]).values())
    for number, folder in enumerate(copies):
        killed = killed_at(number, lambda folder=folder: rescue(folder))  # type: ignore[misc]
        assert good_records(folder) == damaged[1], number
        # The damaged game is there to the last byte, whatever name it has.
        aside = [total for file, total in contents(folder).items() if ".damaged-" in file]
        assert sorted(aside) == original, number
        shutil.rmtree(folder)
        if not killed:
            break
    assert number > 30


def test_out_of_room_at_any_call_it_is_done_when_there_is_room(
    copies: Iterator[Path], damaged: tuple[Path, list[Record]]
) -> None:
    for number, folder in enumerate(copies):
        games = games_in(folder)
        (name,) = games.names()
        with at_call(number, NO_ROOM) as calls:
            code = code_of(games.table, name)
        assert code in ("", "table/unavailable"), (number, calls[-1])
        # The same process, later.
        assert games.table(name).records() == damaged[1], (number, calls[-1])
        games.close()
        assert good_records(folder) == damaged[1], (number, calls[-1])
        shutil.rmtree(folder)
        if len(calls) <= number:
            break
    assert number > 30


@pytest.mark.parametrize("room", [0, 4096, 10_000, 40_000])
def test_on_a_disk_without_room_for_it_all_is_as_it_was(
    copies: Iterator[Path], damaged: tuple[Path, list[Record]], room: int
) -> None:
    folder = next(copies)
    before = contents(folder)

    def start() -> None:
        games = games_in(folder)
        (name,) = games.names()
        assert code_of(games.table, name) == "table/unavailable"
        games.close()

    without_room(start, room)
    assert contents(folder) == before
    assert good_records(folder) == damaged[1]


def test_a_file_of_which_nothing_is_left_is_set_aside_whole(quick_folder: Path) -> None:
    def make(folder: Path) -> Path:
        folder.mkdir()
        (folder / "abcd.game").write_bytes(b"no database" * 1000)
        (folder / "abcd.game-wal").write_bytes(b"no log" * 1000)
        return folder

    before = sorted(contents(make(quick_folder / "first")).values())
    for number in range(MOST_CALLS):
        folder = make(quick_folder / str(number))
        killed = killed_at(number, lambda folder=folder: _ask(folder))  # type: ignore[misc]
        _ask(folder)
        assert sorted(contents(folder)) == ["abcd.damaged-1.game", "abcd.damaged-1.game-wal"], number
        assert sorted(contents(folder).values()) == before, number
        if not killed:
            break
    assert number > 10


def _ask(folder: Path) -> None:
    games = games_in(folder)
    assert code_of(games.table, "abcd") in ("table/lost", "table/no_such_game")
    games.close()


@pytest.mark.parametrize("harm", [lambda data: data[:5000], lambda data: b""], ids=["cut off", "empty"])
def test_a_rescued_game_is_rescued_once(tmp_path: Path, harm: Callable[[bytes], bytes]) -> None:
    games = games_in(tmp_path)
    table = begin(games)
    games.close()
    file = tmp_path / f"{table.name}.game"
    file.write_bytes(harm(file.read_bytes()))
    rescue_codes = [code_of(games_in(tmp_path).table, table.name) for _ in range(3)]
    assert rescue_codes == ["table/lost", "table/no_such_game", "table/no_such_game"]
    assert len([kept for kept in tmp_path.iterdir() if ".damaged-" in kept.name]) == 1
