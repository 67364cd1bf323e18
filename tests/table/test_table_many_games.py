"""Many games: opened when they are needed, closed again, and listed without being opened."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from companion.protocol.games import GamesQuery
from companion.protocol.readings import DICE, DieFace, Reading
from companion.rules.engine import Applied
from companion.rules.state import State
from companion.table import history
from companion.table.game_brief import LABELS, Labels, labels_from, row_sum
from companion.table.game_store import MOST_OPEN, GameStore
from companion.table.journal import Journal
from companion.table.loaded_box import BoxProvider
from companion.table.record import Record
from companion.table.table import Table
from tests.table.fault_rig import at_call
from tests.table.table_rig import begin, done, games_in, play, play_until, same, submit

MANY = 3 * MOST_OPEN
FIXTURES = Path(__file__).parents[1] / "fixtures" / "0.1.0" / "data" / "games"


def open_files(folder: Path) -> int:
    """How many files of a folder this process holds open."""
    links = Path("/proc/self/fd").iterdir()
    return sum(link.is_symlink() and str(link.resolve()).startswith(str(folder.resolve())) for link in links)


@pytest.fixture
def folder(quick_folder: Path) -> Path:
    games = games_in(quick_folder)
    table = begin(games)
    play(table, random.Random(1), 40)
    games.close()
    for number in range(MANY - 1):
        shutil.copy(quick_folder / f"{table.name}.game", quick_folder / f"copy-{number}.game")
    return quick_folder


def test_the_number_of_open_files_stays_flat(folder: Path) -> None:
    games = games_in(folder)
    held = []
    for name in games.names():
        version = games.table(name).version
        done(games.table(name), {"undo": True})
        assert games.table(name).version == version + 1
        held.append(open_files(folder))
    assert max(held) <= 3 * (MOST_OPEN + 1)
    # A game that was closed meanwhile is as it was left.
    assert {games.table(name).version for name in games.names()} == {version + 1}
    games.close()
    assert open_files(folder) == 0


def test_the_list_opens_no_game(folder: Path) -> None:
    games = games_in(folder)
    first, second = games.page(), games.page(GamesQuery(page=1))
    assert (len(first.games), len(second.games), first.found) == (20, MANY - 20, MANY)
    assert open_files(folder) == 0
    # Asked again, nothing is read that has not changed.
    with at_call(0, lambda called: None) as calls:
        games.page()
    assert "connect" not in calls
    table = games.last_played()
    assert table is not None
    assert {**first.games[0], "game": ""} == {**table.summary(), "game": ""}
    games.close()


def test_the_list_tells_how_far_a_killed_game_was(folder: Path, tmp_path: Path) -> None:
    """What was kept for the list when the game was closed last does not count any more."""
    games = games_in(folder)
    table = games.table("copy-1")
    done(table, {"undo": True})
    for file in folder.glob("copy-1.game*"):
        shutil.copy(file, tmp_path)
    summary = table.summary()
    games.close()
    after_the_kill = games_in(tmp_path)
    assert after_the_kill.page().games == [summary]
    after_the_kill.close()


def test_the_list_does_not_believe_what_belongs_to_another_record(folder: Path) -> None:
    """As an older release leaves it, which knows nothing of what is kept for the list."""
    games = games_in(folder)
    summary = games.page().games[0]
    journal = Journal(folder / f"{summary['game']}.game")
    last = journal.records[-1]
    journal.append([last._replace(seq=last.seq + 1, kind="undo", do={"undo": last.seq}, intent="older")])
    journal.close()
    shown = next(one for one in games.page().games if one["game"] == summary["game"])
    assert shown["version"] == summary["version"] + 1
    assert shown == games.table(summary["game"]).summary()
    games.close()


def test_games_of_an_older_release_are_listed(tmp_path: Path) -> None:
    shutil.copytree(FIXTURES, tmp_path / "games")
    games = games_in(tmp_path / "games")
    listed = games.page().games
    assert {one["game"] for one in listed} == {file.stem for file in FIXTURES.glob("*.game")}
    assert listed == sorted(listed, key=lambda one: one["played"], reverse=True)
    games.close()
    again = games_in(tmp_path / "games")
    assert again.page().games == listed
    again.close()


def test_the_game_on_the_table_and_one_with_a_reading_stay_open(folder: Path) -> None:
    games = games_in(folder)
    pinned, reading, idle = (games.table(f"copy-{number}") for number in range(3))
    games.pin(pinned.name)
    play_until(reading, random.Random(1), lambda view: view["waiting"]["kind"] == "roll")
    number = reading.view("both")["waiting"]["number"]
    reading.submit_event(Reading("r1", DICE, "camera", faces=tuple(DieFace(3, 0.99) for _ in range(number))))
    for name in games.names():
        games.table(name)
    assert not pinned.unloaded
    assert not reading.unloaded
    assert reading.reading("both") is not None
    assert idle.unloaded
    games.close()


def test_a_table_somebody_kept_does_not_write_to_a_closed_game(folder: Path) -> None:
    games = games_in(folder)
    kept = games.table("copy-1")
    for name in games.names():
        games.table(name)
    answer = submit(kept, {"undo": True})
    assert (answer.ok, answer.code) == (False, "table/unloaded")
    now = games.table("copy-1")
    assert now is not kept
    assert same(now, kept)
    done(now, {"undo": True})
    games.close()


def test_a_game_of_an_import_is_played_from_the_start_only_once(
    games: GameStore, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(table, random.Random(1), 120)
    copy = games.take_in(games.export(table.name, None))
    games.close()
    taken: list[int] = []
    play_act = history.played

    def counted(state: State, record: Record, boxes: BoxProvider) -> Applied:
        taken.append(record.seq)
        return play_act(state, record, boxes)

    monkeypatch.setattr(history, "played", counted)
    again = games.table(copy.name)
    assert len(taken) < history.SNAPSHOT_EVERY
    assert same(again, games.table(table.name))


def test_labels_from_before_the_third_side_are_read() -> None:
    body = '{"title": "An evening", "archived": false, "human": "Anna", "demon": "Boris"}'
    labels = labels_from(body, row_sum(LABELS, body))
    assert labels == Labels("An evening", human="Anna", demon="Boris")
    assert labels.players == {"human": "Anna", "demon": "Boris", "squamata": ""}
