"""Power cuts and bad cards: files cut off and overwritten at many places always end in a usable service."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.protocol.refusal import Refused
from companion.table.game_store import GameStore
from companion.table.history import History
from companion.table.journal_reading import SQLITE_FILES
from companion.table.record import Record
from tests.table.fault_rig import code_of
from tests.table.table_rig import begin, done, games_in, play

KEPT = ("kept", "lost")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, list[Record]]:
    """The files of a game of some length as they lie on disk while it is played: the last records only in the WAL."""
    folder = tmp_path_factory.mktemp("saved")
    games = games_in(folder / "live", seed=3)
    table = begin(games)
    play(table, random.Random(3), 260, back=0.05)
    kept = folder / "files"
    kept.mkdir()
    for ending in SQLITE_FILES[:2]:
        file = folder / "live" / f"{table.name}.game{ending}"
        shutil.copy(file, kept / file.name)
    records = table.records()
    # Folded into the main file, without a WAL.
    games.close()
    shutil.copy(folder / "live" / f"{table.name}.game", folder / "folded.game")
    return kept, table.name, records


def opened_after(saved: tuple[Path, str, list[Record]], folder: Path, harm: Callable[[Path], None]) -> str:
    """Do harm to a copy of the files, start, play on: says whether the game was kept or lost."""
    source, name, records = saved
    shutil.copytree(source, folder)
    harm(folder)
    games = games_in(folder)
    try:
        return _usable(games, name, records)
    finally:
        games.close()


def _usable(games: GameStore, name: str, records: list[Record]) -> str:
    listed = games.summaries()
    if code_of(games.table, name):
        # Not even how the game was set up could be read. The file is named, and the service goes on.
        notice = games.notices[-1]
        assert notice["code"] == "table/lost"
        assert [f"{kept['id']}.game" for kept in games.kept.games()] == [notice["facts"]["file"]]
        assert code_of(games.table, name) == "table/no_such_game"
        done(begin(games), {"draw_for_me": True})
        return "lost"
    assert [one["game"] for one in listed] == [name]
    table = games.table(name)
    found = table.records()
    assert found == records[: len(found)]
    if games.notices:
        notice = games.notices[-1]
        assert notice["code"] == "table/damaged"
        assert notice["facts"]["records"] == len(found)
        assert [f"{kept['id']}.game" for kept in games.kept.games()] == [notice["facts"]["file"]]
    else:
        assert len(found) > 0
    assert table.version == History(found).version
    if table.view("both")["undo"]:
        done(table, {"undo": True})
        done(table, {"redo": True})
    assert [s["game"] for s in games.summaries()] == [name]
    return "kept"


def cut(ending: str, size: int) -> Callable[[Path], None]:
    def harm(folder: Path) -> None:
        file = next(folder.glob(f"*.game{ending}"))
        with file.open("r+b") as opened:
            opened.truncate(size)

    return harm


def overwrite(ending: str, at: int, junk: bytes) -> Callable[[Path], None]:
    def harm(folder: Path) -> None:
        with next(folder.glob(f"*.game{ending}")).open("r+b") as file:
            file.seek(at)
            file.write(junk)

    return harm


def sizes(saved: tuple[Path, str, list[Record]]) -> dict[str, int]:
    folder, name, _ = saved
    return {ending: (folder / f"{name}.game{ending}").stat().st_size for ending in SQLITE_FILES[:2]}


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_files_cut_off_anywhere(saved: tuple[Path, str, list[Record]], tmp_path: Path, ending: str) -> None:
    rng = random.Random(1)
    size = sizes(saved)[ending]
    offsets = [0, 1, 99, 100, 4095, 4096, 4097, size - 1, *(rng.randrange(size) for _ in range(22))]
    fates = [opened_after(saved, tmp_path / str(i), cut(ending, at)) for i, at in enumerate(offsets)]
    assert set(fates) <= set(KEPT)
    if ending == "-wal":
        # What had been folded into the main file before is always there.
        assert fates.count("kept") > len(fates) // 2


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_files_overwritten_anywhere(saved: tuple[Path, str, list[Record]], tmp_path: Path, ending: str) -> None:
    rng = random.Random(2)
    size = sizes(saved)[ending]
    for i in range(30):
        junk = rng.randbytes(rng.choice([1, 16, 512, 4096]))
        opened_after(saved, tmp_path / str(i), overwrite(ending, rng.randrange(size), junk))


def test_damage_in_the_middle_keeps_what_came_before(saved: tuple[Path, str, list[Record]], tmp_path: Path) -> None:
    """In a folded file every place is tried: most of them leave a good beginning."""
    folder, name, records = saved
    plain = folder.parent / "folded.game"
    size = plain.stat().st_size
    kept = []
    for i, at in enumerate(range(5000, size, max(1, size // 25))):
        target = tmp_path / str(i)
        target.mkdir()
        shutil.copy(plain, target / f"{name}.game")
        overwrite("", at, b"\xa5" * 64)(target)
        games = games_in(target)
        if _usable(games, name, records) == "kept":
            kept.append(len(games.table(name).records()))
        games.close()
    assert len(kept) > 15
    assert 0 < min(kept) < max(kept)


def test_a_lost_wal_index_is_no_damage(saved: tuple[Path, str, list[Record]], tmp_path: Path) -> None:
    def harm(folder: Path) -> None:
        (folder / f"{saved[1]}.game-shm").write_bytes(b"\xff" * 32768)

    assert opened_after(saved, tmp_path / "a", harm) == "kept"


def test_a_record_that_no_longer_plays_ends_the_good_part(tmp_path: Path) -> None:
    """A box that changed since: everything up to the first act that is impossible now is kept."""
    games = games_in(tmp_path)
    table = begin(games)
    play(table, random.Random(1), 30)
    records = table.records()
    table._journal.append([records[-1]._replace(seq=len(records), do={"move": "redeemer", "to": "nowhere"})])
    table._journal.append([records[-1]._replace(seq=len(records) + 1, do={"end_phase": True})])
    games.close()
    again = games.table(table.name)
    assert again.records() == records
    assert games.notices[-1]["facts"]["records"] == len(records)
    assert "nowhere" in games.notices[-1]["facts"]["reason"]
    games.close()


def test_files_set_aside_are_never_overwritten_or_opened(tmp_path: Path) -> None:
    for round_number in (1, 2):
        games = games_in(tmp_path)
        (tmp_path / "abcd.game").write_bytes(b"junk" * 1000)
        with pytest.raises(Refused):
            games.table("abcd")
        games.close()
        aside = sorted(f.name for f in tmp_path.glob("abcd.damaged-*.game"))
        assert len(aside) == round_number
        assert games.names() == []


def test_a_file_somebody_else_holds_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A locked database is not a damaged one: it is not set aside, and it opens once it is let go."""
    games = games_in(tmp_path)
    table = begin(games)
    done(table, {"draw_for_me": True})
    games.close()
    patient = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **more: patient(*args, **{**more, "timeout": 0.05}))
    with closing(patient(tmp_path / f"{table.name}.game")) as holder:
        holder.execute("PRAGMA locking_mode=EXCLUSIVE")
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Refused, match="table/unavailable"):
            games.table(table.name)
        assert [notice["key"] for notice in games.notices] == ["games_unavailable"]
    assert games.table(table.name).version == table.version
    assert games.notices == []
    games.close()


def test_a_folder_in_the_place_of_a_game_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "abcd.game").mkdir()
    games = games_in(tmp_path)
    assert games.summaries() == []
    with pytest.raises(Refused, match="table/unavailable"):
        games.table("abcd")
    games.close()
