"""One tap as the acts it would come to, without doing it."""

from __future__ import annotations

import pytest

from companion.protocol.refusal import Refused
from companion.rules.actions import Action, Move
from companion.rules.engine import legal_actions
from companion.rules.notation import write
from companion.rules.state import State
from companion.rules.steps import Rolls
from companion.table.several import acts_of
from tests.opponent.reached import walk


def steps(state: State) -> list[Action]:
    return [] if isinstance(legal_actions(state), Rolls) else [a for a in legal_actions(state) if isinstance(a, Move)]


def test_a_way_is_told_step_by_step_and_what_is_no_choice_not_at_all() -> None:
    moves = ((state, action) for state in walk("survivors", 3) for action in steps(state))
    state, move = next(moves)
    step = write(move)
    assert acts_of(state, step) == acts_of(state, {"walk": [step]}) == [step]
    for nothing in ({"undo": True}, {"roll": [1]}, {"move": step["move"], "to": "nowhere"}):
        with pytest.raises(Refused):
            acts_of(state, nothing)
