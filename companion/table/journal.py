"""The journal of one game in SQLite: append-only, one transaction a record, on disk before anybody is told."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path

from companion.files import sync
from companion.protocol.refusal import Refused
from companion.table.game_brief import (
    ANALYSIS,
    LABELS,
    NO_LABELS,
    NO_ROW,
    PROGRESS,
    Labels,
    about_rows,
    labels_from,
    labels_text,
    row_sum,
)
from companion.table.journal_reading import (
    SCHEMA,
    SQLITE_FILES,
    GoodPart,
    errors_named,
    plain_text,
    read_journal,
)
from companion.table.record import Record, chained, record_body

# A journal that is nowhere on disk, for games that are only looked at.
IN_MEMORY = Path(":memory:")


def connect(path: Path) -> sqlite3.Connection:
    """A connection that is used under the table's lock, whichever thread holds it."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.text_factory = bytes
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.executescript(SCHEMA)
    except BaseException:
        connection.close()
        raise
    return connection


class Journal:
    """Reading and appending. Opening one reads every record; a damaged file raises `DamagedJournal`, unchanged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        found = GoodPart([], "") if path == IN_MEMORY or not _exists(path) else read_journal(path)
        if found.damage is not None:
            raise found.damage
        self.records = found.records
        self.last_sum = found.last_sum
        with errors_named():
            self._connection = connect(path)
        try:
            with errors_named():
                self.labels, self._progress_sum = self._read_about()
        except BaseException:
            self._connection.close()
            raise

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
                self._put_snapshot(records[-1].seq, versions_of(records[-1]), snapshot)
            run("COMMIT")
        except BaseException:
            # A failed COMMIT (disk full) leaves the transaction open: it must not stay half done.
            if self._connection.in_transaction:
                run("ROLLBACK")
            raise
        self.records += records
        self.last_sum = total

    # -- states kept, so that a game opens quickly ---------------------------------------------------------------------

    def _put_snapshot(self, seq: int, versions: str, body: str) -> None:
        row = (seq, versions, body, chained(versions, body))
        self._connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", row)

    def keep_snapshots(self, versions: str, states: Iterable[tuple[int, str]]) -> bool:
        """Keep states that were played anew; False if there was no room: the game is whole without them."""
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                for seq, body in states:
                    self._put_snapshot(seq, versions, body)
        except sqlite3.Error:
            return False
        return True

    def snapshots(self, versions: str) -> set[int]:
        """After which records a state was kept, by these versions of rules and content."""
        with errors_named():
            rows = self._connection.execute("SELECT seq FROM snapshots WHERE versions = ?", (versions,))
            return {seq for (seq,) in rows}

    def snapshot(self, seq: int) -> Mapping[str, object] | None:
        """The state kept after a record; None if there is none, or none that is whole."""
        sql = "SELECT versions, body, sum FROM snapshots WHERE seq = ?"
        try:
            row = self._connection.execute(sql, (seq,)).fetchone() or ("", "", "")
        except (sqlite3.Error, ValueError):
            return None
        versions, body, total = map(plain_text, row)
        if chained(versions, body) != total:
            return None
        state: Mapping[str, object] = json.loads(body)
        return state

    # -- what the list of games shows ----------------------------------------------------------------------------------

    def put_labels(self, labels: Labels) -> None:
        """What the players say of the game, on disk when this returns."""
        body = labels_text(labels)
        self._put_about(LABELS, body, row_sum(LABELS, body))
        self.labels = labels

    def put_progress(self, body: str) -> None:
        """Counts until the next record: its checksum holds that of the last one."""
        total = row_sum(self.last_sum, body)
        if total != self._progress_sum:
            self._put_about(PROGRESS, body, total)
            self._progress_sum = total

    def put_analysis(self, body: str) -> None:
        """Counts until the next record, too."""
        self._put_about(ANALYSIS, body, row_sum(self.last_sum, body))

    def analysis(self) -> str:
        """What was kept of the game as it is; empty if nothing was."""
        with errors_named():
            body, total = about_rows(self._connection).get(ANALYSIS, NO_ROW)
        return body if body and row_sum(self.last_sum, body) == total else ""

    def _put_about(self, what: str, body: str, total: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO about VALUES (?, ?, ?)", (what, body, total))

    def _read_about(self) -> tuple[Labels, str]:
        rows = about_rows(self._connection)
        return labels_from(*rows.get(LABELS, NO_ROW)), rows.get(PROGRESS, NO_ROW)[1]

    def close(self) -> None:
        self._connection.close()


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        # It may be there: reading says what is wrong.
        return True


def not_saved(error: Exception) -> Refused:
    """The disk refused; nothing has changed."""
    return Refused("table/not_saved", "not_saved", {"reason": str(error)})


def versions_of(record: Record) -> str:
    return f"{record.rules}/{record.content}"


def write_journal(path: Path, records: list[Record], labels: Labels = NO_LABELS) -> None:
    """A new journal in one file, whole and synced when this returns."""
    remove_journal(path)
    journal = Journal(path)
    try:
        journal.append(records)
        journal.put_labels(labels)
    finally:
        journal.close()
    if _exists(path.with_name(f"{path.name}-wal")):
        # SQLite does not say so when it cannot fold the last changes into the file.
        raise sqlite3.OperationalError("the file could not be completed")
    sync(path)


def remove_journal(path: Path) -> None:
    for ending in SQLITE_FILES:
        path.with_name(path.name + ending).unlink(missing_ok=True)
