"""Readings at the table: what may be done with what a source saw, and what is only shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from companion.rules.answers import Refused, Waiting
from companion.rules.notation.taking import take
from companion.rules.notation.verbs import NotationError
from companion.rules.state import State
from companion.table.scans import card_offers, hides, wrong_piece
from companion.table.seats import HIDDEN_DECKS, sees_deck
from companion.table.sources import DICE, SETTLED, Face, Reading
from companion.table.timeline import Kept, Timeline

# Per kind of reading: apply at once when sure, apply after a countdown, or always ask.
SURE: Final = "sure"
COUNTDOWN: Final = "countdown"
ASK: Final = "ask"
SCAN: Final = "scan"
DEFAULT_POLICY: Final[Mapping[str, Any]] = {"dice": COUNTDOWN, "tiles": COUNTDOWN, "cards": ASK, "seconds": 3}

# The note of a reading whose countdown somebody stopped.
HELD: Final = "held"

APPLY: Final = "apply"
SHOW: Final = "show"


class Verdict(NamedTuple):
    """What becomes of a reading: applied at once, after a countdown, or shown with a note that says why not."""

    fate: str
    note: str = ""
    do: Mapping[str, Any] | None = None
    # What the note is about, for its sentence.
    facts: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Pending:
    """The reading that lies on the table's desk, waiting for a tap or a countdown."""

    reading: Reading
    note: str
    do: Mapping[str, Any] | None
    countdown: float | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


def asked_for(state: State, asked: Waiting) -> dict[str, Any] | None:
    """The question dice or a draw would answer now, as a record remembers it."""
    if asked.kind not in ("roll", "draw"):
        return None
    return {"side": asked.side, "what": asked.what, "number": asked.number, "round": state.round}


def offered_again(state: State, asked: Waiting, timeline: Timeline) -> Kept | None:
    """The undone dice or draw that comes again; not a card that was taken from the deck otherwise since."""
    fitting = timeline.kept_for(asked_for(state, asked))
    return next((kept for kept in fitting if refused_for(state, kept.do) is None), None)


def dice_verb(asked: Waiting, faces: list[int]) -> dict[str, Any]:
    return {"reroll" if asked.what == "reroll" else "roll": faces}


def kind_of(asked: Waiting) -> str:
    """Dice, cards or tiles: what is brought in for this question."""
    return "dice" if asked.kind == "roll" else ("cards" if asked.what in HIDDEN_DECKS else "tiles")


def policy_for(asked: Waiting, policy: Mapping[str, Any]) -> str:
    return str(policy[kind_of(asked)])


def source_for(asked: Waiting, sources: Mapping[str, str]) -> str:
    """How the table chose to bring in what is awaited; a tile is turned under the camera that drew it.

    While a player chooses, a card that is scanned offers what it can do: so the table still looks for tags.
    """
    if asked.kind in ("roll", "draw") or asked.what == "lay":
        return sources[kind_of(asked)]
    return SCAN if SCAN in (sources["tiles"], sources["cards"]) else ""


def verb_for(reading: Reading, asked: Waiting) -> dict[str, Any] | None:
    """The verb a reading stands for, if it answers what is awaited."""
    if reading.kind == DICE:
        return dice_verb(asked, [face.face for face in reading.faces]) if asked.kind == "roll" else None
    if asked.kind == "draw":
        return {"draw": reading.tag}
    if asked.what == "lay" and asked.facts.get("tile") == reading.tag:
        return {"lay": "", "rotation": reading.turn}
    return None


def judge(state: State, asked: Waiting, reading: Reading, policy: Mapping[str, Any], kept: Kept | None) -> Verdict:
    """A reading nobody asked for, with the wrong number, unsure or cocked is never applied."""
    wrong = wrong_piece(state, asked, reading)
    if wrong is not None:
        return Verdict(SHOW, wrong[0], facts=wrong[1])
    do = verb_for(reading, asked)
    if do is None:
        return Verdict(SHOW, "nobody_asked")
    if reading.state != SETTLED:
        return Verdict(SHOW, reading.state, do, _doubts(reading))
    if reading.kind == DICE and len(reading.faces) != asked.number:
        return Verdict(SHOW, "wrong_number", do)
    refused = refused_for(state, do)
    if refused is not None:
        return Verdict(SHOW, refused[0], do, refused[1])
    if not reading.sure:
        return Verdict(SHOW, "unsure", do, _doubts(reading))
    if kept is not None and not same_dice(kept.do, do):
        return Verdict(SHOW, "kept", do)
    chosen = policy_for(asked, policy)
    return Verdict({SURE: APPLY, COUNTDOWN: COUNTDOWN}.get(chosen, SHOW), "" if chosen != ASK else ASK, do)


def _doubts(reading: Reading) -> dict[str, Any]:
    """What the device is not sure about, so that the tablet can say more than that it is not."""
    return {"doubts": reading.facts["doubts"]} if reading.facts.get("doubts") else {}


def refused_for(state: State, do: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]] | None:
    try:
        take(state, do)
    except Refused as error:
        return error.refusal.key, error.refusal.facts
    except NotationError:
        return "unreadable", {}
    return None


def same_dice(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """The same dice in any order, or the same draw."""
    return {k: sorted(v) for k, v in one.items()} == {k: sorted(v) for k, v in other.items()}


def cause_of(reading: Reading, corrected: bool = False) -> dict[str, Any]:
    """Why the table believes it: the source, the picture and how sure each die was."""
    kind = "camera" if reading.kind == DICE else "scan"
    cause: dict[str, Any] = {"kind": kind, "source": reading.source, "reading": reading.id, "picture": reading.picture}
    if reading.simulated:
        cause["simulated"] = True
    if reading.kind == DICE:
        cause["read"] = [face.face for face in reading.faces]
        cause["confidence"] = [round(face.confidence, 4) for face in reading.faces]
    if corrected:
        cause["corrected"] = True
    return cause


# -- as the tablet sees them -------------------------------------------------------------------------------------------


def kept_id(kept: Kept) -> str:
    return f"kept-{kept.seq}"


def kept_view(seat: str, kept: Kept) -> dict[str, Any] | None:
    """An undone roll or draw, offered again; a hidden card only to its owner."""
    verb, value = next(iter(kept.do.items()))
    if verb == "draw" and not sees_deck(seat, kept.asked["what"]):
        return None
    dice = list(value) if verb != "draw" else []
    return {
        **_view(kept_id(kept), "tag" if verb == "draw" else DICE, [Face(face) for face in dice], kept.asked["number"]),
        "state": "kept",
        "sure": True,
        "note": "kept",
        "facts": {},
        "tag": value if verb == "draw" else None,
        "picture": picture_url(kept.cause.get("picture")),
        "source": kept.cause.get("source", kept.cause.get("kind", "")),
        "simulated": kept.cause.get("kind") == "simulated" or bool(kept.cause.get("simulated")),
    }


def pending_view(
    seat: str, pending: Pending, asked: Waiting, state: State, legal: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    reading = pending.reading
    if hides(state, asked, reading, seat):
        return None
    return {
        **_view(reading.id, reading.kind, list(reading.faces), asked.number if asked.kind in ("roll", "draw") else 0),
        "state": reading.state,
        "sure": reading.sure,
        "note": pending.note,
        "facts": dict(pending.facts),
        "tag": reading.tag or None,
        "turn": reading.turn,
        "offers": card_offers(legal, reading),
        "picture": picture_url(reading.picture),
        "countdown": pending.countdown,
        "source": reading.source,
        "simulated": reading.simulated,
    }


def _view(name: str, kind: str, faces: list[Face], expected: int) -> dict[str, Any]:
    shown = [
        {"face": f.face, "confidence": round(f.confidence, 4), "box": f.box, "guesses": list(f.guesses)} for f in faces
    ]
    return {"id": name, "kind": kind, "faces": shown, "expected": expected, "turn": 0, "countdown": None}


def picture_url(picture: str | None) -> str | None:
    return f"/api/readings/{picture}.jpg" if picture else None
