"""The referee's four questions as a caller uses them."""

import pytest

from companion.rules.actions import Assign, Draw, EndPhase, Finish, Move, Reroll, Roll
from companion.rules.engine import apply, legal_actions, refusal, waiting
from companion.rules.results import IllegalAction
from companion.rules.snapshot import to_json
from companion.rules.state import State
from companion.rules.steps import Rolls


def play(state: State, *actions: object) -> State:
    for action in actions:
        state = apply(state, action).state  # type: ignore[arg-type]
    return state


@pytest.fixture
def acting(survivors: State) -> State:
    """The first Human action phase: Redeemer on line 2, Brute on 3, Blades on 1 and 5."""
    return play(
        survivors,
        Draw("grenade"),
        Roll((2, 3, 1, 5)),
        Assign("redeemer", 2),
        Assign("brute-1", 3),
        Assign("blade-1", 1),
        Assign("blade-2", 5),
        EndPhase(),
    )


def test_waits_for_one_thing_at_a_time(survivors: State) -> None:
    asked = waiting(survivors)
    assert (asked.side, asked.kind, asked.what, asked.number) == ("human", "draw", "advantage", 1)
    asked = waiting(play(survivors, Draw("grenade")))
    assert (asked.side, asked.kind, asked.what, asked.number) == ("human", "roll", "action", 4)


def test_apply_raises_with_the_refusal_and_leaves_the_state(survivors: State) -> None:
    before = to_json(survivors)
    with pytest.raises(IllegalAction) as error:
        apply(survivors, Move("redeemer", "1"))
    assert error.value.refusal.rule == "RND"
    assert to_json(survivors) == before


def test_refusal_is_none_for_what_is_listed(acting: State) -> None:
    listed = legal_actions(acting)
    assert len(listed) > 10
    assert [refusal(acting, action) for action in listed] == [None] * len(listed)


def test_an_action_for_a_dead_or_unknown_warrior_is_refused(acting: State) -> None:
    redeemer = acting.warriors.all["redeemer"]
    dead = acting._replace(warriors=acting.warriors.put(redeemer._replace(tile="", fate="dead")))
    refused = refusal(dead, Finish("redeemer"))
    assert refused is not None
    assert (refused.rule, refused.key, refused.facts["fate"]) == ("ACT-1", "not_in_play", "dead")
    refused = refusal(acting, Finish("nobody"))
    assert refused is not None
    assert (refused.rule, refused.key) == ("ACT-1", "no_such_warrior")


def test_happenings_are_in_game_words(survivors: State) -> None:
    drawn = play(survivors, Draw("grenade"))
    happened = apply(drawn, Roll((1, 1, 1, 1))).happenings
    assert [(h.key, h.facts["what"], h.facts["dice"]) for h in happened] == [("rolls", "action", [1, 1, 1, 1])]


def test_rolls_are_every_way_the_dice_can_fall() -> None:
    rolls = Rolls(Roll, 2, 2)
    assert len(rolls) == 36
    assert len(set(rolls)) == 36
    assert Roll((6, 6)) in rolls
    assert Roll((6,)) not in rolls
    assert Roll((7, 1)) not in rolls
    assert EndPhase() not in rolls


def test_rolls_of_any_number_and_other_things_to_do() -> None:
    rolls = Rolls(Reroll, 0, 2, [EndPhase()])
    assert len(rolls) == 1 + 1 + 6 + 36
    assert rolls[0] == EndPhase()
    assert rolls[1] == Reroll(())
    assert rolls[-1] == Reroll((6, 6))
    assert len(set(rolls[:])) == len(rolls)
    with pytest.raises(IndexError):
        rolls[len(rolls)]
