"""What a scenario asks of the Humans, how far they are from it, and what a state is worth."""

from __future__ import annotations

import pytest

from companion.content import new_game
from companion.opponent.errands import Errand, Ways, errands_of, journey, tiles_above
from companion.opponent.value import WON, value
from companion.rules.board import Laid, openings_from
from companion.rules.results import Outcome
from companion.rules.state import State
from companion.rules.words import DEMON, HUMAN
from tests.opponent.reached import box, sampled

ASKED = {
    "survivors": Errand(frozenset({"exit"}), number=2, leave=True),
    "christmas_2009": Errand(frozenset({"exit"}), number=2),
    "holding_back": Errand(frozenset({"stash"}), number=2),
    "hit_them": Errand(frozenset(), quarry="master_of_souls"),
    "possessed": Errand(frozenset({"stash"}), quarry="possessed_one"),
    "ritual": Errand(frozenset({"pentacle"}), "redeemer", 3, counter="seal"),
    "who_dares": Errand(frozenset({"exit"}), token="treasure", sources=frozenset({"stash"})),
}


@pytest.mark.parametrize("scenario", ASKED)
def test_errands_are_read_from_the_conditions_of_victory(scenario: str) -> None:
    assert errands_of(new_game(box(), scenario).game) == (ASKED[scenario],)


def test_cleansing_asks_for_two_things() -> None:
    burn, leave = errands_of(new_game(box(), "cleansing").game)
    assert (burn.counter, burn.number, burn.kinds) == ("burnt", 3, {"stash"})
    assert (leave.kinds, leave.number) == ({"exit"}, 2)


def corridor(state: State, *kinds: str) -> State:
    """Tiles in a row to the east of the first one."""
    for n, kind in enumerate(kinds, 1):
        state = state._replace(board=state.board.lay(Laid(f"t{n}", kind, (n, 0), openings_from("EW"), 0)))
    return state


def moved(state: State, warrior: str, tile: str) -> State:
    return state._replace(warriors=state.warriors.put(state.warriors.all[warrior]._replace(tile=tile)))


def test_steps_to_the_exit_are_counted_for_the_two_nearest() -> None:
    state = corridor(new_game(box(), "survivors"), "plain", "plain", "exit")
    [errand] = errands_of(state.game)
    ways = Ways()
    start = journey(state, errand, ways)
    assert start.targets == ("t3",)
    assert len(start.goers) == 2
    assert start.steps == 3 + 3 + 2
    nearer = moved(moved(state, "redeemer", "t3"), "brute-1", "t2")
    assert journey(nearer, errand, ways).steps == 0 + 1 + 2
    assert value(nearer, HUMAN, ways) > value(state, HUMAN, ways)
    assert value(nearer, DEMON, ways) == -value(nearer, HUMAN, ways)


def test_what_is_not_on_the_board_is_looked_for_in_the_dark() -> None:
    state = corridor(new_game(box(), "survivors"), "plain", "plain")
    found = journey(state, errands_of(state.game)[0], Ways())
    assert found.targets == ()
    # Ten tiles lie above the Exit, and the Pentacle Room has openings of its own.
    assert tiles_above(state, frozenset({"exit"})) == pytest.approx(10.5)
    assert found.steps == pytest.approx(1.5 * 10.5 + 2)


def test_a_kind_that_is_nowhere_is_far_away() -> None:
    state = new_game(box(), "survivors")
    assert tiles_above(state, frozenset({"no_such_kind"})) >= 20


def test_a_tile_behind_the_dark_is_approached() -> None:
    """The Master of Souls waits four cells to the north: openings on that side count, not the nearest one."""
    state = new_game(box(), "hit_them")
    found = journey(state, errands_of(state.game)[0], Ways())
    assert found.targets == ()
    assert found.behind


def test_a_won_game_is_worth_more_than_any_other_state() -> None:
    ways = Ways()
    for state, _ in sampled(400, seed=9):
        assert abs(value(state, HUMAN, ways)) < WON
    won = state._replace(outcome=Outcome(HUMAN, "escaped"))
    assert (value(won, HUMAN, ways), value(won, DEMON, ways)) == (WON, -WON)
    assert value(state._replace(outcome=Outcome("draw", "x")), HUMAN, ways) == 0
