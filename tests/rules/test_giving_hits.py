"""Hits given out in one go: who can take how many, what they cost, and the actions that come to it (CBT-6, CBT-8)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.content import Box, Position, place
from companion.rules.actions import Action, Attack, Cancel, Guard, Roll
from companion.rules.damage import Guarding
from companion.rules.engine import apply
from companion.rules.giving_hits import Giving, HitTaker, allotment, hits_of, only_choice
from companion.rules.state import State

LINE = {"mvt": 1, "cbt": 2, "def": 3}
DEMON = {"kind": "demon", "tile": "A", "line": {"mvt": 1, "cbt": 3, "def": 4}, "talents": []}


def struck(box: Box, hits: int, kind: str = "plain", house: Any = None, **people: dict[str, Any]) -> State:
    """The Redeemer is hit so many times."""
    position = {
        "name": "hits", "rules": [], "steps": [], "phase": "demon_action", "house": house or {},
        "tiles": {"A": {"at": [0, 0], "kind": kind, "openings": "E"}},
        "warriors": {"demon-1": DEMON, **{name.replace("_", "-"): facts for name, facts in people.items()}},
    }  # fmt: skip
    state = place(Position.model_validate(position), box)
    state = apply(state, Attack("demon-1", "redeemer")).state
    return apply(state, Roll((6,) * hits + (1,) * (3 - hits))).state


def human(kind: str, *cancelled: int) -> dict[str, Any]:
    talents = ["bodyguard"] if kind == "brute" else []
    return {"kind": kind, "tile": "A", "line": LINE, "cancelled": list(cancelled), "talents": talents}


def test_without_a_guard_every_hit_is_a_line_until_none_is_left(box: Box) -> None:
    found = allotment(struck(box, 2, redeemer=human("redeemer", 1)))
    assert found == (2, (HitTaker("redeemer", False, (0, 1, 2)),))
    last = allotment(struck(box, 3, redeemer=human("redeemer", 1, 2, 3, 4)))
    assert last == (3, (HitTaker("redeemer", False, (0, 1, 2, 2)),))


def test_a_guard_takes_hits_too(box: Box) -> None:
    found = allotment(struck(box, 2, redeemer=human("redeemer"), brute_1=human("brute")))
    assert found == (2, (HitTaker("redeemer", False, (0, 1, 2)), HitTaker("brute-1", True, (0, 1, 2))))


def test_what_is_asked_hit_by_hit_only(box: Box) -> None:
    """Nothing is given out in one go once one hit is settled, nor where hits are no lines."""
    asked = struck(box, 2, redeemer=human("redeemer"), brute_1=human("brute"))
    assert allotment(apply(asked, Guard("brute-1")).state) is None
    fiend = {"kind": "possessed_one", "tile": "A"}
    position = {
        "name": "hits", "rules": [], "steps": [], "phase": "human_action", "advantages": ["grenade"],
        "tiles": {"A": {"at": [0, 0], "kind": "plain", "openings": "E"},
                  "B": {"at": [1, 0], "kind": "plain", "openings": "W"}},
        "warriors": {"redeemer": {**human("redeemer"), "talents": []}, "demon-1": fiend,
                     "troglodyte-1": {"kind": "troglodyte", "tile": "A", "talents": ["bodyguard"]},
                     "blade-1": {**human("blade"), "tile": "B"}, "blade-2": {**human("blade"), "tile": "B"},
                     "brute-1": {**human("brute"), "tile": "B"}},
    }  # fmt: skip
    state = place(Position.model_validate(position), box)
    guarded = apply(apply(state, Attack("redeemer", "demon-1")).state, Roll((6, 6))).state
    assert isinstance(guarded.agenda[-1], Guarding)
    assert allotment(guarded) is None
    # The Demon guards its Troglodytes as one.
    demon = state.warriors.all["demon-1"]._replace(talents=frozenset({"bodyguard"}))
    swarm = apply(state._replace(warriors=state.warriors.put(demon)), Attack("redeemer", "troglodytes")).state
    swarm = apply(swarm, Roll((6, 6))).state
    assert isinstance(swarm.agenda[-1], Guarding)
    assert allotment(swarm) is None
    # A Grenade strikes both Blades: with the second still to come, then with the first settled.
    thrown = apply(state, Attack("redeemer", "", "grenade", "B")).state
    for dice in ((6, 1), (6, 1), (1, 1)):
        thrown = apply(thrown, Roll(dice)).state
    assert isinstance(thrown.agenda[-1], Guarding)
    assert allotment(thrown) is None
    second = apply(thrown, Guard(None)).state
    assert isinstance(second.agenda[-1], Guarding)
    assert allotment(second) is None


@pytest.mark.parametrize(("house", "guard"), [({}, (0, 2, 4)), ({"bodyguard_hungry": "takes_1"}, (0, 1, 2))])
def test_doubled_hits_cost_two_lines(box: Box, house: Any, guard: tuple[int, ...]) -> None:
    found = allotment(struck(box, 2, "hungry", house, redeemer=human("redeemer"), brute_1=human("brute")))
    assert found == (2, (HitTaker("redeemer", False, (0, 2, 4)), HitTaker("brute-1", True, guard)))


@pytest.mark.parametrize(
    ("cancelled", "lines"), [((1, 2, 3, 4, 5), (0, 1)), ((1, 2, 3), (0, 2, 3)), ((1, 2), (0, 2, 4))]
)
def test_a_guard_steps_in_no_more_often_than_it_can(
    box: Box, cancelled: tuple[int, ...], lines: tuple[int, ...]
) -> None:
    found = allotment(struck(box, 2, "hungry", redeemer=human("redeemer"), brute_1=human("brute", *cancelled)))
    assert found is not None
    assert found.takers[1] == HitTaker("brute-1", True, lines)


def test_nothing_to_give_out(box: Box) -> None:
    """After a first answer, and where nobody is hit."""
    asked = struck(box, 2, redeemer=human("redeemer"), brute_1=human("brute"))
    assert allotment(apply(asked, Guard("brute-1")).state) is None
    assert allotment(struck(box, 0, redeemer=human("redeemer"))) is None
    assert only_choice(struck(box, 0, redeemer=human("redeemer"))) is None


def test_how_many_hits_so_many_lines_stand_for() -> None:
    doubled = HitTaker("brute-1", True, (0, 2, 3))
    assert [hits_of(doubled, lines) for lines in range(6)] == [0, 1, 1, 2, 2, 2]


def given(state: State, **lines: list[int]) -> list[Action]:
    giving = Giving(state, {name.replace("_", "-"): picked for name, picked in lines.items()})
    done: list[Action] = []
    while (action := giving.next(state)) is not None:
        done.append(action)
        state = apply(state, action).state
    return done


def test_lines_become_the_actions_of_the_game(box: Box) -> None:
    state = struck(box, 2, redeemer=human("redeemer"), brute_1=human("brute"))
    assert given(state, redeemer=[4], brute_1=[6]) == [
        *(Guard("brute-1"), Guard(None), Cancel("redeemer", (4,)), Cancel("brute-1", (6,)))
    ]
    assert given(state, redeemer=[5, 2], brute_1=[]) == [Guard(None), Guard(None), Cancel("redeemer", (2, 5))]
    assert given(state, brute_1=[5, 2]) == [Guard("brute-1"), Guard("brute-1"), Cancel("brute-1", (2, 5))]


def test_two_lines_of_a_doubled_hit_are_one_guard(box: Box) -> None:
    state = struck(box, 2, "hungry", redeemer=human("redeemer"), brute_1=human("brute"))
    assert given(state, redeemer=[1, 2], brute_1=[3, 4])[:2] == [Guard("brute-1"), Guard(None)]


def test_the_only_choice(box: Box) -> None:
    assert only_choice(struck(box, 1, redeemer=human("redeemer", 1, 2, 3, 4, 5))) == Cancel("redeemer", (6,))
    assert only_choice(struck(box, 2, redeemer=human("redeemer", 1, 2, 3, 4))) == Cancel("redeemer", (5, 6))
    assert only_choice(struck(box, 1, redeemer=human("redeemer", 1, 2, 3, 4))) is None
