"""What would you do: from what the seat knows only, with honest limits, and nothing better given up early."""

from __future__ import annotations

import random

import pytest

from companion.content import new_game
from companion.opponent.analysis import analysed, better_than
from companion.opponent.coach import TriedAction, advise, choices
from companion.opponent.knowledge import acting, fall
from companion.opponent.looks import fitted
from companion.opponent.players import PLAYERS, Player, decide
from companion.opponent.segments import PlayedAct, segments_of
from companion.rules.actions import EndPhase, Move
from companion.rules.engine import apply, waiting
from companion.rules.state import State
from companion.rules.words import DEMON, HUMAN, SIDES, Side
from tests.opponent.reached import box
from tests.opponent.test_decisions import dealt


def played(scenario: str, human: Player, seed: int) -> list[PlayedAct]:
    """Every step of a game to its end."""
    state, table = new_game(box(), scenario), random.Random(seed)
    players: dict[Side, Player] = {**dict.fromkeys(SIDES, PLAYERS["script"]), HUMAN: human}
    steps: list[PlayedAct] = []
    while state.outcome is None:
        asked = waiting(state)
        side = acting(asked)
        action = decide(players[side], state, side, table.getrandbits(48)) or fall(state, asked, table)
        after = apply(state, action).state
        steps.append(PlayedAct(len(steps) + 1, state.round, state, after, action))
        state = after
    return steps


def first_choice(state: State, what: str) -> State:
    rng = random.Random(1)
    while waiting(state).what != what:
        asked = waiting(state)
        action = decide(PLAYERS["script"], state, acting(asked), rng.getrandbits(48)) or fall(state, asked, rng)
        state = apply(state, action).state
    return state


def test_what_others_hold_makes_no_difference() -> None:
    state = first_choice(new_game(box(), "possessed"), "activate")
    seat = acting(waiting(state))
    rng = random.Random(4)
    one, other = dealt(state, seat, rng), dealt(state, seat, rng)
    assert one.hands != other.hands
    assert list(advise(one, seat, 9, 0.04)) == list(advise(other, seat, 9, 0.04))


def test_before_a_roll_there_is_a_chance_and_nothing_to_choose() -> None:
    state = new_game(box(), "possessed")
    state = state if waiting(state).kind == "roll" else first_choice(state, "action")
    *_, last = advise(state, acting(waiting(state)), 1, 0.04)
    assert last.tried == ()
    assert last.now is not None
    assert last.done == last.of


def test_nothing_is_asked_of_a_side_that_is_not_awaited() -> None:
    state = first_choice(new_game(box(), "possessed"), "activate")
    assert choices(state, DEMON, 1) == []
    assert choices(state, HUMAN, 1)


def test_an_idea_is_rated_in_the_worlds_of_the_others() -> None:
    state = first_choice(new_game(box(), "possessed"), "activate")
    *_, alone = advise(state, HUMAN, 3, 0.04)
    best = alone.tried[0]
    *_, last = advise(state, HUMAN, 3, 0.04, [best.action])
    assert last.idea == best, "the same action has the same chance, whoever had the idea"
    assert last.tried == alone.tried
    assert (last.done, last.of) == (alone.done + len(best.points), alone.of + len(best.points))


def test_limits_are_honest() -> None:
    won = TriedAction(EndPhase(), (1.0,) * 10)
    assert won.mean == 1.0
    assert 0.05 < won.either_way < 0.5, "ten wins of ten are not certainty"
    drawn = TriedAction(EndPhase(), (1.0, 0.0) * 50)
    assert drawn.either_way == pytest.approx(0.098, abs=0.01)
    behind, limits = drawn.behind(TriedAction(EndPhase(), (1.0, 0.0) * 50))
    assert behind == 0 < limits


def test_a_blunder_is_found_with_what_was_better() -> None:
    """A step to the Exit won the game; had the phase been ended instead, the Redeemer would hardly have got out."""
    steps = played("who_dares", PLAYERS["script"], 5)
    won = next(step for step in reversed(steps) if waiting(step.before).what == "activate")
    assert isinstance(won.action, Move)
    assert better_than(won, HUMAN, 5, 0.2) is None, "nothing is better than to win"
    blunder = won._replace(action=EndPhase(), after=apply(won.before, EndPhase()).state)
    better = better_than(blunder, HUMAN, 5, 0.2)
    assert better is not None
    assert (better.action, better.chance) == (won.action, 1.0)
    assert better.gain > 2 * better.either_way


def test_a_game_is_analysed_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.opponent.segments.MOST_POINTS", 7)
    steps = played("misled", PLAYERS["script"], 0)
    segments = segments_of(steps)
    assert [step for segment in segments for step in segment.steps] == steps
    assert len(segments) < 7
    found = list(analysed(steps, 1, 0.04))
    last = found[-1]
    assert last.whole
    assert [one.whole for one in found[:-1]] == [False] * (len(found) - 1)
    assert [point.seq for point in last.points] == [0, *(segment.steps[-1].seq for segment in segments)]
    outcome = steps[-1].after.outcome
    assert outcome is not None
    assert last.points[-1].chance == (outcome.winner == HUMAN)
    assert last.points[-1].either_way == 0
    assert last.luck is not None
    assert set(last.luck.by_side) == {HUMAN, DEMON}
    *_, again = analysed(steps, 1, 0.04)
    assert again == last, "the same game, the same analysis"


def test_chances_follow_how_good_a_position_looks() -> None:
    slope, base = fitted([(-10, 0.1, 50), (0, 0.5, 50), (10, 0.9, 50)])
    assert slope == pytest.approx(0.22, abs=0.02)
    assert base == pytest.approx(0, abs=0.01)
    assert fitted([(3.0, 1.0, 50)])[1] > 0
