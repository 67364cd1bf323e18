"""The referee's four questions (whom does the game wait for, what may be done, why not, what then), and the round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.acting import Acting
from companion.rules.actions import Action
from companion.rules.card_verbs import VERBS
from companion.rules.cards import Turn
from companion.rules.conditions import GameOver, outcome_of
from companion.rules.draft import Draft
from companion.rules.effects import EffectContext, on_special, perform
from companion.rules.initiative import RollActionDice
from companion.rules.instinct import RollInstinct
from companion.rules.records import record
from companion.rules.results import Happening, IllegalAction, Outcome, Refusal, Waiting
from companion.rules.state import State
from companion.rules.steps import Runs, Step
from companion.rules.threat import RollDestiny, dice_go_back
from companion.rules.words import SQUAMATA, end_of, start_of


class Applied(NamedTuple):
    """The state after an action, and what happened."""

    state: State
    happenings: tuple[Happening, ...]


def waiting(state: State) -> Waiting:
    """The one thing the game waits for.

    What is asked of a side that nobody plays, such as a Hole of a tile without the Demon, the player answers whose turn
    it is not.
    """
    found = state.agenda[-1].waiting(state)
    assert found is not None
    sides = state.game.sides
    if found.kind == "over" or found.side in sides:
        return found
    return found._replace(side=next((side for side in sides if side != state.side), state.side))


def legal_actions(state: State) -> Sequence[Action]:
    """Everything that may be done now; for a roll, every way the dice can fall."""
    return state.agenda[-1].actions(state)


def refusal(state: State, action: Action) -> Refusal | None:
    """Why an action is against the rules; None if it is legal."""
    return state.agenda[-1].refusal(state, action)


def apply(state: State, action: Action) -> Applied:
    """The state after a legal action and what happened; `IllegalAction` for any other, with the state untouched."""
    step = state.agenda[-1]
    refused = step.refusal(state, action)
    if refused is not None:
        raise IllegalAction(refused, action)
    draft = Draft(state.with_agenda(state.agenda[:-1]), VERBS)
    step.take(draft, action)
    settle(draft)
    return Applied(draft.state, tuple(draft.happenings))


def outcome(state: State) -> Outcome | None:
    """How the game ended; None while it goes on."""
    return state.outcome


def begin(state: State) -> Applied:
    """The first phase of the turn the state stands in; draws of the set-up that are on the agenda come first."""
    draft = Draft(state.frozen()._replace(agenda=()), VERBS)
    begin_phase(draft)
    draft.set(agenda=draft.state.agenda + state.agenda)
    settle(draft)
    return Applied(draft.state, tuple(draft.happenings))


def settle(draft: Draft) -> None:
    """Run what runs by itself until the game waits for somebody, or is over."""
    if draft.phase_over:
        end_phase(draft)
    while True:
        if draft.decisive and draft.state.outcome is None:
            ended = outcome_of(draft.state)
            if ended is not None:
                draft.set(outcome=ended, agenda=(GameOver(),), activation=None)
                draft.happens("over", winner=ended.winner, reason=ended.reason)
                return
            draft.decisive = False
        state = draft.state
        step = state.agenda[-1]
        if step.asks(state):
            return
        draft.state = state.with_agenda(state.agenda[:-1])
        step.run(draft)


# -- the round: phases in the order the scenario gives (RND) -----------------------------------------------------------


def first_step(turn: Turn) -> Step:
    """The step a phase begins with."""
    if turn.kind == "initiative":
        return RollActionDice()
    if turn.kind == "instinct":
        return RollInstinct()
    return RollDestiny() if turn.kind == "threat" else Acting(turn.side)


def at_the_start(draft: Draft) -> None:
    """What goes by itself when a phase begins."""
    if draft.state.game.turns[draft.state.turn].kind == "threat":
        dice_go_back(draft)


def devour(draft: Draft) -> None:
    """A Threat, Initiative or Instinct phase begins: some tiles do something to each warrior on them (FS-7)."""
    state = draft.state
    kinds = state.game.tile_kinds
    if state.game.turns[state.turn].kind == "action" or not any(kind.on_phase_start for kind in kinds.values()):
        return
    # The last one on the agenda is asked first: in the order of the roster.
    for warrior in reversed(list(state.warriors.all.values())):
        kind = state.kind_of(warrior.tile) if warrior.tile else None
        if kind is not None and kind.on_phase_start:
            context = EffectContext(source=kind.id, side=warrior.side, target=warrior.id, tile=warrior.tile)
            perform(draft, kind.on_phase_start, context)


def begin_phase(draft: Draft) -> None:
    turn = draft.state.game.turns[draft.state.turn]
    draft.set(activation=None, acted=frozenset())
    draft.decisive = True
    draft.expire(start_of(turn.phase))
    draft.happens("phase", phase=turn.phase, side=turn.side, round=draft.state.round)
    at_the_start(draft)
    draft.push(first_step(turn))
    on_special(draft, start_of(turn.phase))
    devour(draft)


def end_phase(draft: Draft) -> None:
    """The phase is over; the next one begins once everything a special rule asks at its end is answered."""
    draft.finish_activation()
    before = draft.state.agenda
    on_special(draft, end_of(draft.state.phase))
    questions = draft.state.agenda[len(before) :]
    if questions:
        draft.set(agenda=(*before, NextPhase(), *questions))
    else:
        next_phase(draft)


@record
class NextPhase(Runs):
    """The questions at the end of a phase are answered; the next one begins."""

    def run(self, draft: Draft) -> None:
        next_phase(draft)


def next_phase(draft: Draft) -> None:
    """The next phase that somebody plays: where three play, a dead Kartikeya has no more turns."""
    draft.expire(end_of(draft.state.phase))
    while True:
        following = draft.state.turn + 1
        if following == len(draft.state.game.turns):
            draft.set(turn=0, round=draft.state.round + 1)
        else:
            draft.set(turn=following)
        if draft.state.side != SQUAMATA or draft.state.warriors.of(SQUAMATA):
            break
    begin_phase(draft)
