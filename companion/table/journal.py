"""The journal of one game in SQLite: append-only, one transaction a record, on disk before anybody is told."""

from __future__ import annotations

import gc
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from companion.table.record import Record, chained, record_body

SCHEMA = """
CREATE TABLE IF NOT EXISTS records (seq INTEGER PRIMARY KEY, body TEXT NOT NULL, sum TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS snapshots (
    seq INTEGER PRIMARY KEY, versions TEXT NOT NULL, body TEXT NOT NULL, sum TEXT NOT NULL
);
"""
# The endings of the files SQLite keeps for a database in WAL mode.
SQLITE_FILES = ("", "-wal", "-shm")


class DamagedJournal(Exception):
    """A journal on disk that cannot be used to its end; `reason` says why, `at` the first record that is bad."""

    def __init__(self, reason: str, at: int | None = None) -> None:
        self.reason = reason
        self.at = at
        super().__init__(reason)


class JournalUnavailable(Exception):
    """A journal that cannot be opened now, though nothing says that it is damaged: it is left alone."""


# Held by somebody else, or not ours to open or write: no reason to believe that the file is bad.
NOT_DAMAGE = frozenset(
    {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL}
)


def journal_error(error: sqlite3.Error) -> Exception:
    """What an error of the database means for the journal."""
    # The upper bits only say more about the same thing.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return JournalUnavailable(str(error)) if code in NOT_DAMAGE else DamagedJournal(str(error))


def connect(path: Path) -> sqlite3.Connection:
    """A connection that is used under the table's lock, whichever thread holds it."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.executescript(SCHEMA)
    except BaseException:
        connection.close()
        raise
    return connection


class Chain:
    """Rows of a journal as far as they fit together: bodies in order, and the checksum of the last."""

    def __init__(self) -> None:
        self.bodies: list[str] = []
        self.last_sum = ""

    def follow(self, rows: Iterable[tuple[int, str, str]]) -> None:
        """Take in rows; `DamagedJournal` at the first that is not whole, with those before it kept."""
        for expected, (seq, body, total) in enumerate(rows):
            if seq != expected:
                raise DamagedJournal(f"record {expected} is missing")
            if not isinstance(body, str) or chained(self.last_sum, body) != total:
                raise DamagedJournal(f"the checksum of record {seq} does not fit")
            self.bodies.append(body)
            self.last_sum = total

    def records(self) -> list[Record]:
        """The bodies as records: read in one go, which takes half the time of reading one by one."""
        try:
            with without_collector():
                return [Record(**body) for body in json.loads(f"[{','.join(self.bodies)}]")]
        except (ValueError, TypeError) as error:
            raise DamagedJournal(f"a record cannot be read: {error}") from error


@contextmanager
def without_collector() -> Iterator[None]:
    """Reading makes tens of thousands of objects that all stay: looking for garbage among them doubles the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


ROWS = "SELECT seq, body, sum FROM records ORDER BY seq"


class Journal:
    """Reading and appending. Opening one reads every record; a damaged file raises `DamagedJournal`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.records: list[Record] = []
        self.last_sum = ""
        try:
            self._connection = connect(path)
        except sqlite3.Error as error:
            raise journal_error(error) from error
        try:
            self._read()
        except BaseException:
            self._connection.close()
            raise

    def _read(self) -> None:
        chain = Chain()
        try:
            with closing(self._connection.execute(ROWS)) as rows:
                chain.follow(rows)
            fault = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.Error as error:
            raise journal_error(error) from error
        if fault != "ok":
            raise DamagedJournal(fault)
        self.records = chain.records()
        self.last_sum = chain.last_sum

    def append(self, records: list[Record], snapshot: str | None = None) -> None:
        """On disk when this returns, in one transaction: the records, and the state after them if that is due."""
        total = self.last_sum
        run = self._connection.execute
        run("BEGIN IMMEDIATE")
        try:
            for record in records:
                body = record_body(record)
                total = chained(total, body)
                run("INSERT INTO records VALUES (?, ?, ?)", (record.seq, body, total))
            if snapshot is not None:
                self._put_snapshot(records[-1], snapshot)
            run("COMMIT")
        except BaseException:
            # A failed COMMIT (disk full) leaves the transaction open: it must not stay half done.
            if self._connection.in_transaction:
                run("ROLLBACK")
            raise
        self.records += records
        self.last_sum = total

    def _put_snapshot(self, record: Record, body: str) -> None:
        versions = versions_of(record)
        row = (record.seq, versions, body, chained(versions, body))
        self._connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", row)

    def snapshots(self, versions: str) -> set[int]:
        """After which records a state was kept, by these versions of rules and content."""
        rows = self._connection.execute("SELECT seq FROM snapshots WHERE versions = ?", (versions,))
        return {seq for (seq,) in rows}

    def snapshot(self, seq: int) -> Mapping[str, object] | None:
        """The state kept after a record; None if there is none, or none that is whole."""
        sql = "SELECT versions, body, sum FROM snapshots WHERE seq = ?"
        try:
            versions, body, total = self._connection.execute(sql, (seq,)).fetchone() or ("", "", "")
        except sqlite3.Error:
            return None
        if not isinstance(body, str) or chained(versions, body) != total:
            return None
        state: Mapping[str, object] = json.loads(body)
        return state

    def close(self) -> None:
        self._connection.close()


def versions_of(record: Record) -> str:
    return f"{record.rules}/{record.content}"


# -- damaged journals: the good part is used, the bad file is set aside under a name that says so ---------------------


def good_prefix(path: Path) -> list[Record]:
    """Every record up to the first that cannot be read or does not fit."""
    chain = Chain()
    try:
        with closing(sqlite3.connect(path)) as connection:
            chain.follow(connection.execute(ROWS))
    except (DamagedJournal, sqlite3.Error):
        pass  # The end of the good part is what was looked for.
    return chain.records()


def set_aside(path: Path) -> Path:
    """Rename the files of a journal; never over another one."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    for ending in SQLITE_FILES:
        file = path.with_name(path.name + ending)
        if file.exists():
            file.rename(aside.with_name(aside.name + ending))
    return aside


def rewritten(path: Path, records: list[Record]) -> Journal:
    """A journal with these records in place of the one that was set aside."""
    journal = Journal(path)
    try:
        journal.append(records)
    except BaseException:
        journal.close()
        raise
    return journal
