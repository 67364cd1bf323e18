"""Tokens laid in secret and turned (Who Dares, Wins), and parts of a board that may not be walled off (Hit Them)."""

from __future__ import annotations

import random

import pytest

from companion.content import load_box
from companion.content.options import GameOptions
from companion.content.setup import new_game
from companion.rules.actions import Draw
from companion.rules.board import Board, Laid, openings_from
from companion.rules.engine import apply, legal_actions, refusal, waiting
from companion.rules.exploring import closes
from companion.rules.override import MalformedState, apply_override
from companion.rules.results import Happening
from companion.rules.state import State

BOX = load_box()


def searching(seed: int = 1) -> State:
    """A game in which a Stash has just been entered."""
    rng = random.Random(seed)
    state = new_game(BOX, "who_dares")
    while waiting(state).what != "treasure":
        if state.outcome is not None:
            return searching(seed + 1)
        state = apply(state, rng.choice(legal_actions(state))).state
    return state


def turned(state: State, face: str) -> tuple[State, tuple[Happening, ...]]:
    return apply(state, Draw(face))


def test_two_of_four_tokens_lie_on_a_stash_and_nobody_knows_which() -> None:
    state = searching()
    (tile,) = {warrior.tile for warrior in state.warriors.of("human")} & set(state.tile_tokens)
    assert state.board.tiles[tile].kind == "stash"
    assert state.tile_tokens[tile] == ("treasure", "treasure")
    assert sorted(state.decks["treasure"]) == ["empty", "empty", "empty", "full"]
    assert {action.what for action in legal_actions(state) if isinstance(action, Draw)} == {"full", "empty"}
    assert waiting(state)[:5] == ("human", "draw", "treasure", "TIL-1", 1)


def test_the_full_one_is_carried_an_empty_one_is_gone() -> None:
    state = searching()
    finder = waiting(state).facts["warrior"]
    full, happenings = turned(state, "full")
    assert full.warriors.all[finder].tokens == ("treasure",)
    assert happenings[0].facts == {
        "warrior": finder,
        "tile": waiting(state).facts["tile"],
        "token": "treasure",
        "shows": "full",
    }
    empty, _ = turned(state, "empty")
    assert empty.warriors.all[finder].tokens == ()
    assert sum(map(len, empty.tile_tokens.values())) == sum(map(len, state.tile_tokens.values())) - 1
    assert sorted(empty.decks["treasure"]) == ["empty", "empty", "full"]


def test_what_no_token_shows_is_refused() -> None:
    state = searching()
    used_up = state._replace(decks={**state.decks, "treasure": ("full",)})
    assert list(legal_actions(used_up)) == [Draw("full")]
    refused = refusal(used_up, Draw("empty"))
    assert refused is not None
    assert (refused.rule, refused.key) == ("TIL-1", "no_such_token")


def test_games_of_edition_1_roll_for_it_as_they_did() -> None:
    old = new_game(BOX, "who_dares", GameOptions(edition=1))
    assert "treasure" not in old.decks
    assert [clause.verb for moment, clause in old.game.special] == ["if"]
    assert [clause.verb for moment, clause in new_game(BOX, "who_dares").game.special] == ["lay_tokens", "turn_token"]


def test_tokens_are_set_by_hand_within_what_there_is() -> None:
    state = new_game(BOX, "who_dares")
    tile = next(iter(state.board.tiles))
    assert apply_override(state, {"tile_tokens": {tile: ["treasure"]}}).state.tile_tokens[tile] == ("treasure",)
    for change in (
        {"tile_tokens": {"nowhere": ["treasure"]}},
        {"tile_tokens": {tile: ["gold"]}},
        {"tile_tokens": {tile: ["treasure"] * 5}},
        {"decks": {"treasure": ["full", "full"]}},
    ):
        with pytest.raises(MalformedState):
            apply_override(state, change)


# -- two parts ---------------------------------------------------------------------------------------------------------


def board(*tiles: tuple[str, tuple[int, int]]) -> Board:
    return Board(tuple(Laid(str(n), "plain", at, openings_from(edges), 0) for n, (edges, at) in enumerate(tiles)))


def test_parts_that_can_still_meet() -> None:
    assert board(("N", (0, 0))).can_be_joined()
    assert board(("NS", (0, 0)), ("S", (0, -4))).can_be_joined()
    assert len(board(("NS", (0, 0)), ("S", (0, -4))).parts()) == 2
    assert len(board(("N", (0, 0)), ("S", (0, -1))).parts()) == 1


def test_parts_that_are_walled_off() -> None:
    """The one opening of the first part leads into a cell that other tiles close in."""
    pocket = board(("E", (0, 0)), ("NESW", (5, 5)), ("N", (1, -1)), ("E", (2, 0)), ("S", (1, 1)))
    assert not pocket.can_be_joined()
    assert not board(("N", (0, 0)), ("N", (0, -1)), ("S", (0, -4))).can_be_joined()


def test_a_tile_may_not_wall_off_the_other_part() -> None:
    """In Hit Them Where It Hurts a dead end that leaves the Humans no opening would end their hunt."""
    state = new_game(BOX, "hit_them")
    assert state.game.separate_parts
    assert not new_game(BOX, "survivors").game.separate_parts
    lone = board(("N", (0, 0)), ("S", (0, -4)))
    state = state._replace(board=lone)
    assert closes(state, (0, -1), openings_from("S"))
    assert not closes(state, (0, -1), openings_from("SN"))
    old = new_game(BOX, "hit_them", GameOptions(edition=1))._replace(board=lone)
    assert not closes(old, (0, -1), openings_from("S"))


@pytest.mark.parametrize("seed", range(4))
def test_the_master_of_souls_can_always_be_reached(seed: int) -> None:
    rng = random.Random(seed)
    state = new_game(BOX, "hit_them")
    for _ in range(2500):
        if state.outcome is not None:
            break
        state = apply(state, rng.choice(legal_actions(state))).state
        assert state.board.can_be_joined()
