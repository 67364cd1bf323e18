"""What an intent comes to: the records it would add, or why not. Nothing here writes or tells anybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from companion.protocol.intents import (
    Accept,
    Cause,
    ConfirmEnd,
    Correct,
    DrawForMe,
    GameVerb,
    Hold,
    Intent,
    Override,
    Redo,
    Reject,
    RollForMe,
    SeatTaken,
    SetPolicy,
    TableVerb,
    Undo,
    UseBox,
    unreadable,
)
from companion.protocol.readings import DICE, ButtonMeaning, Press, Reading
from companion.protocol.refusal import Refused
from companion.protocol.views import PolicyJson, Seat, Sentence
from companion.rules.engine import Applied
from companion.rules.notation import Do, NotationError, take
from companion.rules.override import MalformedState, apply_override
from companion.rules.results import IllegalAction, Waiting
from companion.rules.state import State
from companion.table.drawing import fresh_order, next_in, top_of
from companion.table.environment import DiceRoller, Shuffler
from companion.table.history import READ_VERBS, History, UndoneInput, happening_lines
from companion.table.loaded_box import LoadedBox
from companion.table.pending_reading import PendingReading
from companion.table.readings import asked_for, cause_of, dice_verb, judge_reading, offered_again
from companion.table.record import ACT, BOX, CONFIRM, OVERRIDE, POLICY, REDO, SEAT, SHUFFLE, UNDO, AskedFor, RecordKind
from companion.table.seats import BOTH, HOST, plays_side, side_of, sides_of, touches_hidden


class Entry(NamedTuple):
    """What would be written: everything of a record that is not known before."""

    kind: RecordKind
    do: Do
    cause: Cause
    lines: tuple[Sentence, ...] = ()
    asked: AskedFor | None = None
    state: State | None = None


class Proposal(NamedTuple):
    """The records an intent would add, and what becomes of the pending reading."""

    entries: tuple[Entry, ...] = ()
    pending: PendingReading | Literal["clear", "keep", "hold"] = "clear"
    # Shown instead where the records cannot be saved: a reading must not be lost because the disk is full.
    unsaved: PendingReading | None = None


NOTHING = Proposal(pending="keep")


@dataclass(frozen=True, slots=True)
class Situation:
    """The table as an intent finds it."""

    state: State
    waiting: Waiting
    history: History
    pending: PendingReading | None
    policy: PolicyJson
    # The box of this game, and the one that is chosen now; a running game keeps its own.
    box: LoadedBox
    chosen: LoadedBox
    dice: DiceRoller
    shuffler: Shuffler

    def undone(self) -> UndoneInput | None:
        """The undone dice or draw that answers what is awaited."""
        return offered_again(self.state, self.waiting, self.history)

    def reading_id(self) -> str | None:
        """The id of the pending reading, or of the undone one that is offered again."""
        if self.pending is not None:
            return self.pending.reading.id
        undone = self.undone()
        return None if undone is None else undone.id


def propose(situation: Situation, seat: Seat, intent: Intent) -> Proposal:
    """What the intent comes to; `Refused` says why not."""
    verb = intent.verb
    if isinstance(verb, SeatTaken):
        return _seat_taken(verb)
    if situation.history.closed:
        # Whoever knows all cards of both sides may not go back and play on.
        raise Refused("table/closed", "closed")
    if isinstance(verb, Press):
        meant = _verb_of_press(situation, verb.button)
        if meant is None:
            return NOTHING
        verb = meant
    if isinstance(verb, Reading):
        return _reading(situation, verb)
    if isinstance(verb, GameVerb):
        # Whose move it is comes first: a refusal by the rules could tell something about the other player's hand.
        _must_play(situation, seat, side_of(situation.state, situation.waiting, verb.do))
        return Proposal((_act(situation, verb.do, intent.cause),))
    return _table_verb(situation, seat, verb, intent.cause)


def _table_verb(situation: Situation, seat: Seat, verb: TableVerb, cause: Cause) -> Proposal:
    match verb:
        case Undo():
            act = situation.history.undoable()
            if act is None:
                raise Refused("table/nothing_to_undo", "nothing_to_undo")
            return Proposal((Entry(UNDO, {UNDO: act.seq}, cause),))
        case Redo():
            act = situation.history.redone()
            if act is None:
                raise Refused("table/nothing_to_redo", "nothing_to_redo")
            return Proposal((Entry(REDO, {REDO: act.seq}, cause),))
        case Override():
            return _override(situation, seat, verb, cause)
        case UseBox():
            return _use_box(situation, seat, cause)
        case Accept():
            return _accept(situation, seat, verb.accept)
        case Correct():
            return _correct(situation, seat, verb)
        case Reject():
            return _reject(situation, verb.reject)
        case Hold():
            _pending(situation, verb.hold)
            return Proposal(pending="hold")
        case SetPolicy():
            change = verb.policy.model_dump(exclude_none=True)
            return Proposal((Entry(POLICY, change, cause, ({"key": "policy", "facts": change},)),))
        case ConfirmEnd():
            return _confirm_end(situation, seat, verb.confirm_end, cause)
        case RollForMe():
            return _roll_for_me(situation, seat)
        case DrawForMe():
            return _draw_for_me(situation, seat)


def _must_play(situation: Situation, seat: Seat, side: str) -> None:
    if not plays_side(seat, side):
        facts = {"seat": seat, "side": side, "what": situation.waiting.what}
        raise Refused("table/not_your_seat", "not_your_seat", facts)


def _act(situation: Situation, do: Do, cause: Cause) -> Entry:
    try:
        applied = take(situation.state, do)
    except NotationError as error:
        raise unreadable(str(error)) from error
    except IllegalAction as error:
        refusal = error.refusal
        raise Refused(f"rules/{refusal.rule}", refusal.key, refusal.facts) from error
    brings_in = any(verb in do for verb in READ_VERBS)
    asked = asked_for(situation.state, situation.waiting) if brings_in else None
    return _entry(ACT, do, cause, applied, asked)


def _entry(kind: RecordKind, do: Do, cause: Cause, applied: Applied, asked: AskedFor | None = None) -> Entry:
    return Entry(kind, do, cause, happening_lines(applied), asked, applied.state)


# -- who plays, and the end of the game --------------------------------------------------------------------------------


def _seat_taken(verb: SeatTaken) -> Proposal:
    """In the log for good: from here on another tablet sees what this seat sees."""
    line: Sentence = {"key": "seat_allowed" if verb.allowed else "seat_taken_over", "facts": {"seat": verb.seat}}
    entry = Entry(SEAT, {"seat": verb.seat, "allowed": verb.allowed}, {"kind": "seat"}, (line,))
    return Proposal((entry,), pending="keep")


def _confirm_end(situation: Situation, seat: Seat, agrees: bool, cause: Cause) -> Proposal:
    if situation.waiting.kind != "over":
        raise Refused("table/not_over", "not_over")
    sides = sides_of(seat)
    if not sides:
        raise Refused("table/players_only", "players_only", {"seat": seat})
    if sides <= situation.history.confirmed if agrees else not sides & situation.history.confirmed:
        return NOTHING
    line: Sentence = {"key": "end_confirmed" if agrees else "end_not_confirmed", "facts": {"seat": seat}}
    return Proposal((Entry(CONFIRM, {"confirm_end": agrees}, cause, (line,)),))


# -- override ----------------------------------------------------------------------------------------------------------


def _override(situation: Situation, seat: Seat, verb: Override, cause: Cause) -> Proposal:
    change = verb.override
    deck = touches_hidden(seat, change)
    if deck is not None:
        raise Refused("table/hidden", "hidden_cards", {"deck": deck, "seat": seat})
    applied = _well_formed(lambda: apply_override(situation.state, change))
    return _overridden(change, verb.why, cause, applied)


def _use_box(situation: Situation, seat: Seat, cause: Cause) -> Proposal:
    """The game goes on with the box that is chosen now."""
    if seat not in (HOST, BOTH):
        raise Refused("table/not_host", "not_host")
    chosen = situation.chosen
    if chosen.box.printed == situation.box.box.printed:
        raise Refused("table/same_box", "same_box")
    applied = _well_formed(lambda: chosen.taken_over(situation.state))
    return _overridden({BOX: chosen.overlay.to_json()}, "", cause, applied)


def _well_formed(change: Callable[[], Applied]) -> Applied:
    try:
        return change()
    except MalformedState as error:
        raise Refused("override/malformed", error.key, error.facts) from error


def _overridden(change: Mapping[str, Any], why: str, cause: Cause, applied: Applied) -> Proposal:
    entry = _entry(OVERRIDE, {OVERRIDE: change, "why": why}, {**cause, "kind": "override", "why": why}, applied)
    return Proposal((entry,))


# -- readings and buttons ----------------------------------------------------------------------------------------------


def _reading(situation: Situation, reading: Reading) -> Proposal:
    """A source read something. It is applied, counted down or only shown, as the policy says."""
    if reading.state == "empty":
        return Proposal()
    verdict = judge_reading(situation.state, situation.waiting, reading, situation.policy, situation.undone())
    countdown = float(situation.policy["seconds"]) if verdict.fate == "countdown" else None
    pending = PendingReading(reading, verdict.note, verdict.do, countdown, verdict.facts)
    if verdict.fate != "apply" or verdict.do is None:
        return Proposal(pending=pending)
    entry = _act(situation, verdict.do, {**cause_of(reading), "by": BOTH})
    return Proposal((entry,), unsaved=pending)


def _accept(situation: Situation, seat: Seat, name: str) -> Proposal:
    undone = situation.undone()
    if undone is not None and name == undone.id:
        return _again(situation, undone)
    pending = _pending(situation, name)
    if pending.do is None:
        raise Refused("table/nobody_asked", "nobody_asked", {"reading": name})
    return Proposal((_act(situation, pending.do, {**cause_of(pending.reading), "by": seat}),))


def _again(situation: Situation, undone: UndoneInput) -> Proposal:
    """Undone dice and draws come again as they were."""
    return Proposal((_act(situation, undone.do, {**undone.cause, "again": undone.seq}),))


def _correct(situation: Situation, seat: Seat, verb: Correct) -> Proposal:
    name, undone = verb.correct, situation.undone()
    cause: Cause
    if undone is not None and name == undone.id:
        cause = {**undone.cause, "corrected": True, "again": undone.seq}
    else:
        pending = _pending(situation, name)
        if pending.reading.kind != DICE:
            raise Refused("table/not_dice", "not_dice", {"reading": name})
        cause = cause_of(pending.reading, corrected=True)
    if situation.waiting.kind != "roll":
        raise Refused("table/nobody_asked", "nobody_asked", {"reading": name})
    return Proposal((_act(situation, dice_verb(situation.waiting, verb.faces), {**cause, "by": seat}),))


def _reject(situation: Situation, name: str) -> Proposal:
    undone = situation.undone()
    if undone is not None and name == undone.id:
        # Undo is no way to roll again; a wrong reading can be corrected.
        raise Refused("table/kept_reading", "kept_reading", {"reading": name})
    _pending(situation, name)
    return Proposal()


def _pending(situation: Situation, name: str) -> PendingReading:
    pending = situation.pending
    if pending is None or pending.reading.id != name:
        raise Refused("table/no_such_reading", "no_such_reading", {"reading": name[:64]})
    return pending


def _verb_of_press(situation: Situation, button: ButtonMeaning) -> GameVerb | TableVerb | None:
    """The verb a button stands for; None where it means nothing now. To correct begins with time to look."""
    state, waiting, name = situation.state, situation.waiting, situation.reading_id()
    if button == "undo":
        return Undo(undo=True)
    if button == "accept-reading":
        return Accept(accept=name) if name is not None else None
    if button == "correct-reading":
        counts = situation.pending is not None and situation.pending.countdown is not None
        return Hold(hold=name) if counts and name is not None else None
    if waiting.kind == "choice":
        if state.activation is not None and waiting.what == "activate":
            return GameVerb({"finish": state.activation.warrior})
        if waiting.what in ("activate", "enter", "initiative"):
            return GameVerb({"end_phase": True})
    return None


# -- "do it for me" ----------------------------------------------------------------------------------------------------


def _roll_for_me(situation: Situation, seat: Seat) -> Proposal:
    """Undone dice come again instead of new ones."""
    waiting = situation.waiting
    _must_play(situation, seat, waiting.side)
    if waiting.kind != "roll":
        raise Refused("table/no_roll_awaited", "no_roll_awaited", {"what": waiting.what})
    undone = situation.undone()
    if undone is not None:
        return _again(situation, undone)
    faces = list(situation.dice.roll(waiting.number))
    return Proposal((_act(situation, dice_verb(waiting, faces), _by_companion(situation.dice)),))


def _draw_for_me(situation: Situation, seat: Seat) -> Proposal:
    """From a pile that was shuffled once and written down; an undone draw comes again."""
    waiting = situation.waiting
    _must_play(situation, seat, waiting.side)
    if waiting.kind != "draw":
        raise Refused("table/no_draw_awaited", "no_draw_awaited", {"what": waiting.what})
    undone = situation.undone()
    if undone is not None:
        return _again(situation, undone)
    what, cause = waiting.what, _by_companion(situation.shuffler)
    found = next_in(situation.history.piles.get(what), situation.state, what)
    if found is not None:
        return Proposal((_act(situation, {"draw": found}, cause),))
    order = fresh_order(situation.box, situation.state, what, situation.shuffler)
    found = top_of(order, situation.state)
    if found is None:
        raise Refused("table/pile_empty", "pile_empty", {"what": what})
    shuffle = Entry(SHUFFLE, {"shuffle": what, "order": list(order)}, cause)
    return Proposal((shuffle, _act(situation, {"draw": found}, cause)))


def _by_companion(source: DiceRoller | Shuffler) -> Cause:
    return {"kind": "simulated" if source.simulated else "source", "source": source.name}
