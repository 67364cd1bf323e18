"""Intents: what somebody wants done. The one way in which anything changes at the table.

A verb is written as JSON with one leading key: the verbs of the game as in position files ({"move": "brute-1",
"to": "B"}), the table's own as the models below ({"undo": true}). Four never come over the wire: a reading and a press
of a button, by devices, a seat that went to another tablet and an order of the companion, by the service.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias, TypedDict

from pydantic import BeforeValidator, Field, JsonValue, ValidationError

from companion.protocol.json import Facts, Sentence
from companion.protocol.readings import Press, Reading
from companion.protocol.refusal import Refused
from companion.protocol.strict import StrictMessage
from companion.rules.notation import Do
from companion.rules.words import Side

LONGEST_WHY = 500
LONGEST_COUNTDOWN = 60
LONGEST_WAY = 40


def _exactly_true(value: object) -> object:
    """1 equals True in Python; on the wire it is another value."""
    if value is not True:
        raise ValueError("must be true")
    return value


Yes = Annotated[Literal[True], BeforeValidator(_exactly_true)]
ReadingId = Annotated[str, Field(max_length=200)]
# Per kind of reading: apply at once when sure, apply after a countdown, or always ask.
Mode: TypeAlias = Literal["sure", "countdown", "ask"]


class PolicyChange(StrictMessage):
    """What becomes of readings from now on; what is left out stays as it is."""

    dice: Mode | None = None
    tiles: Mode | None = None
    cards: Mode | None = None
    # How long a countdown takes.
    seconds: Annotated[int, Field(ge=1, le=LONGEST_COUNTDOWN)] | None = None
    # The same for dice that are likely right, not sure. They are never taken more easily than sure ones.
    likely: Mode | None = None
    likely_seconds: Annotated[int, Field(ge=1, le=LONGEST_COUNTDOWN)] | None = None
    # Whether players may ask the coach: for the host's seat, or the one that holds all seats.
    coach: bool | None = None


class Undo(StrictMessage):
    undo: Yes


class Redo(StrictMessage):
    redo: Yes


class UndoTo(StrictMessage):
    """Everything after this act is taken back: its number in the log, 0 for the beginning of the game."""

    undo_to: Annotated[int, Field(ge=0)]


class Walk(StrictMessage):
    """A way of several steps, as `reach` of a view has it; it ends early where something happens on it."""

    walk: Annotated[list[dict[str, JsonValue]], Field(min_length=1, max_length=LONGEST_WAY)]


class Allot(StrictMessage):
    """All hits of an attack at once: by warrior, the lines they cancel."""

    allot: dict[str, Annotated[list[int], Field(max_length=LONGEST_WAY)]]


class PutBackDone(StrictMessage):
    """The physical table is as the game: what an undo left to put back lies where it belongs."""

    put_back_done: Yes


class CardDone(StrictMessage):
    """Everything that the card that is played by hand says has been done."""

    card_done: Yes


class Override(StrictMessage):
    """Set anything by hand; the vocabulary is that of `companion.rules.override`."""

    override: dict[str, JsonValue]
    why: Annotated[str, Field(max_length=LONGEST_WHY)] = ""


class UseBox(StrictMessage):
    """Go on with the values of the box that is chosen now."""

    use_box: Yes


class Accept(StrictMessage):
    """The pending reading is right."""

    accept: ReadingId


class Correct(StrictMessage):
    """The dice of the pending reading are these."""

    correct: ReadingId
    faces: Annotated[list[int], Field(max_length=100)]


class Reject(StrictMessage):
    """The pending reading is not meant for the game."""

    reject: ReadingId


class Hold(StrictMessage):
    """Somebody looks at the pending reading: its countdown stops."""

    hold: ReadingId


class SetPolicy(StrictMessage):
    policy: PolicyChange


class RollForMe(StrictMessage):
    """The companion rolls the dice that are awaited."""

    roll_for_me: Yes


class DrawForMe(StrictMessage):
    """The companion draws the tile or card that is awaited."""

    draw_for_me: Yes


class OrderDone(StrictMessage):
    """Hands have done what the companion's order says."""

    order_done: Yes


class ConfirmEnd(StrictMessage):
    """A side agrees that the game is over, or takes it back. Once both have, nothing is undone and all is told."""

    confirm_end: bool


class EndJson(TypedDict):
    """A game with a winner. Cards stay hidden until both sides have confirmed that it is over (`confirm_end`)."""

    confirmed: list[Side]
    # Both have: nothing can be undone any more, and an export tells all.
    closed: bool


TableVerb: TypeAlias = (
    Undo
    | UndoTo
    | Redo
    | Walk
    | Allot
    | PutBackDone
    | CardDone
    | Override
    | UseBox
    | Accept
    | Correct
    | Reject
    | Hold
    | SetPolicy
    | RollForMe
    | DrawForMe
    | OrderDone
    | ConfirmEnd
)
TABLE_VERBS: Final[Mapping[str, type[TableVerb]]] = {
    "undo": Undo,
    "undo_to": UndoTo,
    "redo": Redo,
    "walk": Walk,
    "allot": Allot,
    "put_back_done": PutBackDone,
    "card_done": CardDone,
    "override": Override,
    "use_box": UseBox,
    "accept": Accept,
    "correct": Correct,
    "reject": Reject,
    "hold": Hold,
    "policy": SetPolicy,
    "roll_for_me": RollForMe,
    "draw_for_me": DrawForMe,
    "order_done": OrderDone,
    "confirm_end": ConfirmEnd,
}


@dataclass(frozen=True, slots=True)
class GameVerb:
    """A verb of the game, in the notation of position files. The rules read it."""

    do: Do


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Another tablet got a player's seat that was held: with the holder's consent, or because the holder was away."""

    seat: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class GiveOrder:
    """The companion has decided: what hands shall do next, as acts of the game, and a word why."""

    steps: tuple[Do, ...]
    why: Sentence


Verb: TypeAlias = GameVerb | TableVerb | Reading | Press | SeatTaken | GiveOrder


class Cause(TypedDict, total=False):
    """Why the table believes that something was done: a tap, a camera, a scan, a button, an override."""

    kind: str
    # Who or what brought it: the camera's name, the companion's own dice.
    source: str
    simulated: bool
    # The reading it rests on, its picture, the faces as they were read and how sure each was.
    reading: str
    picture: str | None
    read: list[int]
    confidence: list[float]
    # A player said that the reading was wrong, and which seat did.
    corrected: bool
    by: str
    # The number of the undone record whose dice or draw came again.
    again: int
    # What a player gave as the reason of an override.
    why: str
    button: str
    # The companion did it by itself: no hand was asked for it, and an undo goes on to the tap before.
    unasked: bool


@dataclass(frozen=True, slots=True)
class Intent:
    """What somebody wants done: an id of its own, the version it was made on, the verb, and where it comes from.

    Devices name no version: what they bring is about the game as it is now.
    """

    id: str
    version: int | None
    verb: Verb
    cause: Cause = field(default_factory=lambda: Cause(kind="tap"))


class Answer(NamedTuple):
    """The answer to an intent: the new version, or why not."""

    ok: bool
    version: int
    code: str = ""
    key: str = ""
    facts: Facts = {}


def read_verb(do: Do) -> GameVerb | TableVerb:
    """A verb as it comes from outside. The rules look at those of the game when they are taken."""
    for name, model in TABLE_VERBS.items():
        if name in do:
            try:
                return model.model_validate(do)
            except ValidationError as error:
                first = error.errors(include_url=False, include_input=False)[0]
                where = ".".join(str(part)[:40] for part in first["loc"])
                raise unreadable(f"{name}: {where}: {first['msg']}") from error
    return GameVerb(do)


def unreadable(reason: str) -> Refused:
    return Refused("wire/notation", "unreadable_verb", {"reason": reason[:300]})
