"""The round: phases in the order the scenario gives, what ends and begins with each (RND)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.rules.cards import Turn
from companion.rules.draft import Draft
from companion.rules.effects.special import on_special
from companion.rules.steps import Runs
from companion.rules.words import end_of, start_of

# How a phase of each kind begins: which step it puts on the agenda. Filled in by the modules of the phases.
PHASE_KINDS: dict[str, Callable[[Draft, Turn], None]] = {}


def begin_phase(draft: Draft) -> None:
    turn = draft.state.game.turns[draft.state.turn]
    draft.set(activation=None, acted=frozenset())
    draft.decisive = True
    draft.expire(start_of(turn.phase))
    draft.say("phase", phase=turn.phase, side=turn.side, round=draft.state.round)
    PHASE_KINDS[turn.kind](draft, turn)
    on_special(draft, start_of(turn.phase))


def end_phase(draft: Draft) -> None:
    """The phase is over; the next one begins once everything a special rule asks at its end is answered."""
    draft.finish_activation()
    before = draft.state.agenda
    on_special(draft, end_of(draft.state.phase))
    asked = draft.state.agenda[len(before) :]
    if asked:
        draft.set(agenda=(*before, NextPhase(), *asked))
    else:
        next_phase(draft)


@dataclass(frozen=True, slots=True)
class NextPhase(Runs):
    """What was asked at the end of a phase is answered; the next one begins."""

    def run(self, draft: Draft) -> None:
        next_phase(draft)


def next_phase(draft: Draft) -> None:
    draft.expire(end_of(draft.state.phase))
    following = draft.state.turn + 1
    if following == len(draft.state.game.turns):
        draft.set(turn=0, round=draft.state.round + 1)
    else:
        draft.set(turn=following)
    begin_phase(draft)
