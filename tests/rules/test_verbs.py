"""The notation of actions: round-trips, and clear errors for what is not notation."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import actions as a
from companion.rules.engine import apply
from companion.rules.notation import NotationError, read, take, write
from companion.rules.results import IllegalAction
from companion.rules.state import State

names = st.text(min_size=1, max_size=12)
scores = st.lists(st.integers(1, 6), max_size=12).map(tuple)
ACTIONS = st.one_of(
    st.builds(a.Roll, scores),
    st.builds(a.Reroll, scores),
    st.builds(a.Draw, names),
    st.builds(a.Assign, names, st.integers(1, 6)),
    st.builds(a.Bless, names, names),
    st.builds(a.Move, names, names, st.sampled_from(["", "hole"])),
    st.builds(a.Leave, names),
    st.builds(a.Explore, names, names),
    st.builds(a.Lay, st.integers(0, 360), names),
    st.builds(a.PutHole, names),
    st.builds(a.Attack, names, names, names, names),
    st.builds(a.Guard, st.none() | names),
    st.builds(a.Cancel, names, scores),
    st.builds(a.Finish, names),
    st.just(a.EndPhase()),
    st.builds(a.Place, names, scores),
    st.just(a.Resolve()),
    st.builds(a.Hit, names),
    st.builds(a.Enter, names, names),
    st.builds(a.Play, names, names, names, st.integers(0, 6), names),
)


@given(ACTIONS)
def test_every_action_round_trips(action: a.Action) -> None:
    assert read(write(action)) == [action]


def test_one_verb_may_stand_for_several_actions() -> None:
    assert read({"assign": {"redeemer": 3, "blade-1": 4}}) == [a.Assign("redeemer", 3), a.Assign("blade-1", 4)]
    assert read({"destiny": {"trap": [6, 6]}}) == [a.Place("trap", (6, 6)), a.Resolve()]


@pytest.mark.parametrize(
    ("do", "complaint"),
    [
        ({}, "exactly one verb"),
        ({"fly": "brute-1"}, "exactly one verb"),
        ({"move": "brute-1", "roll": [1]}, "exactly one verb"),
        ({"move": "brute-1", "to": "B", "fast": True}, "unknown key 'fast'"),
        ({"move": "brute-1"}, "'to' must be a text"),
        ({"move": 7, "to": "B"}, "'move' must be a text"),
        ({"roll": "666"}, "list"),
        ({"roll": [1.5]}, "not a whole number"),
        ({"roll": [True]}, "not a whole number"),
        ({"roll": [1] * 101}, "at most 100"),
        ({"assign": []}, "warriors and their dice"),
        ({"assign": {}}, "warriors and their dice"),
        ({"assign": {"redeemer": "3"}}, "whole number"),
        ({"destiny": [6, 6]}, "squares and their dice"),
        ({"end_phase": 1}, "must be true"),
        ({"guard": 3}, "a warrior or null"),
        ([], "a verb with its values"),
    ],
)
def test_bad_notation_is_named(do: Any, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        read(do)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_junk_is_never_an_action(junk: Any) -> None:
    with pytest.raises(NotationError):
        read(junk)


def test_a_verb_is_taken_whole_or_not_at_all(survivors: State) -> None:
    rolled = apply(apply(survivors, a.Draw("grenade")).state, a.Roll((2, 2, 3, 3))).state
    with pytest.raises(IllegalAction) as error:
        take(rolled, {"assign": {"redeemer": 2, "brute-1": 2, "blade-1": 3}})
    assert error.value.refusal.facts["warriors"] == ["blade-2"]
    with pytest.raises(IllegalAction):
        take(rolled, {"assign": {"redeemer": 2, "brute-1": 6}})
    assert rolled.warriors.all["redeemer"].die == 0
    after = take(rolled, {"assign": {"redeemer": 2, "brute-1": 2, "blade-1": 3, "blade-2": 3}})
    assert after.state.warriors.all["redeemer"].die == 2
