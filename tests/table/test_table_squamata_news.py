"""What both tablets are told of Kartikeya: its wounds, Deadly Destiny, and what hands must do (FS-4, FS-6)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.table.game_store import GameStore
from companion.table.table import Table
from tests.table.table_rig import begin, done, play_until


@pytest.fixture
def table(games: GameStore, rng: random.Random) -> Table:
    """The Demon may spend points of Deadly Destiny."""
    table = begin(games, "altar_of_blood")
    play_until(table, rng, lambda view: view["waiting"]["what"] == "enter")
    done(table, {"override": {"deadly": 5}})
    return table


def result(table: Table) -> dict[str, Any]:
    latest: Any = table.view("table")["result"]
    return dict(latest)


def test_an_event_and_the_wounds_it_deals_are_news(table: Table) -> None:
    assert result(table)["on_table"] == [{"key": "deadly_to", "facts": {"points": 5}}]
    done(table, {"deadly": "the_deep_one"})
    told = result(table)
    assert told["banner"]
    assert told["title"]["key"] == "deadly_event"
    turned = {"key": "event_down", "facts": {"event": "the_deep_one"}}
    assert told["on_table"] == [{"key": "deadly_to", "facts": {"points": 0}}, turned]
    done(table, {"wound": {"legs": 2}})
    told = result(table)
    assert told["banner"]
    assert told["title"]["key"] == "wounded_parts"
    hands = {"warrior": "kartikeya", "part": "legs", "wounds": 2}
    assert told["on_table"] == [{"key": "part_wounds_to", "facts": hands}]


def test_its_dice_have_a_page_of_their_own(games: GameStore, rng: random.Random) -> None:
    table = begin(games, "beast_at_bay")
    play_until(table, rng, lambda view: view["waiting"]["what"] == "instinct" and view["waiting"]["kind"] == "roll")
    done(table, {"roll_for_me": True})
    assert not result(table)["banner"]
