"""The ten-sided die (SET-4): asked for by a scenario or a card, from one to ten and no further."""

from __future__ import annotations

import pytest

from companion.content import load_box
from companion.content.clauses import check_verbs, clauses_from
from companion.content.setup import new_game
from companion.rules.actions import Roll
from companion.rules.card_verbs import VERBS
from companion.rules.draft import Draft
from companion.rules.effects import EffectContext, perform
from companion.rules.engine import apply, legal_actions, refusal, waiting
from companion.rules.state import State

TABLE = [{"scores": [1, 2, 3, 4, 5, 6, 7], "then": []}, {"scores": [8, 9, 10], "then": [{"verb": "tp", "amount": 5}]}]
CLAUSE = {"verb": "roll_table", "die": "d10", "table": TABLE}


def rolling(clause: dict[str, object]) -> State:
    state = new_game(load_box(), "survivors")
    draft = Draft(state, VERBS)
    perform(draft, clauses_from([clause]), EffectContext("survivors", "demon"))
    return draft.state


def test_ten_sides_are_awaited_and_ten_is_a_face() -> None:
    state = rolling(CLAUSE)
    assert (waiting(state).kind, waiting(state).number, waiting(state).sides) == ("roll", 1, 10)
    assert [action.dice for action in legal_actions(state) if isinstance(action, Roll)] == [(n,) for n in range(1, 11)]
    assert Roll((10,)) in legal_actions(state)
    assert apply(state, Roll((10,))).state.tp == state.tp + 5
    assert apply(state, Roll((7,))).state.tp == state.tp
    for face in (0, 11):
        refused = refusal(state, Roll((face,)))
        assert refused is not None
        assert refused.rule == "SET-4"


def test_without_a_word_it_is_six_sided() -> None:
    state = rolling({"verb": "roll_table", "table": [{"scores": [6], "then": [{"verb": "tp", "amount": 1}]}]})
    assert waiting(state).sides == 6
    assert Roll((7,)) not in legal_actions(state)
    assert len(legal_actions(state)) == 6


def test_scores_must_be_on_the_die() -> None:
    check_verbs([CLAUSE])
    for bad in ({**CLAUSE, "die": "d6"}, {"verb": "roll_table", "table": TABLE}, {**CLAUSE, "die": "d20"}):
        with pytest.raises(ValueError, match="roll_table"):
            check_verbs([bad])
