"""Readings at the table: what may be done with what a source read, and what is only shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from companion.protocol.intents import Cause, Mode
from companion.protocol.json import Facts
from companion.protocol.readings import DICE, SETTLED, Reading
from companion.protocol.views import HIDDEN_DECKS, PolicyJson
from companion.rules.notation import Do, NotationError, take
from companion.rules.results import IllegalAction, Waiting
from companion.rules.state import State
from companion.table.history import History, UndoneInput
from companion.table.record import AskedFor

SCAN: Final = "scan"

# What a source may say of a tag the box does not know.
UNKNOWN_TAG: Final = "unknown_tag"

# The note of dice that are likely right: they count down, and the tablet says what the doubt is.
LIKELY: Final = "likely"
# Later ones are stricter.
STRICTER: Final[tuple[Mode, ...]] = ("sure", "countdown", "ask")

ReadingFate: TypeAlias = Literal["apply", "countdown", "show"]
InputKind: TypeAlias = Literal["dice", "tiles", "cards"]


class ReadingVerdict(NamedTuple):
    """What becomes of a reading: applied at once, after a countdown, or shown with a note that says why not."""

    fate: ReadingFate
    note: str = ""
    do: Do | None = None
    # What the note is about, for its sentence.
    facts: Facts = {}
    # How long the countdown takes.
    seconds: float | None = None


def judge_reading(
    state: State, waiting: Waiting, reading: Reading, policy: PolicyJson, undone: UndoneInput | None
) -> ReadingVerdict:
    """A reading nobody asked for, with the wrong number, unsure or cocked is never applied."""
    reading = _of_alike(state, waiting, reading)
    wrong = _wrong_piece(state, waiting, reading)
    if wrong is not None:
        return ReadingVerdict("show", wrong[0], facts=wrong[1])
    do = verb_for(reading, waiting)
    if do is None:
        return ReadingVerdict("show", "nobody_asked")
    if reading.state != SETTLED:
        return ReadingVerdict("show", reading.state, do, _doubts(reading))
    if reading.kind == DICE and len(reading.faces) != waiting.number:
        return ReadingVerdict("show", "wrong_number", do)
    if reading.kind == DICE and any(face.sides != waiting.sides for face in reading.faces):
        return ReadingVerdict("show", "wrong_die", do, {"sides": waiting.sides})
    refused = _refused_for(state, do)
    if refused is not None:
        return ReadingVerdict("show", refused[0], do, refused[1])
    if not reading.sure and not reading.likely:
        return ReadingVerdict("show", "unsure", do, _doubts(reading))
    if undone is not None and not _same_input(undone.do, do):
        return ReadingVerdict("show", "kept", do)
    mode = policy_for(waiting, policy)
    if reading.sure:
        return _by_policy(mode, policy["seconds"], do, "ask")
    stricter = max(mode, policy["likely"], key=STRICTER.index)
    verdict = _by_policy(stricter, policy["likely_seconds"], do, "unsure")
    return verdict._replace(note=verdict.note or LIKELY, facts=_doubts(reading))


def _by_policy(mode: Mode, seconds: float, do: Do, asked: str) -> ReadingVerdict:
    if mode == "ask":
        return ReadingVerdict("show", asked, do)
    return ReadingVerdict("apply", "", do) if mode == "sure" else ReadingVerdict("countdown", "", do, seconds=seconds)


def _wrong_piece(state: State, waiting: Waiting, reading: Reading) -> tuple[str, Facts] | None:
    """Why this piece is not the one that is awaited, as a note and its facts; None if the rules may judge it."""
    if reading.kind == DICE:
        return None
    is_tile, is_card = reading.tag in state.game.tiles, reading.tag in state.game.cards
    if not is_tile and not is_card:
        return reading.facts.get("unknown", UNKNOWN_TAG), {"tag": reading.tag}
    named = {"tile": reading.tag} if is_tile else {"card": reading.tag}
    if waiting.kind == "draw":
        wanted = is_tile if waiting.what == "tile" else is_card
        return None if wanted else ("tile_awaited" if waiting.what == "tile" else "card_awaited", named)
    if waiting.what == "lay" and is_tile:
        drawn = waiting.facts.get("tile")
        return None if drawn == reading.tag else ("other_tile", {**named, "drawn": drawn})
    return "nobody_asked", named


def _of_alike(state: State, waiting: Waiting, reading: Reading) -> Reading:
    """Of pieces that look the same and are the same to the game, the one that can be meant."""
    named = [replace(reading, tag=tag) for tag in (reading.tag, *reading.facts.get("alike", []))]
    possible = (
        one
        for one in named
        if _wrong_piece(state, waiting, one) is None
        and (do := verb_for(one, waiting)) is not None
        and _refused_for(state, do) is None
    )
    return next(possible, reading) if len(named) > 1 else reading


def _doubts(reading: Reading) -> Facts:
    """What the device is not sure about, so that the tablet can say more than that it is not."""
    doubts = reading.facts.get("doubts")
    return {"doubts": doubts} if doubts else {}


def _refused_for(state: State, do: Do) -> tuple[str, Mapping[str, Any]] | None:
    try:
        take(state, do)
    except IllegalAction as error:
        return error.refusal.key, error.refusal.facts
    except NotationError:
        return "unreadable", {}
    return None


def _same_input(one: Do, other: Do) -> bool:
    """The same dice in any order, or the same draw."""
    return {k: sorted(v) for k, v in one.items()} == {k: sorted(v) for k, v in other.items()}


# -- what is awaited ---------------------------------------------------------------------------------------------------


def asked_for(state: State, waiting: Waiting) -> AskedFor | None:
    """The question dice or a draw would answer now, as a record remembers it."""
    if waiting.kind not in ("roll", "draw"):
        return None
    return {"side": waiting.side, "what": waiting.what, "number": waiting.number, "round": state.round}


def offered_again(state: State, waiting: Waiting, history: History) -> UndoneInput | None:
    """The undone dice or draw that comes again; not a card that was taken from the deck otherwise since."""
    fitting = history.undone_for(asked_for(state, waiting))
    return next((undone for undone in fitting if _refused_for(state, undone.do) is None), None)


def dice_verb(waiting: Waiting, faces: list[int]) -> Do:
    return {"reroll" if waiting.what == "reroll" else "roll": faces}


def input_kind(waiting: Waiting) -> InputKind:
    """Dice, cards or tiles: what is brought in for this question."""
    return "dice" if waiting.kind == "roll" else ("cards" if waiting.what in HIDDEN_DECKS else "tiles")


def policy_for(waiting: Waiting, policy: PolicyJson) -> Mode:
    return policy[input_kind(waiting)]


def source_for(waiting: Waiting, sources: Mapping[str, str]) -> str:
    """How the table chose to bring in what is awaited; a tile is turned under the camera that drew it.

    While a player chooses, a card that is scanned offers what it can do: so the table still looks for tags.
    """
    if waiting.kind in ("roll", "draw") or waiting.what == "lay":
        return sources[input_kind(waiting)]
    return SCAN if SCAN in (sources["tiles"], sources["cards"]) else ""


def verb_for(reading: Reading, waiting: Waiting) -> Do | None:
    """The verb a reading stands for, if it answers what is awaited."""
    if reading.kind == DICE:
        return dice_verb(waiting, [face.face for face in reading.faces]) if waiting.kind == "roll" else None
    if waiting.kind == "draw":
        return {"draw": reading.tag}
    if waiting.what == "lay" and waiting.facts.get("tile") == reading.tag:
        return {"lay": "", "rotation": reading.turn}
    return None


def cause_of(reading: Reading, corrected: bool = False) -> Cause:
    """Why the table believes it: the source, the picture and how sure each die was."""
    kind = "camera" if reading.kind == DICE else "scan"
    cause: Cause = {"kind": kind, "source": reading.source, "reading": reading.id, "picture": reading.picture}
    if reading.simulated:
        cause["simulated"] = True
    if reading.kind == DICE:
        cause["read"] = [face.face for face in reading.faces]
        cause["confidence"] = [round(face.confidence, 4) for face in reading.faces]
    if corrected:
        cause["corrected"] = True
    return cause
