"""A line of a game's file, before anything is believed: the shape of each kind of record, and the limits of its values.

What the acts of a game mean is checked by playing them again (`companion.table.transfer`). Here it is made sure that
nothing comes in that a journal, a view or a tablet could not hold.
"""

from __future__ import annotations

import json
from typing import Annotated, Literal

from pydantic import Field, JsonValue, ValidationError, model_validator

from companion.protocol.intents import LONGEST_WHY, PolicyChange
from companion.protocol.strict import StrictMessage
from companion.protocol.views import Seat
from companion.rules.words import DICE_IN_BOX, SIDES, Side
from companion.table.record import (
    ACT,
    BOX,
    CONFIRM,
    HANDS,
    NEW,
    OVERRIDE,
    POLICY,
    REDO,
    SEAT,
    SHUFFLE,
    SUM_LENGTH,
    UNDO,
    BadFile,
    Record,
    RecordKind,
)
from companion.table.seats import SEATS, sides_of

MOST_RECORDS = 100_000
# The first second of the year 2100: beyond it no clock was right.
LATEST = 4_102_444_800
LARGEST_NUMBER = 10_000_000
LONGEST_TEXT = 2_000
# An owner's box lies deepest: as deep as `companion.content.owner.toml_text` takes it, inside a record.
DEEPEST = 18

Text = Annotated[str, Field(max_length=200)]
Number = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
Values = dict[str, JsonValue]


class CauseModel(StrictMessage):
    """As `Cause` of the protocol, from outside."""

    kind: Literal[
        "new", "tap", "camera", "scan", "button", "override", "simulated", "source", "seat", "forced", "companion"
    ]
    source: Text | None = None
    simulated: bool | None = None
    reading: Text | None = None
    picture: Text | None = None
    read: Annotated[list[Number], Field(max_length=100)] | None = None
    confidence: Annotated[list[Annotated[float, Field(ge=0, le=1)]], Field(max_length=100)] | None = None
    corrected: bool | None = None
    by: Seat | None = None
    again: Number | None = None
    why: Annotated[str, Field(max_length=LONGEST_WHY)] | None = None
    button: Text | None = None
    unasked: bool | None = None


class AskedModel(StrictMessage):
    """As `AskedFor`, from outside."""

    side: Side
    what: Annotated[str, Field(max_length=64)]
    number: Annotated[int, Field(ge=0, le=10 * DICE_IN_BOX)]
    round: Number


class SentenceModel(StrictMessage):
    key: Annotated[str, Field(max_length=64)]
    facts: Values


class RecordModel(StrictMessage):
    seq: Annotated[int, Field(ge=0, le=MOST_RECORDS)]
    kind: RecordKind
    do: Values
    seat: Seat
    cause: CauseModel
    rules: Annotated[str, Field(max_length=64)]
    content: Annotated[str, Field(max_length=64)]
    intent: Annotated[str, Field(max_length=128)]
    at: Annotated[int, Field(ge=0, le=LATEST)]
    asked: AskedModel | None
    lines: Annotated[list[SentenceModel], Field(max_length=1_000)]
    sum: Annotated[str, Field(max_length=SUM_LENGTH)]

    @model_validator(mode="after")
    def _fits_its_kind(self) -> RecordModel:
        _check_plain(self.do, 0)
        for text in (self.rules, self.content, self.intent, *_texts(self.cause), *_texts(self.asked)):
            _check_text(text)
        for line in self.lines:
            _check_plain({line.key: line.facts}, 0)
        _check_kind(self)
        return self


def read_record(line: str, number: int) -> tuple[Record, str]:
    """The record of a line of the file, and its checksum; `BadFile` names the line and what is wrong with it."""
    try:
        found = json.loads(line)
        RecordModel.model_validate(found)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part)[:40] for part in first["loc"])
        said = first["msg"].removeprefix("Value error, ")[:200]
        raise BadFile(f"line {number}: {where}: {said}" if where else f"line {number}: {said}") from error
    except RecursionError as error:
        raise BadFile(f"line {number}: nested too deeply") from error
    except ValueError as error:
        raise BadFile(f"line {number}: not JSON: {error}"[:200]) from error
    # As it is written, not as the model has it: the checksum is over every letter.
    total = found.pop("sum")
    return Record(**found), total


# -- values ------------------------------------------------------------------------------------------------------------


def _check_plain(value: JsonValue, depth: int) -> None:
    """What JSON and a tablet can show: no fractions (the game has none), nothing huge, nothing deep, no odd letters."""
    if depth > DEEPEST:
        raise ValueError("nested too deeply")
    if isinstance(value, dict):
        for name, inner in value.items():
            _check_text(name)
            _check_plain(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check_plain(inner, depth + 1)
    elif isinstance(value, str):
        _check_text(value)
    elif isinstance(value, float):
        raise ValueError("a whole number is needed")
    elif isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        raise ValueError("the number is too large")


def _check_text(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"a text of more than {LONGEST_TEXT} characters")
    if any((c < " " and c not in "\n\t") or c == "\x7f" or "\ud800" <= c <= "\udfff" for c in text):
        raise ValueError("a text with characters that cannot be shown")


def _texts(model: StrictMessage | None) -> list[str]:
    return [value for value in (model or StrictMessage()).model_dump().values() if isinstance(value, str)]


# -- kinds -------------------------------------------------------------------------------------------------------------

KEYS: dict[RecordKind, tuple[frozenset[str], frozenset[str]]] = {
    # What must be there, and what may.
    NEW: (frozenset({"format", "name", "game"}), frozenset({BOX})),
    OVERRIDE: (frozenset({OVERRIDE}), frozenset({"why"})),
    UNDO: (frozenset({UNDO}), frozenset()),
    REDO: (frozenset({REDO}), frozenset()),
    SHUFFLE: (frozenset({SHUFFLE, "order"}), frozenset()),
    CONFIRM: (frozenset({"confirm_end"}), frozenset({"sides"})),
    SEAT: (frozenset({"seat", "allowed"}), frozenset()),
    HANDS: (frozenset(), frozenset({"put_back_done", "card_done"})),
}


def _check_kind(record: RecordModel) -> None:
    kind, do = record.kind, record.do
    if (kind == NEW) != (record.seq == 0):
        raise ValueError("a game begins with its first record, and only there")
    if kind in KEYS:
        needed, allowed = KEYS[kind]
        if not needed <= do.keys() <= needed | allowed:
            raise ValueError(f"{kind} needs {', '.join(sorted(needed))} and nothing else")
    if kind == SHUFFLE and not (isinstance(do[SHUFFLE], str) and _is_texts(do["order"])):
        raise ValueError("a shuffle is of a pile, and its order a list of names")
    if kind == POLICY and None in PolicyChange.model_validate(do).model_dump(exclude_unset=True).values():
        raise ValueError("a policy says what it changes")
    if kind not in (ACT, OVERRIDE) and record.asked is not None:
        raise ValueError("only dice and draws answer a question")
    if kind == CONFIRM and not (isinstance(do["confirm_end"], bool) and sides_of(record.seat)):
        raise ValueError("a player agrees to the end, or does not")
    agreeing = do.get("sides", [])
    if kind == CONFIRM and not (isinstance(agreeing, list) and all(side in SIDES for side in agreeing)):
        raise ValueError("sides that have to agree are those that play")
    if kind == HANDS and list(do.values()) != [True]:
        raise ValueError("hands have done one thing")
    if kind == SEAT and not (do["seat"] in SEATS and isinstance(do["allowed"], bool)):
        raise ValueError("a seat was allowed, or taken over")
    if kind not in (ACT, OVERRIDE) and [line.model_dump() for line in record.lines] != _shown_by(record):
        raise ValueError(f"nothing else happens by {kind}")


def _shown_by(record: RecordModel) -> list[Values]:
    """What the log says of a record that changes nothing in the game."""
    do = record.do
    if record.kind == POLICY:
        return [{"key": POLICY, "facts": do}]
    if record.kind == CONFIRM:
        return [{"key": "end_confirmed" if do["confirm_end"] else "end_not_confirmed", "facts": {"seat": record.seat}}]
    if record.kind == SEAT:
        return [{"key": "seat_allowed" if do["allowed"] else "seat_taken_over", "facts": {"seat": do["seat"]}}]
    return []


def _is_texts(value: JsonValue) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
