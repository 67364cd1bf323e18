"""An error of the disk is no damage: files stay as they are, the store says so, and the game opens when it can."""

from __future__ import annotations

import itertools
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.protocol.refusal import Refused
from tests.table.fault_rig import (
    MOST_CALLS,
    NO_ROOM,
    READ_ERROR,
    READ_ONLY,
    UNREADABLE,
    at_call,
    code_of,
    contents,
    disk_error,
    without_room,
)
from tests.table.table_rig import begin, done, games_in, play

FIXTURES = Path(__file__).parents[1] / "fixtures" / "0.1.0" / "data" / "games"


@pytest.fixture
def folder(quick_folder: Path) -> Path:
    """Three games, each closed."""
    games = games_in(quick_folder / "games")
    for seed in range(3):
        play(begin(games), random.Random(seed), 30)
    games.close()
    return quick_folder / "games"


def versions(folder: Path) -> dict[str, int]:
    games = games_in(folder)
    try:
        return {name: games.table(name).version for name in games.names()}
    finally:
        games.close()


def test_a_file_that_cannot_be_read_is_left_where_it_is(folder: Path) -> None:
    before = versions(folder)
    name = min(before)
    file, good = folder / f"{name}.game", folder.parent / "good"
    file.rename(good)
    file.symlink_to(UNREADABLE)
    games = games_in(folder)
    with pytest.raises(Refused, match="table/unavailable"):
        games.table(name)
    assert file.is_symlink()
    assert sorted(path.name for path in folder.glob("*.game")) == sorted(f"{one}.game" for one in before)
    good.replace(file)
    # The same store, once the disk is better.
    assert games.table(name).version == before[name]
    games.close()


def test_a_start_on_a_full_disk_costs_nothing(folder: Path) -> None:
    before, files = versions(folder), contents(folder)

    def start() -> None:
        games = games_in(folder)
        assert sorted(games.names()) == sorted(before)
        assert {one["game"] for one in games.page().games} == set(before)
        assert {code_of(games.table, name) for name in before} == {"table/unavailable"}
        assert games.notices[-1]["facts"]["games"] == len(before)
        # They can be read all the same: nothing keeps anybody from taking them to another disk.
        assert len(games.export(min(before), None)) == before[min(before)] + 1
        games.close()

    without_room(start)
    assert contents(folder) == files
    assert versions(folder) == before


def test_games_of_an_older_release_are_listed_on_a_full_disk(quick_folder: Path) -> None:
    """Their files keep nothing for the list, and cannot be opened to work it out: they are read all the same."""
    folder = shutil.copytree(FIXTURES, quick_folder / "games")
    files = contents(folder)

    def start() -> None:
        games = games_in(folder)
        assert {f"{one['game']}.game" for one in games.page().games} == set(files)
        assert games.notices[-1]["key"] == "games_unavailable"
        games.close()

    without_room(start)
    assert contents(folder) == files


@pytest.mark.parametrize("strike", [READ_ERROR, NO_ROOM, READ_ONLY], ids=["EIO", "ENOSPC", "EROFS"])
def test_an_error_at_any_call_of_opening_costs_nothing(folder: Path, strike: Callable[[object], None]) -> None:
    before, files = versions(folder), contents(folder)
    name = min(before)
    for number in range(MOST_CALLS):
        games = games_in(folder)
        with at_call(number, strike) as calls:
            code = code_of(games.table, name)
        assert code in ("", "table/unavailable"), (number, calls[-1])
        refused = bool(code)
        reached = len(calls) > number
        # The file is as it was, and the store says so.
        assert not refused or contents(folder) == files, (number, calls[-1])
        assert [notice["key"] for notice in games.notices] == ["games_unavailable"] * refused
        # The next time it is asked for it opens, whatever went wrong before.
        assert games.table(name).version == before[name], (number, calls[-1])
        assert games.notices == []
        games.close()
        assert versions(folder) == before, (number, calls[-1])
        if not reached:
            break
    assert number > 10


def test_an_error_at_any_call_of_the_start_leaves_a_store(folder: Path) -> None:
    before, files = versions(folder), contents(folder)
    for number in itertools.count():
        with at_call(number, READ_ERROR) as calls:
            games = games_in(folder)
        assert {name: games.table(name).version for name in games.names()} == before, (number, calls)
        games.close()
        assert contents(folder) == files
        if len(calls) <= number:
            break


def test_a_new_game_on_a_full_disk_is_not_saved_and_leaves_nothing(folder: Path) -> None:
    files = contents(folder)

    def start() -> None:
        games = games_in(folder)
        with pytest.raises(Refused, match="table/not_saved"):
            begin(games)
        assert len(games.names()) == 3

    without_room(start)
    # Room for the beginning of a file, not for all of it.
    without_room(start, room=5000)
    assert contents(folder) == files


def test_a_new_game_is_there_whole_or_not_at_all(folder: Path) -> None:
    for number in range(MOST_CALLS):
        files = contents(folder)
        games = games_in(folder)
        with at_call(number, NO_ROOM) as calls:
            code = code_of(begin, games)
        assert code in ("", "table/not_saved"), calls[-1]
        begun = set(games.names()) - {file.removesuffix(".game") for file in files}
        assert len(begun) == (not code), (number, calls[-1])
        for name in begun:
            done(games.table(name), {"draw_for_me": True})
        games.close()
        if len(calls) <= number:
            break
    assert number > 20
    assert not [file.name for file in folder.iterdir() if not file.name.endswith(".game")]


def test_a_database_error_nobody_knows_is_no_damage(folder: Path) -> None:
    """Only what is known to be damage counts as damage; every other code of SQLite leaves the file alone."""
    before = versions(folder)
    name = min(before)
    for code in (3, 5, 7, 8, 10, 13, 14, 22):
        games = games_in(folder)
        for number in range(0, 40, 2):
            with at_call(number, disk_error(5, code)):
                assert code_of(games.table, name) in ("", "table/unavailable"), (code, number)
            games.close()
        assert versions(folder) == before, code
