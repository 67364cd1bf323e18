"""A verb applied to a state: all of its actions, or none."""

from __future__ import annotations

from companion.rules.actions import Action
from companion.rules.answers import Happening, Refusal, Refused
from companion.rules.engine import Applied, apply, waiting
from companion.rules.notation.verbs import Do, read, verb_of
from companion.rules.state import State


def take(state: State, do: Do) -> Applied:
    """The state after the verb; `Refused` with the state untouched if any of its actions is against the rules."""
    return take_all(state, verb_of(do), read(do))


def take_all(state: State, verb: str, actions: list[Action]) -> Applied:
    happenings: list[Happening] = []
    for action in actions:
        state, more = apply(state, action)
        happenings += more
    if verb == "assign" and waiting(state).what == "assign":
        # Whoever hands out all dice at once must not forget a warrior (INI-2).
        left = waiting(state).facts["warriors"]
        raise Refused(Refusal("INI-2", "warriors_without_die", {"warriors": left}), actions)
    return Applied(state, tuple(happenings))
