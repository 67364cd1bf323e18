"""Records of the journal: what was done, by whom, why the table believes it, a checksum over all before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

FORMAT: Final = 1

# Kinds of records. Acts and overrides change the game; undo and redo move in its history; the others are settings.
NEW: Final = "new"
ACT: Final = "act"
OVERRIDE: Final = "override"
UNDO: Final = "undo"
REDO: Final = "redo"
POLICY: Final = "policy"
SHUFFLE: Final = "shuffle"

SUM_LENGTH: Final = 16
# The owner's values a game is played with: a key of the first record, and of the override that changes them.
BOX: Final = "box"


class Record(NamedTuple):
    """One accepted intent. The first of a journal is of the kind `new`; its `do` says how the game was set up."""

    seq: int
    kind: str
    do: Mapping[str, Any]
    seat: str
    cause: Mapping[str, Any]
    rules: str
    content: str
    intent: str = ""
    at: int = 0
    # What was awaited when dice or a draw came in, so that an undone one can be offered again where it fits.
    asked: Mapping[str, Any] | None = None
    # What happened, in the engine's words: the log can be read without playing the game again.
    lines: Sequence[Mapping[str, Any]] = ()


def body_of(record: Record) -> str:
    """The record as one line of JSON, always spelled the same way."""
    return json.dumps(record._asdict(), ensure_ascii=False, separators=(",", ":"))


def record_from(body: Mapping[str, Any]) -> Record:
    """The inverse of `body_of`; a missing or unknown key is a TypeError."""
    return Record(**body)


def first_record(
    name: str, request: Mapping[str, Any], rules: str, content: str, at: int, box: Mapping[str, Any]
) -> Record:
    """The record a journal begins with: how the game was set up, the owner's values, and the format all of it is in."""
    do = {"format": FORMAT, "name": name, "game": request, **({BOX: box} if box else {})}
    return Record(0, NEW, do, "host", {"kind": "new"}, rules, content, at=at, lines=[])


def box_of(record: Record) -> Mapping[str, Any] | None:
    """The owner's values from this record on; None if it does not change them."""
    if record.kind == NEW:
        first: Mapping[str, Any] = record.do.get(BOX, {})
        return first
    change = record.do.get(OVERRIDE) if record.kind == OVERRIDE else None
    return change.get(BOX) if isinstance(change, Mapping) else None


def chained(previous: str, body: str) -> str:
    """The checksum of a record: over its body and the checksum of the one before, so nothing can be swapped or lost."""
    return hashlib.sha256(f"{previous}\n{body}".encode()).hexdigest()[:SUM_LENGTH]
