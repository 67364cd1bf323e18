"""Decisions: always one, never a forbidden one, the same for the same seed, and nothing looked at that is hidden."""

from __future__ import annotations

import random

import pytest

from companion.content import new_game
from companion.opponent.coach import advise
from companion.opponent.errands import Ways
from companion.opponent.knowledge import acting, imagine, own_actions
from companion.opponent.ladder import step
from companion.opponent.players import PLAYERS, Player, ScriptPlayer, decide
from companion.opponent.playout import play_on
from companion.protocol.opponent import Opponent
from companion.rules.actions import Play
from companion.rules.engine import refusal, waiting
from companion.rules.initiative import AssignDice
from companion.rules.words import DEMON, HUMAN, SIDES
from companion.solo.planning import next_step, planned
from tests.opponent.reached import box, dealt, sampled, scenarios, walk


def test_there_is_a_legal_decision_in_every_state_random_games_reach() -> None:
    """A part of what `make bench ONLY=decisions` asks, in all scenarios."""
    decided = 0
    for state, asked in sampled(3_000, names=list(box().scenarios)):
        action = decide(ScriptPlayer(), state, acting(asked), decided)
        assert action is not None, state
        assert refusal(state, action) is None, (state, action)
        decided += 1
    assert decided == 3_000


@pytest.mark.parametrize("player", [PLAYERS["random"], PLAYERS["easy"]], ids=["random", "easy"])
def test_other_players_decide_legally_too(player: Player) -> None:
    for number, (state, asked) in enumerate(sampled(4_000, seed=500)):
        if number % 50 == 0:
            action = decide(player, state, acting(asked), number)
            assert action is not None
            assert refusal(state, action) is None, (state, action)


@pytest.mark.parametrize("player", [ScriptPlayer(), PLAYERS["easy"]], ids=["script", "easy"])
def test_what_others_hold_makes_no_difference(player: Player) -> None:
    rng = random.Random(3)
    differed = 0
    for number, (state, asked) in enumerate(sampled(3_000, seed=900)):
        if number % 60 == 0 and asked.what != "interrupt":
            seat = acting(asked)
            one, other = dealt(state, seat, rng), dealt(state, seat, rng)
            assert decide(player, one, seat, number) == decide(player, other, seat, number)
            differed += one.hands != other.hands
    assert differed > 30


def test_imagined_cards_are_never_those_the_seat_has_seen() -> None:
    rng = random.Random(5)
    for state, _ in sampled(500, seed=40):
        imagined = imagine(state, DEMON, rng)
        assert imagined.hands["event"] == state.hands["event"]
        assert len(imagined.hands["advantage"]) == len(state.hands["advantage"])
        dealt = sorted((*imagined.hands["advantage"], *imagined.decks["advantage"]))
        assert dealt == sorted((*(c for c in state.hands["advantage"] if c != "unknown"), *state.decks["advantage"]))


def test_the_cards_of_the_other_side_are_not_its_own_to_play() -> None:
    """The rules list them: a card may be played by its holder while the game waits for the other side."""
    seen = 0
    for state, asked in sampled(3_000, seed=70):
        mine = "event" if asked.side == DEMON else "advantage"
        for action in own_actions(state, acting(asked)):
            if isinstance(action, Play):
                assert state.game.cards[action.card].deck in {mine, "gift"}
                seen += 1
    assert seen > 50


def test_nothing_to_decide() -> None:
    state = new_game(box(), "survivors")
    assert waiting(state).kind == "draw"
    assert all(decide(ScriptPlayer(), state, side, 1) is None for side in SIDES)
    *_, over = walk("possessed", 2, most=20_000)
    assert over.outcome is not None
    assert all(decide(ScriptPlayer(), over, side, 1) is None for side in SIDES)


def test_where_nothing_can_be_done_there_is_an_answer_all_the_same() -> None:
    """No rule of the box comes to it; a broken scenario may."""
    state = new_game(box(), "survivors")
    stuck = state._replace(agenda=(AssignDice((), ("brute-1",)),))
    assert waiting(stuck).kind == "choice"
    assert all(decide(player, stuck, HUMAN, 1) is None for player in PLAYERS.values())
    assert play_on(stuck, random.Random(1), Ways()).outcome is None
    *_, advice = advise(stuck, HUMAN, 1, 0.02)
    assert (advice.tried, advice.now and advice.now.points) == ((), 0.5)
    opponent = Opponent(sides=[HUMAN])
    assert next_step(stuck, 0, opponent, "companion", frozenset(), planned) is None


def test_a_scenario_without_an_aim_is_played_all_the_same() -> None:
    """What an owner builds may have no way for the Humans to win."""
    for name in scenarios():
        state = new_game(box(), name)
        object.__setattr__(state.game, "conditions", tuple(c for c in state.game.conditions if c.winner != HUMAN))
        rng = random.Random(1)
        for _ in range(120):
            if state.outcome is not None:
                break
            state = step(state, {HUMAN: ScriptPlayer(), DEMON: ScriptPlayer()}, rng)[0]
