"""Intents: what somebody wants done, and what it would come to. Nothing here writes or tells anybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from companion.rules.answers import Refused, Waiting
from companion.rules.engine import Applied
from companion.rules.notation.taking import take
from companion.rules.notation.verbs import VERBS, NotationError
from companion.rules.override import MalformedState, apply_override
from companion.rules.state import State
from companion.table.draws import fresh_order, next_in, top_of
from companion.table.library import Library
from companion.table.problems import TableRefusal
from companion.table.readings import (
    ASK,
    COUNTDOWN,
    SURE,
    Pending,
    asked_for,
    cause_of,
    dice_verb,
    kept_id,
    offered_again,
)
from companion.table.record import ACT, BOX, OVERRIDE, POLICY, REDO, SHUFFLE, UNDO, Record
from companion.table.redaction import touches_hidden
from companion.table.seats import BOTH, HOST, plays, side_of
from companion.table.sources import DICE, DiceSource, DrawSource
from companion.table.states import happening_lines
from companion.table.timeline import READ_VERBS, Kept, Timeline

TAP: Mapping[str, Any] = {"kind": "tap"}
LONGEST_WHY = 500
LONGEST_COUNTDOWN = 60


@dataclass(frozen=True, slots=True)
class Intent:
    """What somebody wants done: an id of its own, the version it was made on, the verb, and where it comes from."""

    id: str
    version: int
    do: Mapping[str, Any]
    cause: Mapping[str, Any] = field(default_factory=lambda: TAP)


class Entry(NamedTuple):
    """What would be written: everything of a record that is not known before."""

    kind: str
    do: Mapping[str, Any]
    cause: Mapping[str, Any]
    lines: tuple[Mapping[str, Any], ...] = ()
    asked: Mapping[str, Any] | None = None
    state: State | None = None


class Proposal(NamedTuple):
    """The records an intent would add; none for one that only clears the desk."""

    entries: tuple[Entry, ...] = ()
    # The reading stays on the desk, and its countdown stops.
    hold: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """The table as an intent finds it."""

    state: State
    asked: Waiting
    timeline: Timeline
    pending: Pending | None
    library: Library
    # The box on the shelf that is chosen now; a running game keeps its own.
    chosen: Library
    dice: DiceSource
    draws: DrawSource

    def question(self) -> dict[str, Any] | None:
        return asked_for(self.state, self.asked)

    def kept(self) -> Kept | None:
        return offered_again(self.state, self.asked, self.timeline)


Handler: TypeAlias = Callable[[Situation, str, Intent], Proposal]


def propose(situation: Situation, seat: str, intent: Intent) -> Proposal:
    """What the intent comes to; a `TableRefusal` says why not."""
    for verb, handler in TABLE_VERBS.items():
        if verb in intent.do:
            return handler(situation, seat, intent)
    return _game_verb(situation, seat, intent)


def _game_verb(situation: Situation, seat: str, intent: Intent) -> Proposal:
    # Whose move it is comes first: a refusal by the rules could tell something about the other player's hand.
    _must_play(situation, seat, side_of(situation.state, situation.asked, intent.do))
    return Proposal((_act(situation, intent.do, intent.cause),))


def _must_play(situation: Situation, seat: str, side: str) -> None:
    if not plays(seat, side):
        numbers = {"seat": seat, "side": side, "what": situation.asked.what}
        raise TableRefusal("table/not_your_seat", "not_your_seat", numbers)


def _act(situation: Situation, do: Mapping[str, Any], cause: Mapping[str, Any]) -> Entry:
    try:
        applied = take(situation.state, do)
    except NotationError as error:
        raise TableRefusal("wire/notation", "unreadable_verb", {"reason": str(error)[:300]}) from error
    except Refused as error:
        refusal = error.refusal
        raise TableRefusal(f"rules/{refusal.rule}", refusal.key, refusal.facts) from error
    asked = situation.question() if any(verb in do for verb in READ_VERBS) else None
    return _entry(ACT, do, cause, applied, asked)


def _entry(
    kind: str,
    do: Mapping[str, Any],
    cause: Mapping[str, Any],
    applied: Applied,
    asked: Mapping[str, Any] | None = None,
) -> Entry:
    return Entry(kind, do, cause, happening_lines(applied), asked, applied.state)


# -- history -----------------------------------------------------------------------------------------------------------


def _through_history(kind: str, moved: Callable[[Timeline], Record | None], code: str) -> Handler:
    """Undo and redo alike: the act they move is named in the record."""

    def handle(situation: Situation, seat: str, intent: Intent) -> Proposal:
        _exactly(intent.do, kind, True)
        act = moved(situation.timeline)
        if act is None:
            raise TableRefusal(code, code.removeprefix("table/"))
        return Proposal((Entry(kind, {kind: act.seq}, intent.cause),))

    return handle


def _override(situation: Situation, seat: str, intent: Intent) -> Proposal:
    change, why = intent.do.get("override"), intent.do.get("why", "")
    if set(intent.do) - {"override", "why"} or not isinstance(why, str) or len(why) > LONGEST_WHY:
        raise unreadable("override: the changes and a short 'why' are needed")
    if not isinstance(change, Mapping):
        raise unreadable("override: a table of changes is needed")
    deck = touches_hidden(seat, change)
    if deck is not None:
        raise TableRefusal("table/hidden", "hidden_cards", {"deck": deck, "seat": seat})
    try:
        applied = apply_override(situation.state, change)
    except MalformedState as error:
        raise TableRefusal("override/malformed", error.key, error.facts) from error
    cause = {**intent.cause, "kind": "override", "why": why}
    return Proposal((_entry(OVERRIDE, {"override": dict(change), "why": why}, cause, applied),))


def _use_box(situation: Situation, seat: str, intent: Intent) -> Proposal:
    """The game goes on with the box that is chosen now."""
    _exactly(intent.do, "use_box", True)
    if seat not in (HOST, BOTH):
        raise TableRefusal("table/not_host", "not_host")
    chosen = situation.chosen
    if chosen.box.printed == situation.library.box.printed:
        raise TableRefusal("table/same_box", "same_box")
    try:
        applied = chosen.taken_over(situation.state)
    except MalformedState as error:
        raise TableRefusal("override/malformed", error.key, error.facts) from error
    cause = {**intent.cause, "kind": "override", "why": ""}
    return Proposal((_entry(OVERRIDE, {OVERRIDE: {BOX: dict(chosen.overlay)}, "why": ""}, cause, applied),))


# -- readings ----------------------------------------------------------------------------------------------------------


def _accept(situation: Situation, seat: str, intent: Intent) -> Proposal:
    name = _exactly(intent.do, "accept", str)
    kept = situation.kept()
    if kept is not None and name == kept_id(kept):
        return _again(situation, kept)
    pending = _pending(situation, name)
    if pending.do is None:
        raise TableRefusal("table/nobody_asked", "nobody_asked", {"reading": name})
    return Proposal((_act(situation, pending.do, {**cause_of(pending.reading), "by": seat}),))


def _again(situation: Situation, kept: Kept) -> Proposal:
    """Undone dice and draws come again as they were."""
    return Proposal((_act(situation, kept.do, {**kept.cause, "again": kept.seq}),))


def _correct(situation: Situation, seat: str, intent: Intent) -> Proposal:
    if set(intent.do) != {"correct", "faces"}:
        raise unreadable("correct: the reading and its 'faces' are needed")
    name = intent.do["correct"]
    kept = situation.kept()
    if kept is not None and name == kept_id(kept):
        cause = {**kept.cause, "corrected": True, "again": kept.seq}
    else:
        pending = _pending(situation, name)
        if pending.reading.kind != DICE:
            raise TableRefusal("table/not_dice", "not_dice", {"reading": name})
        cause = cause_of(pending.reading, corrected=True)
    if situation.asked.kind != "roll":
        raise TableRefusal("table/nobody_asked", "nobody_asked", {"reading": name})
    return Proposal((_act(situation, dice_verb(situation.asked, intent.do["faces"]), {**cause, "by": seat}),))


def _reject(situation: Situation, seat: str, intent: Intent) -> Proposal:
    name = _exactly(intent.do, "reject", str)
    kept = situation.kept()
    if kept is not None and name == kept_id(kept):
        # Undo is no way to roll again; a wrong reading can be corrected.
        raise TableRefusal("table/kept_reading", "kept_reading", {"reading": name})
    _pending(situation, name)
    return Proposal()


def _hold(situation: Situation, seat: str, intent: Intent) -> Proposal:
    """Somebody looks at the reading: it waits for a tap from now on."""
    _pending(situation, _exactly(intent.do, "hold", str))
    return Proposal(hold=True)


def _pending(situation: Situation, name: object) -> Pending:
    pending = situation.pending
    if pending is None or pending.reading.id != name:
        raise TableRefusal("table/no_such_reading", "no_such_reading", {"reading": str(name)[:64]})
    return pending


def _policy(situation: Situation, seat: str, intent: Intent) -> Proposal:
    wanted = _exactly(intent.do, "policy", Mapping)
    modes = (SURE, COUNTDOWN, ASK)
    for key, value in wanted.items():
        if key == "seconds":
            good = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LONGEST_COUNTDOWN
        else:
            good = key in ("dice", "tiles", "cards") and value in modes
        if not good:
            raise unreadable(f"policy: {str(key)[:40]!r} cannot be {str(value)[:40]!r}")
    return Proposal((Entry(POLICY, dict(wanted), intent.cause, ({"key": "policy", "facts": dict(wanted)},)),))


# -- "do it for me" ----------------------------------------------------------------------------------------------------


def _for_me(situation: Situation, seat: str, intent: Intent, kind: str, code: str) -> Proposal | None:
    """May this seat let the companion roll or draw? Undone dice and draws come again instead of new ones."""
    _exactly(intent.do, f"{kind}_for_me", True)
    asked = situation.asked
    _must_play(situation, seat, asked.side)
    if asked.kind != kind:
        raise TableRefusal(code, code.removeprefix("table/"), {"what": asked.what})
    kept = situation.kept()
    return None if kept is None else _again(situation, kept)


def _roll_for_me(situation: Situation, seat: str, intent: Intent) -> Proposal:
    again = _for_me(situation, seat, intent, "roll", "table/no_roll_awaited")
    if again is not None:
        return again
    faces = list(situation.dice.roll(situation.asked.number))
    return Proposal((_act(situation, dice_verb(situation.asked, faces), _by_companion(situation.dice)),))


def _draw_for_me(situation: Situation, seat: str, intent: Intent) -> Proposal:
    again = _for_me(situation, seat, intent, "draw", "table/no_draw_awaited")
    if again is not None:
        return again
    what, cause = situation.asked.what, _by_companion(situation.draws)
    found = next_in(situation.timeline.piles.get(what), situation.state, what)
    if found is not None:
        return Proposal((_act(situation, {"draw": found}, cause),))
    order = fresh_order(situation.library, situation.state, what, situation.draws)
    found = top_of(order, situation.state)
    if found is None:
        raise TableRefusal("table/pile_empty", "pile_empty", {"what": what})
    shuffle = Entry(SHUFFLE, {"shuffle": what, "order": list(order)}, cause)
    return Proposal((shuffle, _act(situation, {"draw": found}, cause)))


def _by_companion(source: DiceSource | DrawSource) -> dict[str, Any]:
    return {"kind": "simulated" if source.simulated else "source", "source": source.name}


# -- reading verbs -----------------------------------------------------------------------------------------------------


def unreadable(reason: str) -> TableRefusal:
    return TableRefusal("wire/notation", "unreadable_verb", {"reason": reason})


def _exactly(do: Mapping[str, Any], verb: str, wanted: Any) -> Any:
    """The value of a verb that stands alone: of a type, or this very value."""
    value = do[verb]
    good = isinstance(value, wanted) if isinstance(wanted, type) else value is wanted
    if len(do) != 1 or not good:
        raise unreadable(f"{verb}: stands alone, with {getattr(wanted, '__name__', wanted)}")
    return value


TABLE_VERBS: dict[str, Handler] = {
    "undo": _through_history(UNDO, Timeline.undoable, "table/nothing_to_undo"),
    "redo": _through_history(REDO, Timeline.redone, "table/nothing_to_redo"),
    "override": _override,
    "use_box": _use_box,
    "accept": _accept,
    "correct": _correct,
    "reject": _reject,
    "hold": _hold,
    "policy": _policy,
    "roll_for_me": _roll_for_me,
    "draw_for_me": _draw_for_me,
}


def verb_keys() -> dict[str, tuple[str, ...]]:
    """Every verb of the wire with the further keys it may have: those of the rules, and the table's own."""
    own = {verb: ("why",) if verb == "override" else ("faces",) if verb == "correct" else () for verb in TABLE_VERBS}
    return {**{verb: keys for verb, (keys, _) in VERBS.items()}, **own}
