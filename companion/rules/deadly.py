"""Deadly Destiny: against Kartikeya the Demon pays for events of the scenario's table (FS-6, FS-7)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.actions import Action, Deadly
from companion.rules.draft import Draft
from companion.rules.effects import EffectContext, perform
from companion.rules.records import record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State
from companion.rules.steps import Asks, not_now
from companion.rules.words import DEMON, THREAT, start_of

# The mark that an event has been played in this turn.
PLAYED = "deadly_event"


def refuse_deadly(state: State, action: Deadly) -> Refusal | None:
    """One event a turn, each once a game, for its price in points."""
    event = state.game.deadly.get(action.event)
    facts = {"event": action.event, "points": state.deadly}
    if event is None:
        return Refusal("FS-6", "no_such_event", facts)
    if action.event in state.deadly_used:
        return Refusal("FS-6", "event_used", facts)
    if state.marked(PLAYED):
        return Refusal("FS-6", "one_event_a_turn", facts)
    if state.phase not in event.when:
        return Refusal("FS-6", "event_not_now", {**facts, "when": sorted(event.when)})
    if state.deadly < event.price:
        return Refusal("FS-6", "too_few_points", {**facts, "needed": event.price})
    return None


def deadly_events(state: State) -> list[Action]:
    return [way for event in state.game.deadly if refuse_deadly(state, way := Deadly(event)) is None]


def play_deadly(draft: Draft, action: Deadly) -> None:
    event = draft.state.game.deadly[action.event]
    draft.set(deadly=draft.state.deadly - event.price, deadly_used=draft.state.deadly_used | {action.event})
    draft.mark(PLAYED, 1, start_of(THREAT), action.event)
    by_hand = not event.clauses
    draft.happens("deadly_event", event=action.event, points=draft.state.deadly, by_hand=by_hand)
    perform(draft, event.clauses, EffectContext(source=action.event, side=DEMON))


def gain_points(draft: Draft, amount: int) -> None:
    draft.set(deadly=draft.state.deadly + amount)
    draft.happens("deadly_points", amount=amount, points=draft.state.deadly)


@record
class TurnEvent(Asks):
    """Sacrificial Altar: an event that was used may be used again; which, the Demon says where there are several."""

    def asks(self, state: State) -> bool:
        return len(state.deadly_used) > 1

    def run(self, draft: Draft) -> None:
        for event in draft.state.deadly_used:
            self._turn(draft, event)

    def waiting(self, state: State) -> Waiting:
        return Waiting(DEMON, "choice", "altar", "FS-7", 1, {"events": sorted(state.deadly_used)})

    def actions(self, state: State) -> Sequence[Action]:
        return [Deadly(event) for event in sorted(state.deadly_used)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Deadly):
            return not_now(state, action, self.waiting(state))
        if action.event in state.deadly_used:
            return None
        return Refusal("FS-7", "event_not_used", {"event": action.event})

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Deadly)
        self._turn(draft, action.event)

    def _turn(self, draft: Draft, event: str) -> None:
        draft.set(deadly_used=draft.state.deadly_used - {event})
        draft.happens("event_turned", event=event)
