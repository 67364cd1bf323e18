"""Damaged journals: the good prefix is used, the bad file is set aside under a name that says so."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.table.journal import COMPANIONS, ROWS, Chain, Journal
from companion.table.problems import DamagedJournal
from companion.table.record import Record


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
    for ending in COMPANIONS:
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
