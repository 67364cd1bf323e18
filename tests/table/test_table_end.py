"""The end of a game: hidden cards stay hidden, and everything can be undone, until both sides have confirmed it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from companion.table.game_store import GameStore
from companion.table.table import Table
from tests.table.choosing import choose_boldly
from tests.table.table_rig import begin, done, games_in, submit

ALL_SEATS = ("human", "demon", "table", "host", "both")


@pytest.fixture
def held(games: GameStore) -> Table:
    """Cards in both hands, a shuffled pile, and a winner set by hand."""
    table = begin(games)
    done(table, {"draw_for_me": True})
    done(table, {"override": {"hands": {"event": list(table.state.decks["event"][:2])}}}, "demon")
    done(table, {"override": {"winner": "human"}}, "human")
    return table


def tells_all(games: GameStore, table: Table, seat: str) -> bool:
    text = "".join(games.export(table.name, seat))  # type: ignore[arg-type]
    cards = {*table.state.hands["event"], *table.state.hands["advantage"]}
    piles = [json.loads(line)["do"].get("order") for line in text.splitlines()]
    return all(f'"{card}"' in text for card in cards) and any(piles)


def test_a_winner_set_by_hand_tells_nothing(games: GameStore, held: Table) -> None:
    assert held.view("human")["waiting"]["kind"] == "over"
    for seat in ("human", "demon", "table", "host"):
        assert not tells_all(games, held, seat)
    done(held, {"confirm_end": True}, "human")
    for seat in ("human", "demon", "table", "host"):
        assert not tells_all(games, held, seat)
    assert held.view("demon")["end"] == {"confirmed": ["human"], "closed": False}
    done(held, {"confirm_end": True}, "demon")
    assert held.view("table")["end"] == {"confirmed": ["demon", "human"], "closed": True}
    for seat in ALL_SEATS:
        assert tells_all(games, held, seat)


def test_one_tablet_with_both_seats_confirms_for_both(games: GameStore, held: Table) -> None:
    done(held, {"confirm_end": True}, "both")
    assert held.closed
    assert tells_all(games, held, "table")


def test_what_is_closed_stays_closed(held: Table) -> None:
    done(held, {"confirm_end": True}, "both")
    version = held.version
    for do in ({"undo": True}, {"override": {"tp": 3}}, {"confirm_end": False}, {"policy": {"dice": "ask"}}):
        for seat in ALL_SEATS:
            assert submit(held, do, seat).code == "table/closed"
    assert held.version == version


def test_a_confirmation_is_taken_back_or_lost_with_the_end(held: Table) -> None:
    done(held, {"confirm_end": True}, "human")
    done(held, {"confirm_end": False}, "human")
    assert held.view("human")["end"] == {"confirmed": [], "closed": False}
    done(held, {"confirm_end": True}, "human")
    done(held, {"undo": True}, "demon")
    assert held.view("human")["end"] is None
    done(held, {"redo": True}, "demon")
    # The Human agreed to an end that was undone since: not to this one.
    assert held.view("human")["end"] == {"confirmed": [], "closed": False}
    done(held, {"confirm_end": True}, "demon")
    assert not held.closed


def test_who_may_confirm_and_when(held: Table) -> None:
    for seat in ("table", "host"):
        assert submit(held, {"confirm_end": True}, seat).code == "table/players_only"
    done(held, {"undo": True}, "both")
    assert submit(held, {"confirm_end": True}, "human").code == "table/not_over"
    assert submit(held, {"confirm_end": 1}, "human").code == "wire/notation"


def test_confirming_twice_is_no_step(held: Table) -> None:
    version = done(held, {"confirm_end": True}, "human")
    assert done(held, {"confirm_end": True}, "human") == version
    assert [line["key"] for line in held.log("demon")][-1] == "end_confirmed"


def test_an_end_by_the_rules_is_confirmed_too(games: GameStore) -> None:
    """It can be undone as well: whoever has seen all cards would play on knowing them."""
    table, rng = begin(games), random.Random(3)
    while table.view("both")["waiting"]["kind"] != "over":
        done(table, choose_boldly(table.view("both"), rng))
    shuffled = [record for record in table.records() if record.kind == "shuffle"]
    assert shuffled
    assert '"order":[]' in "".join(games.export(table.name, "human"))
    done(table, {"confirm_end": True}, "human")
    done(table, {"confirm_end": True}, "demon")
    assert '"order":[]' not in "".join(games.export(table.name, "human"))


def test_a_confirmed_game_is_read_again_as_it_is(games: GameStore, held: Table, tmp_path: Path) -> None:
    done(held, {"confirm_end": True}, "both")
    again = games.take_in(games.export(held.name, "table"))
    assert again.closed
    games.close()
    reopened = games_in(tmp_path)
    assert reopened.table(held.name).closed
    reopened.close()


def test_the_owner_at_the_machine_may_have_all_at_any_time(games: GameStore, held: Table) -> None:
    text = "".join(games.export(held.name, None))
    assert all(card in text for card in held.state.hands["event"])
