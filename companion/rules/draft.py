"""A change in the making: the state as it stands after each small step, and what has happened on the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.rules.results import Happening
from companion.rules.state import Activation, Mark, Modifier, State, Warrior
from companion.rules.words import Moment

if TYPE_CHECKING:
    from companion.rules.steps import Step


class Draft:
    """Used inside one `apply`; the states it passes through are immutable, only the draft itself moves on."""

    __slots__ = ("decisive", "depth", "happenings", "phase_over", "set_off", "state", "verbs")

    def __init__(self, state: State, verbs: Mapping[str, Any]) -> None:
        self.state = state
        # What cards can do, by name (`card_verbs`).
        self.verbs = verbs
        # Has the player ended the phase? The engine then goes on with the next.
        self.phase_over = False
        # Has something happened that may end the game? Conditions are looked at only then.
        self.decisive = False
        # How many special rules have been set off in this action, and how many of them by each other.
        self.set_off = 0
        self.depth = 0
        self.happenings: list[Happening] = []

    def happens(self, key: str, **facts: Any) -> None:
        """Something happens in the game, for the log and the tablet."""
        self.happenings.append(Happening(key, facts))

    def set(self, **changes: Any) -> None:
        self.state = self.state.changed(changes)

    def put(self, warrior: Warrior) -> None:
        self.set(warriors=self.state.warriors.put(warrior))

    def warrior(self, name: str) -> Warrior:
        return self.state.warriors.all[name]

    def push(self, *steps: Step) -> None:
        """What must be done next; the last one named comes first."""
        self.state = self.state.with_agenda(self.state.agenda + steps)

    def activate(self, name: str) -> Activation:
        """The activation of this warrior, begun if need be; the one before it is finished (ACT-1)."""
        current = self.state.activation
        if current is not None and current.warrior == name:
            return current
        self.finish_activation()
        fresh = Activation(name)
        self.set(activation=fresh)
        return fresh

    def pass_by(self, name: str) -> None:
        """The warrior's activation is over, begun or not; so is that of whoever was acting (ACT-1)."""
        current = self.state.activation
        over = {name} if current is None else {name, current.warrior}
        self.set(activation=None, acted=self.state.acted | over)
        self.expire("end:activation")

    def finish_activation(self) -> None:
        current = self.state.activation
        if current is None:
            return
        self.set(activation=None, acted=self.state.acted | {current.warrior})
        self.expire("end:activation")

    def leaves_play(self, name: str) -> None:
        """A warrior that leaves play acts no more, and what was in force on it alone is over."""
        if self.state.activation is not None and self.state.activation.warrior == name:
            self.finish_activation()
        if self.state.game.mended:
            self.forget(name)

    def forget(self, name: str) -> None:
        """Nothing is in force on this miniature any more: the next one that gets its id begins anew, and may act."""
        self.set(acted=self.state.acted - {name})
        if any(m.scope == name for m in self.state.modifiers):
            self.set(modifiers=tuple(m for m in self.state.modifiers if m.scope != name))

    def modify(self, modifier: Modifier) -> None:
        self.set(modifiers=(*self.state.modifiers, modifier))

    def mark(self, name: str, amount: int, until: Moment, source: str) -> None:
        self.set(marks=(*self.state.marks, Mark(name, amount, until, source)))
        self.decisive = True

    def unmark(self, name: str) -> None:
        self.set(marks=tuple(m for m in self.state.marks if m.name != name))

    def spend_mark(self, name: str) -> None:
        """One off the first mark of that name."""
        marks = list(self.state.marks)
        for i, mark in enumerate(marks):
            if mark.name == name:
                marks[i : i + 1] = [mark._replace(amount=mark.amount - 1)] if mark.amount > 1 else []
                break
        self.set(marks=tuple(marks))

    def expire(self, moment: Moment) -> None:
        """What was in force until this moment ends."""
        modifiers, marks = self.state.modifiers, self.state.marks
        if modifiers and any(m.until == moment for m in modifiers):
            self.set(modifiers=tuple(m for m in modifiers if m.until != moment))
        if marks and any(m.until == moment for m in marks):
            self.set(marks=tuple(m for m in marks if m.until != moment))

    def gain_tp(self, amount: int, source: str) -> None:
        """TP are never below zero: what is not there cannot be taken (FAQ-10)."""
        change = max(amount, -self.state.tp)
        if change:
            self.set(tp=self.state.tp + change)
            self.happens("tp", amount=change, total=self.state.tp, source=source)
