"""Setting up: forces, decks, stack and handicaps of a scenario (SET-1, SET-2, SET-5, SET-6, SET-7)."""

import random

import pytest

from companion.content import Box
from companion.content.options import GameOptions
from companion.content.setup import new_game, shuffled, shuffled_deck
from companion.protocol.refusal import Refused
from companion.rules.actions import Draw, Explore, Lay, Roll
from companion.rules.auction import Team
from companion.rules.engine import apply, legal_actions, refusal, waiting
from companion.rules.exploring import drawable
from companion.rules.notation import take
from companion.rules.state import State


def test_the_survivors_as_reported(box: Box) -> None:
    state = new_game(box, "survivors")
    assert list(state.warriors.all) == ["redeemer", "brute-1", "blade-1", "blade-2"]
    assert state.warriors.all["blade-1"].objects == ("blunderbuss",)
    assert state.warriors.all["redeemer"].gifts == ("aura_of_courage", "aura_of_precognition")
    assert state.tp == 4
    assert {t.kind for t in state.board.tiles.values()} == {"pentacle"}
    assert (waiting(state).what, waiting(state).number) == ("advantage", 1)


def test_two_separate_decks(box: Box) -> None:
    """SET-2."""
    state = new_game(box, "survivors")
    assert len(state.decks["advantage"]) == 15
    assert len(state.decks["event"]) == 16
    assert not set(state.decks["advantage"]) & set(state.decks["event"])


def test_handicap_of_the_human_helps_the_demon(box: Box) -> None:
    """SET-5: one Lost and two Panic! less, 3 TP more."""
    state = new_game(box, "survivors", GameOptions(handicap="human"))
    assert state.tp == 7
    assert len(state.decks["event"]) == 13
    assert "lost" not in state.decks["event"]
    assert "panic" not in state.decks["event"]
    assert waiting(state).number == 1


def test_handicap_of_the_demon_helps_the_human(box: Box) -> None:
    """SET-6: one Advantage and one Gift more."""
    options = GameOptions(handicap="demon", extra_gift="aura_of_healing")
    state = new_game(box, "survivors", options)
    assert waiting(state).number == 2
    assert state.warriors.all["redeemer"].gifts[-1] == "aura_of_healing"
    assert state.tp == 4
    with pytest.raises(Refused, match="does not have yet"):
        new_game(box, "survivors", GameOptions(handicap="demon", extra_gift="aura_of_courage"))


@pytest.mark.parametrize(
    ("handicap", "tp", "events", "advantages", "gifts"),
    [
        ("events_out", 4, 13, 1, 2),
        ("more_tp", 7, 16, 1, 2),
        ("more_advantage", 4, 16, 2, 2),
        ("more_gift", 4, 16, 1, 3),
    ],
)
def test_each_handicap_is_an_option_of_its_own(
    box: Box, handicap: str, tp: int, events: int, advantages: int, gifts: int
) -> None:
    """SET-5, SET-6."""
    state = new_game(box, "survivors", GameOptions(handicaps=frozenset({handicap})))
    found = (state.tp, len(state.decks["event"]), waiting(state).number, len(state.warriors.all["redeemer"].gifts))
    assert found == (tp, events, advantages, gifts)


def test_handicaps_of_both_players_together(box: Box) -> None:
    state = new_game(box, "survivors", GameOptions(handicaps=frozenset({"more_tp", "more_advantage"})))
    assert (state.tp, waiting(state).number) == (7, 2)
    with pytest.raises(Refused, match="handicaps"):
        new_game(box, "survivors", GameOptions(handicaps=frozenset({"more_luck"})))


def test_an_auction_team_replaces_the_forces(box: Box) -> None:
    """SET-7, EX-15."""
    team = Team(("aura_of_healing",), brutes=2, blades=1, objects=(("brute-2", "shield_of_steel"),), advantages=2)
    state = new_game(box, "survivors", GameOptions(team=team, bid=team.worth()))
    assert list(state.warriors.all) == ["redeemer", "brute-1", "brute-2", "blade-1"]
    assert state.warriors.all["brute-2"].objects == ("shield_of_steel",)
    assert state.warriors.all["redeemer"].gifts == ("aura_of_healing",)
    assert waiting(state).number == 2
    with pytest.raises(Refused, match="SET-7"):
        new_game(box, "survivors", GameOptions(team=team, bid=team.worth() - 1))
    with pytest.raises(Refused, match="bid"):
        new_game(box, "survivors", GameOptions(team=team))


@pytest.mark.parametrize(
    ("scenario", "options", "words"),
    [
        ("atlantis", GameOptions(), "no scenario 'atlantis'"),
        ("survivors", GameOptions(house={"red_destiny": "never"}), "red_destiny"),
        ("survivors", GameOptions(house={"gravity": "off"}), "unknown house rule 'gravity'"),
        ("survivors", GameOptions(house={"red_squares": "trap"}), "red_squares"),
        ("survivors", GameOptions(handicap="cat"), "handicap 'cat'"),
    ],
)
def test_a_game_that_cannot_be_set_up(box: Box, scenario: str, options: GameOptions, words: str) -> None:
    with pytest.raises(Refused, match=words):
        new_game(box, scenario, options)


# -- the stack ---------------------------------------------------------------------------------------------------------


def explored(state: State, order: list[str]) -> State:
    """The Redeemer explores once, drawing the given tile."""
    for action in legal_actions(state):
        if isinstance(action, Explore):
            state = apply(state, action).state
            break
    return apply(state, Draw(order.pop(0))).state


def test_the_exit_comes_right_after_ten_tiles(box: Box) -> None:
    """SET-1: the stack of The Survivors."""
    state = new_game(box, "survivors")
    assert "35" not in {label for part in state.stack[0] for label in part.tiles}
    assert state.stack[1][0].tiles == ("35",)
    order = shuffled(state, random.Random(5))
    assert order[10] == "35"
    assert len(order) == len(set(order)) == 35
    assert "36" not in order


def test_drawing_follows_the_layers(box: Box) -> None:
    state = new_game(box, "christmas_2009")
    while waiting(state).kind == "draw":
        state = apply(state, legal_actions(state)[0]).state
    assert len(drawable(state)) == 34
    assert "35" not in drawable(state)
    nearly = state._replace(stack=(tuple(p._replace(left=0) for p in state.stack[0]), *state.stack[1:]))
    assert "35" in drawable(nearly)
    last = nearly._replace(stack=(nearly.stack[0], tuple(p._replace(left=int(p.left == 1)) for p in nearly.stack[1])))
    assert list(drawable(last)) == ["35"]


@pytest.mark.parametrize(
    ("scenario", "tiles", "stash", "among_last"),
    [("holding_back", 16, 1, 4), ("possessed", 9, 2, 6), ("who_dares", 12, 2, 4)],
)
def test_stacks_with_a_stash_near_the_end(box: Box, scenario: str, tiles: int, stash: int, among_last: int) -> None:
    state = new_game(box, scenario)
    kinds = {str(t.number): t.kind for t in box.tiles}
    for seed in range(20):
        order = shuffled(state, random.Random(seed))
        assert len(order) == len(set(order)) == tiles
        places = [i for i, label in enumerate(order) if kinds[label] == "stash"]
        assert len(places) == stash
        assert min(places) >= tiles - among_last


def test_a_tile_already_on_the_table_cannot_be_drawn(box: Box) -> None:
    state = new_game(box, "survivors")
    state = apply(state, Draw("grenade")).state
    state = apply(state, Roll((2, 2, 2, 2))).state
    state = take(state, {"assign": dict.fromkeys(state.warriors.all, 2)}).state
    state = take(state, {"end_phase": True}).state
    state = explored(state, ["7"])
    state = apply(state, next(a for a in legal_actions(state) if isinstance(a, Lay))).state
    state = apply(state, next(a for a in legal_actions(state) if isinstance(a, Explore))).state
    refused = refusal(state, Draw("7"))
    assert refused is not None
    assert (refused.rule, refused.key, refused.facts["tile"]) == ("EXP-3", "tile_in_play", "7")


def test_a_shuffled_deck_leaves_out_what_is_held_face_down(box: Box) -> None:
    state = new_game(box, "survivors")
    state = apply(state, Draw("unknown")).state
    assert len(shuffled_deck(state, "advantage", random.Random(1))) == 14
    assert len(shuffled_deck(state, "event", random.Random(1))) == 16
