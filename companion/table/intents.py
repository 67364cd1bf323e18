"""What an intent comes to: the records it would add, or why not. Nothing here writes or tells anybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from companion.protocol.intents import (
    Accept,
    Allot,
    CardDone,
    Cause,
    ConfirmEnd,
    Correct,
    DrawForMe,
    GameVerb,
    GiveOrder,
    Hold,
    Intent,
    OrderDone,
    Override,
    PutBackDone,
    Redo,
    Reject,
    RollForMe,
    SeatTaken,
    SetPolicy,
    TableVerb,
    Undo,
    UndoTo,
    UseBox,
    Walk,
)
from companion.protocol.json import Sentence
from companion.protocol.readings import Press, Reading
from companion.protocol.refusal import Refused
from companion.protocol.views import Seat
from companion.rules.engine import Applied
from companion.rules.notation import Do
from companion.rules.override import MalformedState, apply_override
from companion.table.history import READ_VERBS, acts_after, happening_lines
from companion.table.orders import carried_out, lends_hands, ordered
from companion.table.proposals import NOTHING, Proposal, Situation, act_of, must_play
from companion.table.reading_intents import (
    accept,
    correct,
    draw_for_me,
    pending_of,
    reject,
    roll_for_me,
    take_reading,
    verb_of_press,
)
from companion.table.record import ACT, BOX, CONFIRM, HANDS, OVERRIDE, POLICY, REDO, SEAT, UNDO, Record
from companion.table.seats import BOTH, HOST, TWO_PLAYERS, side_of, sides_of, touches_hidden
from companion.table.several import Entry, given_out, walked, with_forced


def propose(situation: Situation, seat: Seat, intent: Intent) -> Proposal:
    """What the intent comes to, with what follows from it without a choice; `Refused` says why not."""
    proposal = _proposed(situation, seat, intent)
    if proposal.entries and proposal.entries[-1].kind == ACT:
        proposal = proposal._replace(entries=with_forced(proposal.entries))
    if intent.cause.get("kind") == "companion":
        unasked = (entry._replace(cause={**entry.cause, "unasked": True}) for entry in proposal.entries)
        return proposal._replace(entries=tuple(unasked))
    return proposal


def _proposed(situation: Situation, seat: Seat, intent: Intent) -> Proposal:
    verb = intent.verb
    if isinstance(verb, SeatTaken):
        return _seat_taken(verb)
    if situation.history.closed:
        # Whoever knows all cards of both sides may not go back and play on.
        raise Refused("table/closed", "closed")
    if isinstance(verb, Press):
        meant = verb_of_press(situation, verb.button)
        if meant is None:
            return NOTHING
        verb = meant
    if isinstance(verb, Reading):
        return take_reading(situation, verb)
    if isinstance(verb, GiveOrder):
        return _give_order(situation, seat, verb)
    if isinstance(verb, GameVerb):
        # Whose move it is comes first: a refusal by the rules could tell something about the other player's hand.
        if not _is_for_companion(situation, seat, verb.do):
            must_play(situation, seat, side_of(situation.state, situation.waiting, verb.do))
        return Proposal((act_of(situation, verb.do, intent.cause),))
    return _table_verb(situation, seat, verb, intent.cause)


def _table_verb(situation: Situation, seat: Seat, verb: TableVerb, cause: Cause) -> Proposal:
    match verb:
        case Undo():
            return _moved(UNDO, situation.history.last_taps_acts(), cause)
        case UndoTo():
            return _moved(UNDO, acts_after(situation.history, verb.undo_to), cause)
        case Redo():
            return _moved(REDO, situation.history.undone_taps_acts(), cause)
        case Walk():
            must_play(situation, seat, situation.waiting.side)
            return Proposal(tuple(walked(situation.state, verb.walk, cause)))
        case Allot():
            must_play(situation, seat, situation.waiting.side)
            return Proposal(tuple(given_out(situation.state, verb.allot, cause)))
        case PutBackDone():
            return _hands(verb, situation.history.physical != situation.history.cursor, cause)
        case CardDone():
            return _hands(verb, situation.history.played_by_hand() is not None, cause)
        case Override():
            return _override(situation, seat, verb, cause)
        case UseBox():
            return _use_box(situation, seat, cause)
        case Accept():
            return accept(situation, seat, verb.accept)
        case Correct():
            return correct(situation, seat, verb)
        case Reject():
            return reject(situation, verb.reject)
        case Hold():
            pending_of(situation, verb.hold)
            return Proposal(pending="hold")
        case SetPolicy():
            return _set_policy(seat, verb, cause)
        case ConfirmEnd():
            return _confirm_end(situation, seat, verb.confirm_end, cause)
        case OrderDone():
            return _order_done(situation, seat)
        case RollForMe():
            return roll_for_me(situation, seat)
        case DrawForMe():
            return draw_for_me(situation, seat)


def _set_policy(seat: Seat, verb: SetPolicy, cause: Cause) -> Proposal:
    if verb.policy.coach is not None and seat not in (HOST, BOTH):
        raise Refused("table/not_host", "not_host")
    change = verb.policy.model_dump(exclude_none=True)
    key = "policy" if verb.policy.coach is None else "coach_on" if verb.policy.coach else "coach_off"
    return Proposal((Entry(POLICY, change, cause, ({"key": key, "facts": change},)),))


def _moved(kind: Literal["undo", "redo"], acts: Sequence[Record], cause: Cause) -> Proposal:
    """All acts of one tap go back, or come again, together."""
    if not acts:
        nothing = ("table/nothing_to_undo", "nothing_to_undo"), ("table/nothing_to_redo", "nothing_to_redo")
        raise Refused(*nothing[kind == REDO])
    return Proposal(tuple(Entry(kind, {kind: act.seq}, cause) for act in acts))


def _is_for_companion(situation: Situation, seat: Seat, do: Do) -> bool:
    """Dice that are typed in, or a tile that is named, for the companion. A re-roll it may make it makes."""
    given = any(do.get(verb) for verb in READ_VERBS)
    return given and lends_hands(situation.opponent, seat, situation.waiting)


# -- who plays, and the end of the game --------------------------------------------------------------------------------


def _seat_taken(verb: SeatTaken) -> Proposal:
    """In the log for good: from here on another tablet sees what this seat sees."""
    line: Sentence = {"key": "seat_allowed" if verb.allowed else "seat_taken_over", "facts": {"seat": verb.seat}}
    entry = Entry(SEAT, {"seat": verb.seat, "allowed": verb.allowed}, {"kind": "seat"}, (line,))
    return Proposal((entry,), pending="keep")


def _hands(done: PutBackDone | CardDone, awaited: bool, cause: Cause) -> Proposal:
    """Written down, so that it holds after a power cut; nothing where nobody was waiting for it."""
    return Proposal((Entry(HANDS, done.model_dump(), cause),) if awaited else (), pending="keep")


def _confirm_end(situation: Situation, seat: Seat, agrees: bool, cause: Cause) -> Proposal:
    if situation.waiting.kind != "over":
        raise Refused("table/not_over", "not_over")
    players = situation.state.game.sides
    sides = sides_of(seat).intersection(players)
    if not sides:
        raise Refused("table/players_only", "players_only", {"seat": seat})
    if sides <= situation.history.confirmed if agrees else not sides & situation.history.confirmed:
        return NOTHING
    line: Sentence = {"key": "end_confirmed" if agrees else "end_not_confirmed", "facts": {"seat": seat}}
    # Which sides it takes is kept where it is not the Human and the Demon.
    others: dict[str, object] = {} if set(players) == TWO_PLAYERS else {"sides": list(players)}
    return Proposal((Entry(CONFIRM, {"confirm_end": agrees, **others}, cause, (line,)),))


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
    by_hand: Cause = {**cause, "kind": "override", "why": why}
    lines = happening_lines(applied)
    return Proposal((Entry(OVERRIDE, {OVERRIDE: change, "why": why}, by_hand, lines, None, applied.state),))


# -- orders of the companion -------------------------------------------------------------------------------------------


def _give_order(situation: Situation, seat: Seat, verb: GiveOrder) -> Proposal:
    """It is shown, and nothing has happened yet."""
    must_play(situation, seat, situation.waiting.side)
    order = ordered(situation.state, situation.history.cursor, verb.steps, verb.why)
    return Proposal(pending="keep", order=order)


def _order_done(situation: Situation, seat: Seat) -> Proposal:
    """By whoever plays here: the hands are theirs, the acts are the companion's."""
    order = situation.order
    if order is None:
        raise Refused("table/no_order", "no_order")
    if not sides_of(seat):
        raise Refused("table/players_only", "players_only", {"seat": seat})
    return Proposal(carried_out(situation.state, order.steps), by=order.side)
