"""The player who tries things out: honest, legal, and at no loss where there is nothing to try."""

from __future__ import annotations

import random

import pytest

from companion.content import new_game
from companion.opponent import script
from companion.opponent.errands import Ways
from companion.opponent.knowledge import acting, imagine, own_actions
from companion.opponent.players import decide
from companion.opponent.prospects import prospects
from companion.opponent.search import SearchPlayer, WeighedAction, preferred
from companion.rules.actions import Attack, EndPhase
from companion.rules.engine import refusal, waiting
from companion.rules.results import Outcome
from companion.rules.state import State
from companion.rules.words import DEMON, HUMAN, SQUAMATA
from tests.opponent.reached import box, dealt, sampled, walk

# As little thought as there is: a few play-outs of each action.
QUICK = SearchPlayer(work=1)


def test_a_legal_decision_in_states_random_games_reach() -> None:
    for number, (state, asked) in enumerate(sampled(600, seed=300)):
        if number % 40 == 0:
            action = decide(QUICK, state, acting(asked), number)
            assert action is not None
            assert refusal(state, action) is None, (state, action)


def test_what_others_hold_makes_no_difference() -> None:
    rng, differed = random.Random(3), 0
    for number, (state, asked) in enumerate(sampled(900, seed=900)):
        if number % 60 == 0 and asked.what != "interrupt":
            seat = acting(asked)
            one, other = dealt(state, seat, rng), dealt(state, seat, rng)
            assert decide(QUICK, one, seat, number) == decide(QUICK, other, seat, number)
            differed += one.hands != other.hands
    assert differed > 5


def test_without_time_to_think_it_does_what_the_script_marks_best() -> None:
    for number, (state, asked) in enumerate(sampled(300, seed=60)):
        side = acting(asked)
        action = decide(SearchPlayer(work=0), state, side, number)
        seen = imagine(state, side, random.Random(number))
        legal = own_actions(seen, side)
        marks = script.marked(seen, side, legal, Ways())
        assert marks[legal.index(action)] == max(marks)  # type: ignore[arg-type]


def choices(scenario: str, *sides: str) -> list[State]:
    found = [state for state in walk(scenario, 4) if waiting(state).kind == "choice"]
    return [next(state for state in found if waiting(state).side == side) for side in sides]


def test_kartikeya_decides_too() -> None:
    [state] = choices("beast_at_bay", SQUAMATA)
    action = decide(QUICK, state, SQUAMATA, 1)
    assert action is not None
    assert refusal(state, action) is None


def test_a_game_nobody_can_win_is_decided_all_the_same() -> None:
    for state in choices("survivors", HUMAN, DEMON):
        object.__setattr__(state.game, "conditions", ())
        assert decide(QUICK, state, acting(waiting(state)), 1) is not None


def tried(*chances: list[float]) -> list[WeighedAction]:
    return [WeighedAction(Attack(f"brute-{n}"), found) for n, found in enumerate(chances, 1)]


@pytest.mark.parametrize(
    ("chances", "best"),
    [
        ([[0.5, 0.5, 0.5], [0.6, 0.7, 0.6]], 1),
        ([[0.5, 0.5, 0.5], [0.1, 0.1, 1.35]], 0),
        ([[0.5, 0.5, 0.5], [0.4, 0.4, 0.4]], 0),
        ([[0.5, 0.5, 0.5], [0.6, 0.6, 0.6], [0.8, 0.8, 0.7]], 2),
        ([[], []], 0),
    ],
)
def test_the_script_is_left_only_for_what_is_better_by_more_than_luck(chances: list[list[float]], best: int) -> None:
    candidates = tried(*chances)
    assert preferred(candidates) is candidates[best]


def test_the_choice_of_the_script_comes_first_and_the_end_of_the_phase_is_tried_too() -> None:
    state = choices("survivors", HUMAN)[0]
    legal = own_actions(state, HUMAN)
    found = [c.action for c in SearchPlayer(most=2).candidates(state, HUMAN, legal, random.Random(1), Ways())]
    marks = script.marked(state, HUMAN, legal, Ways())
    assert marks[legal.index(found[0])] == max(marks)
    assert (EndPhase() in found) == (EndPhase() in legal)


def test_prospects_are_of_both_sides_and_grow_with_the_warriors() -> None:
    ways = Ways()
    for state, _ in sampled(60, seed=9):
        assert prospects(state, HUMAN, ways) + prospects(state, DEMON, ways) == pytest.approx(1)
        won = state._replace(outcome=Outcome(HUMAN, "escaped"))
        assert prospects(state, HUMAN, ways) < prospects(won, HUMAN, ways)
    state = new_game(box(), "survivors")
    fewer = state._replace(warriors=state.warriors.without("brute-1"))
    assert prospects(fewer, HUMAN, ways) < prospects(state, HUMAN, ways)
    assert prospects(state._replace(outcome=Outcome("draw", "x")), HUMAN, ways) == 0.5
