"""The referee's four questions: whom does the game wait for, what may be done, why not, and what then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.acting import Acting
from companion.rules.actions import Action
from companion.rules.answers import Happening, Refusal, Refused, Waiting
from companion.rules.cards import Turn
from companion.rules.conditions import GameOver, outcome_of
from companion.rules.draft import Draft
from companion.rules.effects import verbs as _verbs  # noqa: F401  (fills the palette)
from companion.rules.initiative import RollActionDice
from companion.rules.phases import PHASE_KINDS, begin_phase
from companion.rules.state import State
from companion.rules.threat import RollDestiny


class Applied(NamedTuple):
    state: State
    happenings: tuple[Happening, ...]


def _begin_initiative(draft: Draft, turn: Turn) -> None:
    draft.push(RollActionDice())


def _begin_action(draft: Draft, turn: Turn) -> None:
    draft.push(Acting(turn.side))


def _begin_threat(draft: Draft, turn: Turn) -> None:
    draft.push(RollDestiny())


PHASE_KINDS.update(initiative=_begin_initiative, action=_begin_action, threat=_begin_threat)


def waiting(state: State) -> Waiting:
    """The one thing the game waits for."""
    asked = state.agenda[-1].waiting(state)
    assert asked is not None
    return asked


def legal_actions(state: State) -> Sequence[Action]:
    """Everything that may be done now; for a roll, every way the dice can fall."""
    return state.agenda[-1].actions(state)


def refusal(state: State, action: Action) -> Refusal | None:
    """Why an action is against the rules; None if it is legal."""
    return state.agenda[-1].refusal(state, action)


def apply(state: State, action: Action) -> Applied:
    """The state after a legal action and what happened; `Refused` for any other, with the state untouched."""
    step = state.agenda[-1]
    refused = step.refusal(state, action)
    if refused is not None:
        raise Refused(refused, action)
    draft = Draft(state.with_agenda(state.agenda[:-1]))
    step.take(draft, action)
    settle(draft)
    return Applied(draft.state, tuple(draft.happenings))


def begin(state: State) -> Applied:
    """The first phase of the turn the state stands in; draws of the set-up that are on the agenda come first."""
    draft = Draft(state._replace(agenda=()))
    begin_phase(draft)
    draft.set(agenda=draft.state.agenda + state.agenda)
    settle(draft)
    return Applied(draft.state, tuple(draft.happenings))


def settle(draft: Draft) -> None:
    """Run what runs by itself until the game waits for somebody, or is over."""
    while True:
        if draft.decisive and draft.state.outcome is None:
            ended = outcome_of(draft.state)
            if ended is not None:
                draft.set(outcome=ended, agenda=(GameOver(),), activation=None)
                draft.say("over", winner=ended.winner, reason=ended.reason)
                return
            draft.decisive = False
        state = draft.state
        step = state.agenda[-1]
        if step.asks(state):
            return
        draft.state = state.with_agenda(state.agenda[:-1])
        step.run(draft)
