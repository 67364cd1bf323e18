"""The pending reading: the one reading that waits for a tap or a countdown, and how the tablet sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from companion.protocol.json import Facts
from companion.protocol.readings import CERTAIN, DICE, DieFace, Reading
from companion.protocol.views import HIDDEN_DECKS, FaceJson, ReadingJson
from companion.rules.notation import Do
from companion.rules.results import Waiting
from companion.rules.state import State
from companion.table.environment import Scheduler
from companion.table.history import UndoneInput
from companion.table.readings import LIKELY
from companion.table.seats import sees_deck

# The note of a reading whose countdown somebody stopped.
HELD: Final = "held"
# Notes of a reading that may be taken as it is; every other says why it may not.
USABLE_NOTES: Final = frozenset({"", "ask", "unsure", LIKELY, "kept", HELD})


@dataclass(frozen=True, slots=True)
class PendingReading:
    """A reading with what it would do, and why it was not simply applied."""

    reading: Reading
    note: str
    do: Do | None
    countdown: float | None = None
    facts: Facts = field(default_factory=dict)


class PendingSlot:
    """Holds the pending reading and its countdown. Used under the table's lock."""

    def __init__(self, scheduler: Scheduler) -> None:
        self.pending: PendingReading | None = None
        self._scheduler = scheduler
        self._cancel: Callable[[], None] | None = None

    def put(self, pending: PendingReading, at_the_end: Callable[[], None]) -> None:
        """In place of the one before; if it counts down, `at_the_end` is called when the time is over."""
        self.clear()
        self.pending = pending
        if pending.countdown is not None:
            self._cancel = self._scheduler.later(pending.countdown, at_the_end)

    def hold(self) -> None:
        """The countdown stops; the reading stays until somebody decides what becomes of it."""
        self._stop()
        if self.pending is not None and self.pending.countdown is not None:
            self.pending = replace(self.pending, countdown=None, note=HELD)

    def clear(self) -> None:
        self.pending = None
        self._stop()

    def _stop(self) -> None:
        if self._cancel is not None:
            self._cancel()
            self._cancel = None


# -- as JSON -----------------------------------------------------------------------------------------------------------


def pending_json(
    seat: str, pending: PendingReading, waiting: Waiting, state: State, legal: Sequence[Do]
) -> ReadingJson | None:
    """None for a seat that must not see the card that was scanned."""
    reading = pending.reading
    if _hidden_from(seat, reading, waiting, state):
        return None
    return {
        "id": reading.id,
        "kind": reading.kind,
        "faces": [_face_json(face, reading.sure) for face in reading.faces],
        "expected": waiting.number if waiting.kind in ("roll", "draw") else 0,
        "state": reading.state,
        "sure": reading.sure,
        "likely": reading.likely and not reading.sure,
        "usable": pending.note in USABLE_NOTES,
        "note": pending.note,
        "facts": pending.facts,
        "tag": reading.tag or None,
        "turn": reading.turn,
        "offers": _card_offers(legal, reading),
        "picture": reading.picture,
        "countdown": pending.countdown,
        "source": reading.source,
        "simulated": reading.simulated,
    }


def undone_json(seat: str, undone: UndoneInput) -> ReadingJson | None:
    """An undone roll or draw, offered again; a hidden card only to its owner."""
    verb, value = next(iter(undone.do.items()))
    if verb == "draw" and not sees_deck(seat, undone.asked["what"]):
        return None
    dice = [DieFace(face) for face in value] if verb != "draw" else []
    cause = undone.cause
    return {
        "id": undone.id,
        "kind": "tag" if verb == "draw" else "dice",
        "faces": [_face_json(face, sure=True) for face in dice],
        "expected": undone.asked["number"],
        "state": "kept",
        "sure": True,
        "likely": False,
        "usable": True,
        "note": "kept",
        "facts": {},
        "tag": value if verb == "draw" else None,
        "turn": 0,
        "offers": [],
        "picture": cause.get("picture"),
        "countdown": None,
        "source": cause.get("source", cause.get("kind", "")),
        "simulated": cause.get("kind") == "simulated" or bool(cause.get("simulated")),
    }


def _face_json(face: DieFace, sure: bool) -> FaceJson:
    return {
        "face": face.face,
        "confidence": round(face.confidence, 4),
        "box": face.box,
        "sure": sure or (not face.doubt and face.confidence >= CERTAIN),
        "guesses": list(face.guesses),
        "doubt": "" if sure else face.doubt,
    }


def _hidden_from(seat: str, reading: Reading, waiting: Waiting, state: State) -> bool:
    """Whoever shows a hidden card to the reader, to draw it or to play it, does not show it to the other player."""
    if reading.kind == DICE:
        return False
    card = state.game.cards.get(reading.tag)
    decks = {waiting.what, card.deck if card else ""}
    return any(deck in HIDDEN_DECKS and not sees_deck(seat, deck) for deck in decks)


def _card_offers(legal: Sequence[Mapping[str, Any]], reading: Reading) -> list[Do]:
    """What the scanned card can do now: every legal verb that uses it."""
    if reading.kind == DICE:
        return []
    return [do for do in legal if reading.tag in (do.get("play"), do.get("gift"), do.get("with"))]
