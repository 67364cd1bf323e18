"""What can be saved of a damaged game: the longest beginning of its records that is whole and still plays."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from companion.protocol.games import GameProgress
from companion.protocol.refusal import Refused
from companion.table.environment import Environment
from companion.table.game_brief import NO_LABELS, Labels, read_brief
from companion.table.journal import IN_MEMORY, Journal
from companion.table.journal_reading import DamagedJournal, JournalUnavailable, read_journal
from companion.table.loaded_box import BoxProvider
from companion.table.record import BadFile, Record, migrated
from companion.table.table import Table


class Rescued(NamedTuple):
    """The good part of a game.

    `damage` says what is wrong with the rest; None if the whole game is good.
    """

    records: list[Record]
    labels: Labels
    # How far it is; None if nothing is left.
    progress: GameProgress | None
    # Both sides have confirmed its end.
    closed: bool
    damage: DamagedJournal | None


def rescued(path: Path, name: str, boxes: BoxProvider, environment: Environment) -> Rescued:
    """Reads only. `JournalUnavailable` if the disk fails, or if the game needs another version or another box."""
    found = read_journal(path)
    records, damage = found.records, found.damage
    while records:
        try:
            records = migrated(records)
            progress, closed = _played(name, records, boxes, environment)
            return Rescued(records, _labels(path), progress, closed, damage)
        except DamagedJournal as unplayable:
            # Whole, but they do not play any more: only what comes before.
            damage = damage or unplayable
            records = records[: unplayable.at or 0]
        except (BadFile, Refused, ValidationError) as error:
            raise JournalUnavailable(str(error)) from error
    return Rescued([], NO_LABELS, None, False, damage or DamagedJournal("there is no record in it", kind="empty"))


def _played(
    name: str, records: list[Record], boxes: BoxProvider, environment: Environment
) -> tuple[GameProgress, bool]:
    """How far these records come, and whether their end was confirmed; `DamagedJournal` if they do not play."""
    with closing(Journal(IN_MEMORY)) as journal:
        journal.append(records)
        table = Table(name, journal, boxes, environment)
        return table.progress(), table.closed


def _labels(path: Path) -> Labels:
    try:
        return read_brief(path).labels
    except (DamagedJournal, JournalUnavailable):
        return NO_LABELS
