"""Old games keep loading: every format of the journal knows the way to the next one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from companion.table.problems import BadFile
from companion.table.record import FORMAT, NEW, Record

Migration: TypeAlias = Callable[[list[Record]], list[Record]]

# From a format to the one after it. Format 1 is the first.
MIGRATIONS: dict[int, Migration] = {}


def format_of(records: list[Record]) -> int:
    """The format a journal says it is in; `BadFile` if it does not begin as one."""
    first = records[0] if records else None
    found: Any = first.do.get("format") if first is not None and first.kind == NEW else None
    if not isinstance(found, int) or "game" not in records[0].do:
        raise BadFile("the first record does not say how the game was set up")
    return found


def migrated(records: list[Record], wanted: int = FORMAT) -> list[Record]:
    """The records in the format of today; `BadFile` for one that is newer, or too old to know."""
    found = format_of(records)
    if found > wanted:
        raise BadFile(f"the game is in format {found}, this version knows up to {wanted}: update the companion")
    for number in range(found, wanted):
        if number not in MIGRATIONS:
            raise BadFile(f"no way is known from format {number} to {number + 1}")
        records = MIGRATIONS[number](records)
        records[0] = records[0]._replace(do={**records[0].do, "format": number + 1})
    return records
