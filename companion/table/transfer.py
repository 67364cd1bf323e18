"""A game as one JSON-lines file: written for a seat, read back strictly, and played again to the same state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from companion.protocol.json import Sentence
from companion.protocol.messages import GameRequest
from companion.protocol.refusal import Refused
from companion.rules.engine import waiting
from companion.rules.notation import NotationError
from companion.rules.override import MalformedState
from companion.rules.results import IllegalAction
from companion.rules.state import State
from companion.table.history import READ_VERBS, ROOT, History, happening_lines, played
from companion.table.loaded_box import BoxProvider
from companion.table.readings import asked_for
from companion.table.record import (
    ACT,
    CONFIRM,
    OVERRIDE,
    REDO,
    SHUFFLE,
    UNDO,
    BadFile,
    Record,
    box_of,
    chained,
    migrated,
    record_body,
)
from companion.table.record_model import MOST_RECORDS, read_record
from companion.table.seats import do_for, line_for

LONGEST_LINE = 200_000
DAY = 86_400


# -- writing -----------------------------------------------------------------------------------------------------------


def exported(records: Iterable[Record], seat: str | None = None) -> Iterator[str]:
    """Lines of the file; for a seat, hidden cards are face down and shuffled piles left out. None: everything."""
    total = ""
    for record in records:
        body = record_body(record if seat is None else _shown(record, seat))
        total = chained(total, body)
        yield f'{body[:-1]},"sum":"{total}"}}\n'


def _shown(record: Record, seat: str) -> Record:
    if record.kind == SHUFFLE:
        return record._replace(do={**record.do, "order": []})
    lines = tuple(line_for(seat, line) for line in record.lines)
    return record._replace(do=do_for(seat, record), lines=lines)


# -- reading -----------------------------------------------------------------------------------------------------------


def imported(lines: Iterable[str], now: float | None = None) -> list[Record]:
    """The records of a file, in today's format; `BadFile` names the line and what is wrong with it.

    `now` is the time of the table's clock: records of a later day would stand before all others for ever.
    """
    records: list[Record] = []
    total = ""
    for number, line in enumerate((line for line in lines if line.strip()), start=1):
        if len(line) > LONGEST_LINE or number > MOST_RECORDS:
            raise BadFile(f"line {number}: too long a file or line")
        record, claimed = read_record(line, number)
        total = chained(total, record_body(record))
        if claimed != total:
            raise BadFile(f"line {number}: the checksum does not fit; the file was changed or is damaged")
        if record.seq != number - 1:
            raise BadFile(f"line {number}: record {number - 1} is missing")
        if now is not None and record.at > now + DAY:
            raise BadFile(f"line {number}: it is of a day to come; is the clock of this service right?")
        records.append(record)
    if not records:
        raise BadFile("the file is empty")
    return migrated(records)


# -- playing again -----------------------------------------------------------------------------------------------------


class Replayed(NamedTuple):
    state: State
    acts: int


def replayed(records: list[Record], boxes: BoxProvider) -> Replayed:
    """Every act played again, each undo and redo followed; `BadFile` where something else happens than is written."""
    try:
        request = GameRequest.model_validate(records[0].do["game"])
        first = boxes.of(box_of(records[0]) or {}).first_state(request, records[0].rules)
    except (ValidationError, Refused) as error:
        raise BadFile(f"line 1: the game cannot be set up: {error}") from error
    timeline = History()
    states = {ROOT: first}
    acts = 0
    for record in records[1:]:
        if record.kind in (ACT, OVERRIDE):
            states[record.seq] = _replay_act(states[timeline.cursor], record, boxes)
            acts += 1
        else:
            _check_move(timeline, record)
            if record.kind == CONFIRM and waiting(states[timeline.cursor]).kind != "over":
                raise BadFile(f"record {record.seq}: the game is not over there")
        timeline.add(record)
    return Replayed(states[timeline.cursor], acts)


def _check_move(timeline: History, record: Record) -> None:
    """Undo and redo name the act they move, and it is there."""
    moved = {UNDO: timeline.undoable, REDO: timeline.redone}.get(record.kind)
    if moved is not None:
        found = moved()
        if found is None or record.do.get(record.kind) != found.seq:
            raise BadFile(f"record {record.seq}: there is nothing to {record.kind}")


def _replay_act(state: State, record: Record, boxes: BoxProvider) -> State:
    brings_in = record.kind == ACT and any(verb in record.do for verb in READ_VERBS)
    if record.asked != (asked_for(state, waiting(state)) if brings_in else None):
        raise BadFile(f"record {record.seq}: something else was asked for than is written")
    try:
        applied = played(state, record, boxes)
    except (IllegalAction, NotationError, MalformedState, Refused, KeyError) as error:
        raise BadFile(f"record {record.seq}: {error}") from error
    if _comparable(happening_lines(applied)) != _comparable(record.lines):
        raise BadFile(f"record {record.seq}: something else happens now than is written")
    return applied.state


def _comparable(lines: Sequence[Sentence]) -> str:
    """As JSON, without the version of a box: a release with other values of its own gives the same box another one."""
    return json.dumps(
        [{**line, "facts": {}} if line["key"] == "box_changed" else line for line in lines], sort_keys=True
    )
