"""A game as one JSON-lines file: written for a seat, read back strictly, and played again to the same state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, NamedTuple

from pydantic import Field, JsonValue, ValidationError

from companion.protocol.messages import GameRequest
from companion.protocol.refusal import Refused
from companion.protocol.strict import StrictMessage
from companion.protocol.views import Sentence
from companion.rules.notation import NotationError
from companion.rules.override import MalformedState
from companion.rules.results import IllegalAction
from companion.rules.state import State
from companion.table.history import ROOT, History, happening_lines, played
from companion.table.loaded_box import BoxProvider
from companion.table.record import (
    ACT,
    CONFIRM,
    OVERRIDE,
    REDO,
    SHUFFLE,
    SUM_LENGTH,
    UNDO,
    BadFile,
    Record,
    RecordKind,
    box_of,
    chained,
    migrated,
    record_body,
)
from companion.table.seats import do_for, line_for

LONGEST_LINE = 200_000
MOST_RECORDS = 100_000


class RecordModel(StrictMessage):
    """A line of the file, before anything is believed."""

    seq: Annotated[int, Field(ge=0, le=MOST_RECORDS)]
    kind: RecordKind
    do: dict[str, JsonValue]
    seat: Annotated[str, Field(max_length=16)]
    cause: dict[str, JsonValue]
    rules: Annotated[str, Field(max_length=64)]
    content: Annotated[str, Field(max_length=64)]
    intent: Annotated[str, Field(max_length=128)]
    at: int
    asked: dict[str, JsonValue] | None
    lines: list[dict[str, JsonValue]]
    sum: Annotated[str, Field(max_length=SUM_LENGTH)]


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


def imported(lines: Iterable[str]) -> list[Record]:
    """The records of a file, in today's format; `BadFile` names the line and what is wrong with it."""
    records: list[Record] = []
    total = ""
    for number, line in enumerate((line for line in lines if line.strip()), start=1):
        if len(line) > LONGEST_LINE or number > MOST_RECORDS:
            raise BadFile(f"line {number}: too long a file or line")
        record = _record(line, number)
        body = record_body(record)
        total = chained(total, body)
        if json.loads(line)["sum"] != total:
            raise BadFile(f"line {number}: the checksum does not fit; the file was changed or is damaged")
        if record.seq != number - 1:
            raise BadFile(f"line {number}: record {number - 1} is missing")
        records.append(record)
    if not records:
        raise BadFile("the file is empty")
    return migrated(records)


def _record(line: str, number: int) -> Record:
    try:
        model = RecordModel.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise BadFile(f"line {number}: {where or 'not JSON'}: {first['msg']}") from error
    return Record(**model.model_dump(exclude={"sum"}))


# -- playing again -----------------------------------------------------------------------------------------------------


class Replayed(NamedTuple):
    state: State
    acts: int


def replayed(records: list[Record], boxes: BoxProvider) -> Replayed:
    """Every act played again, each undo and redo followed; `BadFile` where something else happens than is written."""
    try:
        request = GameRequest.model_validate(records[0].do["game"])
        first = boxes.of(box_of(records[0]) or {}).first_state(request)
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
        timeline.add(record)
    return Replayed(states[timeline.cursor], acts)


def _check_move(timeline: History, record: Record) -> None:
    """Undo and redo name the act they move, and it is there."""
    moved = {UNDO: timeline.undoable, REDO: timeline.redone}.get(record.kind)
    if moved is not None:
        found = moved()
        if found is None or record.do.get(record.kind) != found.seq:
            raise BadFile(f"record {record.seq}: there is nothing to {record.kind}")
    elif record.kind == SHUFFLE and not {"shuffle", "order"} <= set(record.do):
        raise BadFile(f"record {record.seq}: a shuffle needs its pile and order")
    elif record.kind == CONFIRM and not isinstance(record.do.get("confirm_end"), bool):
        raise BadFile(f"record {record.seq}: confirm_end is true or false")


def _replay_act(state: State, record: Record, boxes: BoxProvider) -> State:
    try:
        applied = played(state, record, boxes)
    except (IllegalAction, NotationError, MalformedState, Refused, KeyError) as error:
        raise BadFile(f"record {record.seq}: {error}") from error
    if _comparable(happening_lines(applied)) != _comparable(record.lines):
        raise BadFile(f"record {record.seq}: something else happens now than is written")
    return applied.state


def _comparable(lines: Sequence[Sentence]) -> object:
    """As JSON, without the version of a box: a release with other values of its own gives the same box another one."""
    return json.loads(json.dumps([{**line, "facts": {}} if line["key"] == "box_changed" else line for line in lines]))
