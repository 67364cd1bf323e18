"""A card that forbids: what it says may not be done is neither listed nor taken, until it ends."""

from __future__ import annotations

import pytest

from companion.content import Box
from companion.content.owner.rehearsal import small_table
from companion.rules.actions import Action, Attack, Explore, Finish, Move
from companion.rules.engine import legal_actions, refusal
from companion.rules.override import MalformedState, apply_override
from companion.rules.state import Modifier, State
from companion.table.views import modifier_facts


def forbidding(box: Box, what: str, scope: str = "brute-1") -> State:
    state = small_table(box, box.rules_cards["aura_of_courage"])
    return state._replace(modifiers=(Modifier("panic", scope, "end:human_action", forbids=frozenset({what})),))


def listed(state: State, kind: type[Action], warrior: str) -> int:
    return sum(isinstance(a, kind) and a.warrior == warrior for a in legal_actions(state))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("what", "gone", "left"),
    [
        ("move", (Move, Explore), (Attack,)),
        ("explore", (Explore,), (Move, Attack)),
        ("fight", (Attack,), (Move, Explore)),
    ],
)
def test_what_is_forbidden_is_not_listed_and_refused(
    box: Box, what: str, gone: tuple[type[Action], ...], left: tuple[type[Action], ...]
) -> None:
    free = small_table(box, box.rules_cards["aura_of_courage"])
    state = forbidding(box, what)
    for kind in gone:
        assert listed(free, kind, "brute-1") > 0
        assert listed(state, kind, "brute-1") == 0
        for action in legal_actions(free):
            if isinstance(action, kind) and action.warrior == "brute-1":  # type: ignore[union-attr]
                refused = refusal(state, action)
                assert refused is not None
                assert (refused.key, refused.facts["card"]) == ("forbidden", "panic")
    for kind in (*left, Finish):
        assert listed(state, kind, "brute-1") == listed(free, kind, "brute-1") > 0
    assert listed(state, Move, "blade-1") == listed(free, Move, "blade-1")


def test_a_whole_side_can_be_forbidden(box: Box) -> None:
    state = forbidding(box, "move", "side:human")
    assert not any(isinstance(a, Move | Explore) for a in legal_actions(state))


def test_an_override_keeps_what_is_forbidden(box: Box) -> None:
    state = forbidding(box, "fight")
    modifier = state.modifiers[0]
    effect = {"source": modifier.source, "until": modifier.until, **modifier_facts(modifier)}
    assert apply_override(state, {"effects": [effect]}).state.modifiers == state.modifiers
    with pytest.raises(MalformedState):
        apply_override(state, {"effects": [{**effect, "forbids": ["sleep"]}]})
