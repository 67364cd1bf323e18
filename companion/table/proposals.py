"""What an intent comes to, and the table as it finds it. Nothing here writes or tells anybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from companion.protocol.intents import (
    Cause,
)
from companion.protocol.opponent import Opponent
from companion.protocol.refusal import Refused
from companion.protocol.views import PolicyJson, Seat
from companion.rules.notation import Do
from companion.rules.results import Waiting
from companion.rules.state import State
from companion.table.environment import DiceRoller, Shuffler
from companion.table.history import History, UndoneInput
from companion.table.loaded_box import LoadedBox
from companion.table.orders import Order, lends_hands
from companion.table.pending_reading import PendingReading
from companion.table.readings import offered_again
from companion.table.seats import plays_side
from companion.table.several import Entry, act_entry


class Proposal(NamedTuple):
    """The records an intent would add, and what becomes of the pending reading."""

    entries: tuple[Entry, ...] = ()
    pending: PendingReading | Literal["clear", "keep", "hold"] = "clear"
    # Shown instead where the records cannot be saved: a reading must not be lost because the disk is full.
    unsaved: PendingReading | None = None
    # What the companion wants done next.
    order: Order | None = None
    # Whose acts they are, where that is not the seat that sent the intent.
    by: Seat | None = None


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
    # Null where people play all sides; and its order, if it is of this point of the game.
    opponent: Opponent | None = None
    order: Order | None = None

    def undone(self) -> UndoneInput | None:
        """The undone dice or draw that answers what is awaited."""
        return offered_again(self.state, self.waiting, self.history)

    def reading_id(self) -> str | None:
        """The id of the pending reading, or of the undone one that is offered again."""
        if self.pending is not None:
            return self.pending.reading.id
        undone = self.undone()
        return None if undone is None else undone.id


def must_play(situation: Situation, seat: Seat, side: str) -> None:
    if not plays_side(seat, side):
        facts = {"seat": seat, "side": side, "what": situation.waiting.what}
        raise Refused("table/not_your_seat", "not_your_seat", facts)


def must_roll_or_draw(situation: Situation, seat: Seat) -> None:
    if not lends_hands(situation.opponent, seat, situation.waiting):
        must_play(situation, seat, situation.waiting.side)


def act_of(situation: Situation, do: Do, cause: Cause) -> Entry:
    return act_entry(situation.state, situation.waiting, do, cause)
