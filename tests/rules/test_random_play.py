"""Random legal play, step by step, with everything checked that must hold in every state."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.content import load_box
from companion.content.options import GameOptions
from companion.content.setup import new_game
from companion.rules.actions import Action, Draw
from companion.rules.engine import apply, legal_actions, refusal
from companion.rules.invariants import broken
from companion.rules.notation import read, write
from companion.rules.snapshot import SINCE_0_1_0, SnapshotError, from_json, to_json
from companion.rules.state import State

BOX = load_box()
HOUSES: list[dict[str, Any]] = [
    {},
    {"red_destiny": "per_game", "calm": "one_only", "destiny_dice": "all_placed"},
    {"bodyguard_grenade": "forbidden", "bodyguard_hungry": "takes_1", "red_squares": ["trap"]},
]


class Evening(RuleBasedStateMachine):
    """Any scenario under any house rules; hypothesis picks among the legal actions."""

    def __init__(self) -> None:
        super().__init__()
        self.state: State | None = None

    @initialize(
        scenario=st.sampled_from(list(BOX.scenarios)),
        house=st.sampled_from(HOUSES),
        handicap=st.sampled_from([None, "human", "demon"]),
    )
    def set_up(self, scenario: str, house: dict[str, Any], handicap: str | None) -> None:
        self.state = new_game(BOX, scenario, GameOptions(house=house, handicap=handicap))

    @precondition(lambda self: self.state is not None and self.state.outcome is None)
    @rule(picks=st.lists(st.integers(0, 2**32), min_size=1, max_size=15))
    def play(self, picks: list[int]) -> None:
        assert self.state is not None
        for pick in picks:
            if self.state.outcome is not None:
                return
            legal = legal_actions(self.state)
            action: Action = legal[pick % len(legal)]
            assert refusal(self.state, action) is None
            assert read(write(action)) == [action]
            self.state = apply(self.state, action).state
            assert broken(self.state) == []

    @invariant()
    def text_round_trips(self) -> None:
        if self.state is not None:
            assert from_json(self.state.game, to_json(self.state)) == self.state


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=15, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.parametrize("scenario", list(BOX.scenarios))
def test_a_whole_game_of_every_scenario_ends(scenario: str) -> None:
    rng = random.Random(scenario)
    state = new_game(BOX, scenario)
    for _ in range(20_000):
        if state.outcome is not None:
            break
        state = apply(state, rng.choice(legal_actions(state))).state
    assert state.outcome is not None
    assert state.outcome.winner in (*state.game.sides, "draw")


def test_every_listed_action_can_be_applied(survivors: State) -> None:
    """All of them, along one game, not only the one that is picked."""
    rng = random.Random(7)
    state = survivors
    for _ in range(150):
        legal = legal_actions(state)
        for action in legal if len(legal) <= 60 else rng.sample(list(legal[:500]), 60):
            assert broken(apply(state, action).state) == []
        state = apply(state, rng.choice(legal)).state


def test_text_that_is_no_state_is_refused(survivors: State) -> None:
    good = to_json(survivors)
    for key in good.keys() - SINCE_0_1_0:
        with pytest.raises(SnapshotError, match=key):
            from_json(survivors.game, {k: v for k, v in good.items() if k != key})
    with pytest.raises(SnapshotError, match="warriors"):
        from_json(survivors.game, {**good, "warriors": {"roster": [{"~Warrior": [1, 2]}]}})
    with pytest.raises(SnapshotError, match="agenda"):
        from_json(survivors.game, {**good, "agenda": [{"~NoSuchStep": []}]})


def test_broken_notices(survivors: State) -> None:
    """The invariants can fail: each kind of damage is named."""
    redeemer = survivors.warriors.all["redeemer"]

    def with_redeemer(**changes: Any) -> State:
        return survivors._replace(warriors=survivors.warriors.put(redeemer._replace(**changes)))

    assert broken(survivors) == []
    assert any("not on the table" in text for text in broken(with_redeemer(tile="99")))
    assert any("six lines" in text for text in broken(with_redeemer(cancelled=(1, 2, 3, 4, 5, 6))))
    assert any("cancelled" in text for text in broken(with_redeemer(cancelled=(3, 3))))
    assert any("fate" in text for text in broken(with_redeemer(fate="dead")))
    assert any("wounds" in text for text in broken(with_redeemer(wounds=3)))
    assert any("Threat Points" in text for text in broken(survivors._replace(tp=-1)))
    assert any("waits for nothing" in text for text in broken(survivors._replace(agenda=())))
    assert any("marker" in text for text in broken(survivors._replace(holes=frozenset({"99"}))))
    crowd = survivors.warriors
    for n in range(2, 9):
        crowd = crowd.put(redeemer._replace(id=f"redeemer-{n}"))
    found = broken(survivors._replace(warriors=crowd))
    assert any("MOV-3" in text and "'most': 5" in text for text in found)
    assert any("SET-3" in text and "redeemer" in text for text in found)


def test_draws_of_the_set_up_come_first(survivors: State) -> None:
    assert all(isinstance(action, Draw) for action in legal_actions(survivors))
