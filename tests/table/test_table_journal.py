"""The journal: on disk at once, chained, all or nothing."""

from __future__ import annotations

import gc
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.table.journal import Journal, connect
from companion.table.journal_reading import DamagedJournal
from companion.table.record import ACT, Record, chained, record_body


def record(seq: int, **more: Any) -> Record:
    plain = Record(
        seq, ACT, {"finish": f"blade-{seq}"}, "human", {"kind": "tap"}, "1", "abc", f"intent-{seq}", lines=[]
    )
    return plain._replace(**more)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path / "a.game")
    yield opened
    opened.close()


def reopened(journal: Journal) -> list[Record]:
    with closing(Journal(journal.path)) as again:
        return again.records


def change(journal: Journal, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(journal.path)) as connection:
        connection.execute(sql, values)
        connection.commit()


def test_a_record_round_trips() -> None:
    first = record(3, lines=[{"key": "finishes", "facts": {"warrior": "blade-3"}}], asked={"what": "action"})
    assert Record(**json.loads(record_body(first))) == first


def test_what_was_appended_is_there_for_another_reader_at_once(journal: Journal) -> None:
    journal.append([record(0), record(1)])
    assert reopened(journal) == [record(0), record(1)]


def test_it_writes_ahead_and_waits_for_the_disk(journal: Journal) -> None:
    with closing(sqlite3.connect(journal.path)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_several_records_are_written_all_or_none(journal: Journal) -> None:
    journal.append([record(0)])
    with pytest.raises(sqlite3.IntegrityError):
        journal.append([record(1), record(1)])
    assert journal.records == [record(0)]
    journal.append([record(1)])
    assert reopened(journal) == [record(0), record(1)]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE records SET body = replace(body, 'blade-1', 'blade-9') WHERE seq = 1",
        "UPDATE records SET sum = 'no' WHERE seq = 1",
        "DELETE FROM records WHERE seq = 1",
        "UPDATE records SET body = X'00FF' WHERE seq = 1",
    ],
)
def test_a_changed_record_is_noticed(journal: Journal, sql: str) -> None:
    journal.append([record(n) for n in range(3)])
    change(journal, sql)
    with pytest.raises(DamagedJournal, match="record 1"):
        Journal(journal.path)


def test_two_records_that_changed_places_are_noticed(journal: Journal) -> None:
    journal.append([record(n) for n in range(3)])
    change(journal, "UPDATE records SET seq = 9 WHERE seq = 1")
    change(journal, "UPDATE records SET seq = 1 WHERE seq = 2")
    with pytest.raises(DamagedJournal):
        Journal(journal.path)


def test_a_body_that_is_no_record_is_noticed(journal: Journal) -> None:
    change(journal, "INSERT INTO records VALUES (0, ?, ?)", '{"seq": 0}', chained("", '{"seq": 0}'))
    with pytest.raises(DamagedJournal, match="cannot be read"):
        Journal(journal.path)


def test_snapshots_are_kept_by_version_and_checked(journal: Journal) -> None:
    journal.append([record(0)], snapshot='{"tp": 3}')
    assert journal.snapshots("1/abc") == {0}
    assert journal.snapshots("2/abc") == set()
    assert journal.snapshot(0) == {"tp": 3}
    change(journal, "UPDATE snapshots SET body = ?", '{"tp": 4}')
    assert journal.snapshot(0) is None
    assert journal.snapshot(1) is None


def test_a_file_that_is_no_database_is_damage(tmp_path: Path) -> None:
    file = tmp_path / "b.game"
    file.write_bytes(b"this is not a database, however you look at it" * 50)
    with pytest.raises(DamagedJournal):
        Journal(file)


def test_a_database_that_is_left_open_is_a_failed_test(tmp_path: Path) -> None:
    """On every Python: 3.13 warns by itself, and on a Raspberry Pi with Debian 13 the tests run with that."""

    def leave_open() -> None:
        connect(tmp_path / "left.game")
        gc.collect()

    with pytest.warns(ResourceWarning, match="unclosed database"):
        leave_open()
