"""A card played by hand: open to both seats, with what was corrected for it, until its player is done."""

from __future__ import annotations

import pytest

from companion.table.game_store import GameStore
from companion.table.table import Table
from tests.table.table_rig import done

CARD = "our_faith_will_protect_us"
MOVED = {"override": {"warriors": {"brute-1": {"tile": "2"}}}}


@pytest.fixture
def playing(table: Table) -> Table:
    while table.view("both")["waiting"]["kind"] == "draw":
        done(table, {"draw_for_me": True})
    done(table, {"override": {"hands": {"advantage": [CARD]}, "tiles": {"2": {"kind": "plain", "at": [1, 0]}}}})
    done(table, {"play": CARD}, "human")
    return table


def test_both_see_it_with_what_was_corrected_for_it(playing: Table) -> None:
    done(playing, MOVED, "human")
    for seat in ("human", "demon"):
        card = playing.view(seat)["card_by_hand"]
        assert card is not None
        assert (card["card"], card["side"]) == (CARD, "human")
        assert [change["name"]["key"] for change in card["changes"]] == ["override"]
        assert [item["facts"]["warrior"] for item in card["on_table"]] == ["brute-1"]
    done(playing, {"undo": True}, "human")
    card = playing.view("demon")["card_by_hand"]
    assert card is not None
    assert (card["changes"], card["on_table"]) == ([], [])


def test_done_closes_it_for_both_and_play_goes_on_so_does_an_undo_of_the_card(playing: Table) -> None:
    done(playing, MOVED, "human")
    done(playing, {"card_done": True}, "human")
    assert playing.view("demon")["card_by_hand"] is None
    done(playing, {"undo": True})
    done(playing, {"undo": True})
    assert playing.view("human")["card_by_hand"] is None
    done(playing, {"redo": True})
    done(playing, {"roll_for_me": True})
    assert playing.view("human")["card_by_hand"] is None


def test_not_to_play_it_goes_back_before_it(playing: Table) -> None:
    done(playing, MOVED, "human")
    card = playing.view("human")["card_by_hand"]
    assert card is not None
    done(playing, {"undo_to": card["before"]}, "human")
    view = playing.view("human")
    assert view["card_by_hand"] is None
    assert view["hands"]["advantage"] == [CARD]


def test_what_hands_have_done_is_in_the_journal(playing: Table, games: GameStore) -> None:
    """A power cut brings neither a card back that was done nor a list that was ticked off."""
    done(playing, MOVED, "human")
    done(playing, {"card_done": True}, "human")
    done(playing, {"undo": True})
    done(playing, {"redo": True})
    done(playing, {"undo": True})
    assert playing.view("demon")["put_back"] != []
    version = done(playing, {"put_back_done": True}, "demon")
    # Nobody waits for it a second time.
    assert done(playing, {"put_back_done": True}, "human") == done(playing, {"card_done": True}) == version
    again = games.take_in(games.export(playing.name, None))
    assert {**again.view("human"), "game": ""} == {**playing.view("human"), "game": ""}
    done(again, {"redo": True})
    assert again.view("human")["card_by_hand"] is None
