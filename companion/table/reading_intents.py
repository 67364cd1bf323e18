"""What comes of a reading, of what players say about it, of a button, and of "do it for me"."""

from __future__ import annotations

from companion.protocol.intents import (
    Accept,
    Cause,
    Correct,
    GameVerb,
    Hold,
    OrderDone,
    TableVerb,
    Undo,
)
from companion.protocol.readings import DICE, SETTLED, ButtonMeaning, Reading
from companion.protocol.refusal import Refused
from companion.protocol.views import Seat
from companion.rules.results import Waiting
from companion.table.drawing import fresh_order, next_in, top_of
from companion.table.environment import DiceRoller, Shuffler
from companion.table.history import UndoneInput
from companion.table.orders import Order, carried_out
from companion.table.pending_reading import PendingReading
from companion.table.proposals import Proposal, Situation, act_of, must_roll_or_draw
from companion.table.readings import cause_of, dice_verb, judge_reading
from companion.table.record import SHUFFLE
from companion.table.seats import BOTH
from companion.table.several import Entry

# -- readings and buttons ----------------------------------------------------------------------------------------------


def take_reading(situation: Situation, reading: Reading) -> Proposal:
    """A source read something. It is applied, counted down or only shown, as the policy says."""
    if reading.state == "empty":
        return Proposal()
    order = situation.order
    if order is not None and order.roll is not None and _are_for(reading, order.roll):
        return _rolled_already(situation, order, order.roll, reading)
    verdict = judge_reading(situation.state, situation.waiting, reading, situation.policy, situation.undone())
    pending = PendingReading(reading, verdict.note, verdict.do, verdict.seconds, verdict.facts)
    if verdict.fate != "apply" or verdict.do is None:
        return Proposal(pending=pending)
    entry = act_of(situation, verdict.do, {**cause_of(reading), "by": BOTH})
    return Proposal((entry,), unsaved=pending)


def _are_for(reading: Reading, roll: Waiting) -> bool:
    return reading.kind == DICE and reading.state == SETTLED and len(reading.faces) == roll.number


def _rolled_already(situation: Situation, order: Order, roll: Waiting, reading: Reading) -> Proposal:
    """The dice of an order lie in the tray: it was done, though nobody tapped. They count down as any dice do."""
    verdict = judge_reading(order.after, roll, reading, situation.policy, None)
    pending = PendingReading(reading, verdict.note, verdict.do, verdict.seconds, verdict.facts)
    return Proposal(carried_out(situation.state, order.steps), pending=pending, by=order.side)


def accept(situation: Situation, seat: Seat, name: str) -> Proposal:
    undone = situation.undone()
    if undone is not None and name == undone.id:
        return _again(situation, undone)
    pending = pending_of(situation, name)
    if pending.do is None:
        raise Refused("table/nobody_asked", "nobody_asked", {"reading": name})
    return Proposal((act_of(situation, pending.do, {**cause_of(pending.reading), "by": seat}),))


def _again(situation: Situation, undone: UndoneInput) -> Proposal:
    """Undone dice and draws come again as they were."""
    return Proposal((act_of(situation, undone.do, {**undone.cause, "again": undone.seq}),))


def correct(situation: Situation, seat: Seat, verb: Correct) -> Proposal:
    name, undone = verb.correct, situation.undone()
    cause: Cause
    if undone is not None and name == undone.id:
        cause = {**undone.cause, "corrected": True, "again": undone.seq}
    else:
        pending = pending_of(situation, name)
        if pending.reading.kind != DICE:
            raise Refused("table/not_dice", "not_dice", {"reading": name})
        cause = cause_of(pending.reading, corrected=True)
    if situation.waiting.kind != "roll":
        raise Refused("table/nobody_asked", "nobody_asked", {"reading": name})
    return Proposal((act_of(situation, dice_verb(situation.waiting, verb.faces), {**cause, "by": seat}),))


def reject(situation: Situation, name: str) -> Proposal:
    undone = situation.undone()
    if undone is not None and name == undone.id:
        # Undo is no way to roll again; a wrong reading can be corrected.
        raise Refused("table/kept_reading", "kept_reading", {"reading": name})
    pending_of(situation, name)
    return Proposal()


def pending_of(situation: Situation, name: str) -> PendingReading:
    pending = situation.pending
    if pending is None or pending.reading.id != name:
        raise Refused("table/no_such_reading", "no_such_reading", {"reading": name[:64]})
    return pending


def verb_of_press(situation: Situation, button: ButtonMeaning) -> GameVerb | TableVerb | None:
    """The verb a button stands for; None where it means nothing now. To correct begins with time to look."""
    state, waiting, name = situation.state, situation.waiting, situation.reading_id()
    if button == "undo":
        return Undo(undo=True)
    if button == "accept-reading":
        if situation.order is not None and name is None:
            return OrderDone(order_done=True)
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


def roll_for_me(situation: Situation, seat: Seat) -> Proposal:
    """Undone dice come again instead of new ones."""
    waiting = situation.waiting
    must_roll_or_draw(situation, seat)
    if waiting.kind != "roll":
        raise Refused("table/no_roll_awaited", "no_roll_awaited", {"what": waiting.what})
    undone = situation.undone()
    if undone is not None:
        return _again(situation, undone)
    faces = list(situation.dice.roll(waiting.number, waiting.sides))
    return Proposal((act_of(situation, dice_verb(waiting, faces), _by_companion(situation.dice)),))


def draw_for_me(situation: Situation, seat: Seat) -> Proposal:
    """From a pile that was shuffled once and written down; an undone draw comes again."""
    waiting = situation.waiting
    must_roll_or_draw(situation, seat)
    if waiting.kind != "draw":
        raise Refused("table/no_draw_awaited", "no_draw_awaited", {"what": waiting.what})
    undone = situation.undone()
    if undone is not None:
        return _again(situation, undone)
    what, cause = waiting.what, _by_companion(situation.shuffler)
    found = next_in(situation.history.piles.get(what), situation.state, what)
    if found is not None:
        return Proposal((act_of(situation, {"draw": found}, cause),))
    order = fresh_order(situation.box, situation.state, what, situation.shuffler)
    found = top_of(order, situation.state)
    if found is None:
        raise Refused("table/pile_empty", "pile_empty", {"what": what})
    shuffle = Entry(SHUFFLE, {"shuffle": what, "order": list(order)}, cause)
    return Proposal((shuffle, act_of(situation, {"draw": found}, cause)))


def _by_companion(source: DiceRoller | Shuffler) -> Cause:
    return {"kind": "simulated" if source.simulated else "source", "source": source.name}
