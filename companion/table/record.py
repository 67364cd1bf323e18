"""Records of the journal: what was done, by whom, why the table believes it, a checksum over all before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypedDict

from companion.protocol.intents import Cause
from companion.protocol.json import Facts, Sentence
from companion.rules.notation import Do

FORMAT: Final = 1

# Acts and overrides change the game; undo and redo move in its history; the others are settings.
RecordKind: TypeAlias = Literal[
    "new", "act", "override", "undo", "redo", "policy", "shuffle", "confirm", "seat", "hands"
]
NEW: Final = "new"
ACT: Final = "act"
OVERRIDE: Final = "override"
UNDO: Final = "undo"
REDO: Final = "redo"
POLICY: Final = "policy"
SHUFFLE: Final = "shuffle"
# A side agrees that the game is over, or takes that back; another tablet got a seat that was held.
CONFIRM: Final = "confirm"
SEAT: Final = "seat"
# Hands have put right what an undo left on the table, or have done what a card says.
HANDS: Final = "hands"

SUM_LENGTH: Final = 16
# The owner's values a game is played with: a key of the first record, and of the override that changes them.
BOX: Final = "box"


class AskedFor(TypedDict):
    """What was awaited when dice or a draw came in."""

    side: str
    what: str
    number: int
    round: int


class Record(NamedTuple):
    """One accepted intent. The first of a journal is of the kind `new`; its `do` says how the game was set up."""

    seq: int
    kind: RecordKind
    do: Do
    seat: str
    cause: Cause
    rules: str
    content: str
    intent: str = ""
    at: int = 0
    # Kept with dice and draws, so that an undone one can be offered again where it fits.
    asked: AskedFor | None = None
    # What happened, in the engine's words: the log can be read without playing the game again.
    lines: Sequence[Sentence] = ()


def record_body(record: Record) -> str:
    """The record as one line of JSON, always spelled the same way."""
    return json.dumps(record._asdict(), ensure_ascii=False, separators=(",", ":"))


def first_record(name: str, request: Facts, rules: str, content: str, at: int, box: Mapping[str, object]) -> Record:
    """The record a journal begins with: how the game was set up, the owner's values, and the format all of it is in."""
    do = {"format": FORMAT, "name": name, "game": request, **({BOX: box} if box else {})}
    return Record(0, NEW, do, "host", {"kind": "new"}, rules, content, at=at, lines=[])


def box_of(record: Record) -> Mapping[str, object] | None:
    """The owner's values from this record on; None if it does not change them."""
    if record.kind == NEW:
        first: Mapping[str, object] = record.do.get(BOX, {})
        return first
    change = record.do.get(OVERRIDE) if record.kind == OVERRIDE else None
    return change.get(BOX) if isinstance(change, Mapping) else None


def first_of_tap(records: Sequence[Record], record: Record) -> int:
    """The number of the first record of the tap this one belongs to."""
    at = record.seq
    while record.intent and at > 0 and records[at - 1].intent == record.intent:
        at -= 1
    return records[at].seq


def chained(previous: str, body: str) -> str:
    """The checksum of a record: over its body and the checksum of the one before, so nothing can be swapped or lost."""
    return hashlib.sha256(f"{previous}\n{body}".encode()).hexdigest()[:SUM_LENGTH]


# -- old formats -------------------------------------------------------------------------------------------------------


class BadFile(ValueError):
    """A file with a game in it that cannot be used; the text says what is wrong and where."""


Migration: TypeAlias = Callable[[list[Record]], list[Record]]

# From a format of the journal to the one after it, so that old games keep loading. Format 1 is the first.
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
