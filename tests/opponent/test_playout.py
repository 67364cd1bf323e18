"""Games played on by the script, and the chances told from them."""

from __future__ import annotations

import random

import pytest

from companion.content import new_game
from companion.opponent.errands import Ways
from companion.opponent.playout import Lots, Work, chance_of, play_on, win_chance
from companion.rules.results import Outcome
from companion.rules.state import State
from companion.rules.words import DEMON, HUMAN, SIDES
from tests.opponent.reached import box


@pytest.mark.parametrize("scenario", ["ritual", "altar_of_blood", "three_ways"])
def test_a_game_is_played_to_its_end_whatever_sides_there_are(scenario: str) -> None:
    assert play_on(new_game(box(), scenario), random.Random(1), Ways()).outcome is not None


def test_a_game_is_played_on_for_some_rounds() -> None:
    later = play_on(new_game(box(), "survivors"), random.Random(1), Ways(), rounds=2)
    assert (later.round, later.outcome) == (3, None)


def alone(state: State, name: str) -> State:
    roster = state.warriors
    for other in roster.of(HUMAN):
        roster = roster if other.id == name else roster.without(other.id)
    return state._replace(warriors=roster)


def test_chances_are_those_of_the_same_seed_and_fall_with_the_warriors() -> None:
    state = new_game(box(), "possessed")
    whole = win_chance(state, HUMAN, HUMAN, 12, 3)
    assert whole == win_chance(state, HUMAN, HUMAN, 12, 3)
    assert sum(whole.ends.values()) == 12
    left = win_chance(alone(state, "redeemer"), HUMAN, HUMAN, 12, 3)
    assert left.points + left.either_way < whole.points
    assert win_chance(state, HUMAN, DEMON, 12, 3).points == pytest.approx(1 - whole.points)


def test_the_same_seed_has_the_same_tiles_and_dice_whatever_was_done() -> None:
    """So that what differs in how two play-outs end is what was done."""
    one, other = Lots(5), Lots(5)
    assert [one.of("tile").random() for _ in range(3)] == [other.of("tile").random() for _ in range(3)]
    one.of("combat 1 1").random()
    assert one.of("threat 1 2").random() == other.of("threat 1 2").random()
    assert one.of("threat 2 2").random() != Lots(6).of("threat 2 2").random()


def test_work_is_counted() -> None:
    work = Work(1_000)
    play_on(new_game(box(), "survivors"), random.Random(1), Ways(), rounds=1, work=work)
    assert 900 < work.left < 1_000


def test_a_game_that_is_over_leaves_no_doubt() -> None:
    over = new_game(box(), "survivors")._replace(outcome=Outcome(HUMAN, "escaped"))
    assert [win_chance(over, None, side, 10, 1)[:2] for side in SIDES[:2]] == [(1.0, 0.0), (0.0, 0.0)]


def test_how_sure_a_chance_is() -> None:
    assert chance_of({}, HUMAN)[:2] == (0.5, pytest.approx(0.49))
    assert chance_of({"draw": 10}, HUMAN).points == 0.5
    assert 0.05 < chance_of({HUMAN: 20}, HUMAN).either_way < 0.2
    assert chance_of({HUMAN: 50, DEMON: 50}, HUMAN).either_way == pytest.approx(0.098, abs=0.005)
