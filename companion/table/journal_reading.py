"""Reading the file of a journal without changing it, and telling damage from a disk that fails.

Damage is only what the file itself proves: a broken chain of checksums, a database that SQLite calls malformed, a
schema that is not ours. Everything else (no room, a read that fails, a file that is locked) may be better tomorrow.
"""

from __future__ import annotations

import gc
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.protocol.games import DamageKind
from companion.table.record import Record, chained

SCHEMA = """
CREATE TABLE IF NOT EXISTS records (seq INTEGER PRIMARY KEY, body TEXT NOT NULL, sum TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS snapshots (
    seq INTEGER PRIMARY KEY, versions TEXT NOT NULL, body TEXT NOT NULL, sum TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS about (what TEXT PRIMARY KEY, body TEXT NOT NULL, sum TEXT NOT NULL);
"""
ROWS = "SELECT seq, body, sum FROM records ORDER BY seq"
PAGE_BYTES = 4096
# The endings of the files SQLite keeps for a database: while it is open, or when whoever had it open was killed.
SQLITE_FILES = ("", "-wal", "-journal", "-shm")
# What SQLite says of a file that it could read. With `SQLITE_ERROR` it refuses our own sentences: no such table.
PROOF_OF_DAMAGE = frozenset(
    {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_SCHEMA}
)


class DamagedJournal(Exception):
    """A journal on disk that cannot be used to its end; `reason` says why, `at` the first record that is bad."""

    def __init__(self, reason: str, at: int | None = None, kind: DamageKind = "malformed") -> None:
        self.kind = kind
        self.reason = reason
        self.at = at
        super().__init__(reason)


class JournalUnavailable(Exception):
    """A journal that cannot be opened now, though nothing says that it is damaged: it is left alone."""


@contextmanager
def errors_named() -> Iterator[None]:
    """What goes wrong inside, as what it means for the journal: damage, or a disk that does not answer."""
    try:
        yield
    except sqlite3.Error as error:
        # The upper bits only say more about the same thing.
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        raise (DamagedJournal if code in PROOF_OF_DAMAGE else JournalUnavailable)(str(error)) from error
    except (OSError, MemoryError) as error:
        raise JournalUnavailable(str(error) or type(error).__name__) from error
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        # Text that is not UTF-8, also in what SQLite says about it; JSON that is none, or no record.
        raise DamagedJournal(f"it cannot be read: {type(error).__name__}: {error}"[:200]) from error


class Chain:
    """Rows of a journal as far as they fit together: bodies in order, and the checksum of the last."""

    def __init__(self) -> None:
        self.bodies: list[str] = []
        self.last_sum = ""

    def follow(self, rows: Iterable[tuple[int, bytes, bytes]]) -> None:
        """Take in rows; `DamagedJournal` at the first that is not whole, with those before it kept."""
        for expected, (seq, body, total) in enumerate(rows):
            if seq != expected:
                raise DamagedJournal(f"record {expected} is missing", kind="record")
            text = plain_text(body)
            known = chained(self.last_sum, text)
            if known != plain_text(total):
                raise DamagedJournal(f"the checksum of record {seq} does not fit", kind="record")
            self.bodies.append(text)
            self.last_sum = known

    def records(self) -> list[Record]:
        """The bodies as records: read in one go, which takes half the time of reading one by one."""
        with errors_named(), without_collector():
            return [Record(**body) for body in json.loads(f"[{','.join(self.bodies)}]")]


def plain_text(value: object) -> str:
    """A value of a column of text; an empty one if it is something else, or bad bytes."""
    return value.decode(errors="replace") if isinstance(value, bytes) else ""


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


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing, and needs no room on the disk where that can be had. Texts come as bytes."""
    if _is_there(path, "-journal"):
        # A change that was cut off: only somebody who may write can take it back.
        how = "mode=rw"
    elif _is_there(path, "-wal"):
        how = "mode=ro"
    else:
        how = "immutable=1"
        _check_header(path)
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None)) as connection:
        connection.text_factory = bytes
        yield connection


def _is_there(path: Path, ending: str) -> bool:
    file = path.with_name(path.name + ending)
    return file.exists() and file.stat().st_size > 0


def _check_header(path: Path) -> None:
    """SQLite reads files of formats it does not know, and says for ever that they are read-only."""
    with path.open("rb") as file:
        header = file.read(100)
    if header and max(header[18:20]) > 2:
        raise DamagedJournal("the header of the file names no format of SQLite's")


class GoodPart(NamedTuple):
    """A journal as far as it can be read: all of it, or up to the damage."""

    records: list[Record]
    last_sum: str
    damage: DamagedJournal | None = None


def read_journal(path: Path) -> GoodPart:
    """Every record up to the first that cannot be read or does not fit; `JournalUnavailable` if the disk fails."""
    chain = Chain()
    damage = None
    try:
        with errors_named(), reading(path) as connection:
            _read(connection, chain)
    except DamagedJournal as found:
        damage = found
        if not chain.bodies:
            chain = _behind_the_first_page(path)
    try:
        return GoodPart(chain.records(), chain.last_sum, damage)
    except DamagedJournal as found:
        return GoodPart([], "", found)


def _read(connection: sqlite3.Connection, chain: Chain) -> None:
    chain.follow(connection.execute(ROWS))
    fault = plain_text(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    if fault != "ok":
        raise DamagedJournal(fault)


def _behind_the_first_page(path: Path) -> Chain:
    """The records of a file whose first page, which says where all else is, is bad: read with the page of a new file.

    A new file has its records where every file of ours has them.
    """
    chain = Chain()
    try:
        with errors_named(), closing(sqlite3.connect(":memory:")) as connection:
            connection.text_factory = bytes
            connection.deserialize(_with_new_first_page(path.read_bytes()))
            chain.follow(connection.execute(ROWS))
    except DamagedJournal:
        pass  # The end of the good part is what was looked for.
    return chain


def _with_new_first_page(data: bytes) -> bytes:
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(SCHEMA)
        page = bytearray(fresh.serialize()[:PAGE_BYTES])
    # How many pages the file has; valid, because the counters before and after it agree.
    page[28:32] = (len(data) // PAGE_BYTES).to_bytes(4, "big")
    page[92:96] = page[24:28]
    return bytes(page) + data[PAGE_BYTES:]
